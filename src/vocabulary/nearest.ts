// Suggests the known word that is closest to a misspelled one.
import { editDistance } from './edit-distance.ts';

/** The only known word that starts with `word`, else the nearest within a third of its length in edits, else null. */
export function nearest(word: string, known: readonly string[]): string | null {
  const [completion, another] = known.filter((candidate) => candidate.startsWith(word));
  if (completion !== undefined && another === undefined) return completion;
  let best: string | null = null;
  let bestDistance = Math.floor(word.length / 3) + 1;
  for (const candidate of known) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
