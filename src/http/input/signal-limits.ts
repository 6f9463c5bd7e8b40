// Limits within `signals` (contract 1): texts and keys of bounded length, objects of bounded size, each wrong place named.
import type { ValidationIssue } from '../../vocabulary/failure.ts';
import { pointerOf } from './json-body.ts';

/** Keys of `signals`, and of any object in it. */
export const MAX_SIGNAL_KEYS = 200;
/** Code points of a text in `signals`. */
export const MAX_SIGNAL_TEXT_LENGTH = 4_096;
/** FingerprintJS and ThumbmarkJS bring whole drawings as data URLs (6 to 40 KB): the body's own limit bounds them. */
const COLLECTORS: ReadonlySet<string> = new Set(['fingerprintjs', 'thumbmark']);
/** More places are not looked for: the caller has enough to mend. */
const MOST_PLACES = 50;

/** Places of `signals` that are over a limit, from a value whose depth was already bounded. */
export function signalIssues(signals: Readonly<Record<string, unknown>>): ValidationIssue[] {
  const places: ValidationIssue[] = [];
  visit(signals, ['signals'], places);
  return places;
}

/** `path` runs from the outside in; a pointer is made only for a place that is wrong. */
function visit(value: unknown, path: string[], places: ValidationIssue[]): void {
  if (typeof value === 'string') {
    if (isTooLong(value) && !COLLECTORS.has(path[1] ?? '')) places.push(tooLong(path, 'The text'));
    return;
  }
  if (typeof value !== 'object' || value === null || places.length >= MOST_PLACES) return;
  const keys = Object.keys(value);
  const isList = Array.isArray(value);
  if (!isList && keys.length > MAX_SIGNAL_KEYS) {
    places.push(placeAt(path, 'too_many', `The object has more than ${MAX_SIGNAL_KEYS} keys.`));
    return;
  }
  for (const key of keys) {
    path.push(key);
    if (!isList && isTooLong(key)) places.push(tooLong(path, 'The key'));
    visit((value as Record<string, unknown>)[key], path, places);
    path.pop();
  }
}

/** Code points are at most the UTF-16 units and at least half of them, so most texts are not counted. */
function isTooLong(text: string): boolean {
  if (text.length <= MAX_SIGNAL_TEXT_LENGTH) return false;
  if (text.length > 2 * MAX_SIGNAL_TEXT_LENGTH) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points > MAX_SIGNAL_TEXT_LENGTH;
}

function tooLong(path: readonly string[], what: string): ValidationIssue {
  return placeAt(path, 'too_long', `${what} has more than ${MAX_SIGNAL_TEXT_LENGTH} characters.`);
}

function placeAt(path: readonly string[], code: string, detail: string): ValidationIssue {
  return { pointer: pointerOf([...path].reverse()), code, detail };
}
