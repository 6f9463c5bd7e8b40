// Formats a number of things for a sentence.

/** `1 failure`, `4 failures`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
