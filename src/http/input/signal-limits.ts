// Limits within `signals` (contract 1): texts and keys of bounded length, objects of bounded size, each wrong place named.
import type { InvalidPlace } from '../../vocabulary/failure.ts';
import { pointerOf } from './json-body.ts';

/** Keys of `signals`, and of any object in it. */
export const MOST_SIGNAL_KEYS = 200;
/** Code points of a text in `signals`. */
export const LONGEST_SIGNAL_TEXT = 4_096;
/** FingerprintJS and ThumbmarkJS bring whole drawings as data URLs (6 to 40 KB): the body's own limit bounds them. */
const COLLECTORS: ReadonlySet<string> = new Set(['fingerprintjs', 'thumbmark']);
/** More places are not looked for: the caller has enough to mend. */
const MOST_PLACES = 50;

/** Places of `signals` that are over a limit, from a value whose depth was already bounded. */
export function signalPlaces(signals: Readonly<Record<string, unknown>>): InvalidPlace[] {
  const places: InvalidPlace[] = [];
  visit(signals, ['signals'], places);
  return places;
}

/** `path` runs from the outside in; a pointer is made only for a place that is wrong. */
function visit(value: unknown, path: string[], places: InvalidPlace[]): void {
  if (typeof value === 'string') {
    if (isTooLong(value) && !COLLECTORS.has(path[1] ?? '')) places.push(tooLong(path, 'The text'));
    return;
  }
  if (typeof value !== 'object' || value === null || places.length >= MOST_PLACES) return;
  const keys = Object.keys(value);
  const isList = Array.isArray(value);
  if (!isList && keys.length > MOST_SIGNAL_KEYS) {
    places.push(placeAt(path, 'too_many', `The object has more than ${MOST_SIGNAL_KEYS} keys.`));
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
  if (text.length <= LONGEST_SIGNAL_TEXT) return false;
  if (text.length > 2 * LONGEST_SIGNAL_TEXT) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points > LONGEST_SIGNAL_TEXT;
}

function tooLong(path: readonly string[], what: string): InvalidPlace {
  return placeAt(path, 'too_long', `${what} has more than ${LONGEST_SIGNAL_TEXT} characters.`);
}

function placeAt(path: readonly string[], code: string, detail: string): InvalidPlace {
  return { pointer: pointerOf([...path].reverse()), code, detail };
}
