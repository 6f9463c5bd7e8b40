// Reads one client value strictly: known, unknown (absent or a blank marker), or malformed. Nothing is coerced.
import type { SignalValue } from './observation.ts';

/** Longest string that counts as known (`devices.md` 8); ingestion itself takes up to 4,096 characters. */
const TEXT_LIMIT = 512;

// What browsers and collectors write where they could not or would not read a value.
const BLANKS: ReadonlySet<string> = new Set([
  '',
  'unknown',
  'undefined',
  'null',
  'none',
  'n/a',
  'not available',
  'not_available',
  'not supported',
  'unsupported',
  'unstable',
  'skipped',
  'blocked',
  'denied',
  'not_allowed',
  'error',
  'timeout',
  'excluded',
]);

/** What a value turned out to be: `undefined` is unknown. */
export type Read<T> = { readonly value: T } | undefined | 'malformed';

const MALFORMED = 'malformed';

export function readText(value: unknown): Read<string> {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string' || value.length > TEXT_LIMIT) return MALFORMED;
  const tidy = value.trim();
  // No blank marker is longer than 13 characters: hashes and user agents need not be lowered.
  return tidy.length <= 13 && BLANKS.has(tidy.toLowerCase()) ? undefined : { value: tidy };
}

/** A finite number between `least` and `most`; a negative one is how collectors write a failed reading. */
export function readNumber(value: unknown, least: number, most: number): Read<number> {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value > most) return MALFORMED;
  return value < least ? undefined : { value };
}

export function readBoolean(value: unknown): Read<boolean> {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'boolean' ? { value } : MALFORMED;
}

/** A list of at most `limit` strings, blanks left out; anything else in it makes it malformed. */
export function readList(value: unknown, limit: number): Read<string[]> {
  if (value === null || value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > limit) return MALFORMED;
  const list: string[] = [];
  for (const item of value) {
    const text = readText(item);
    if (text === MALFORMED) return MALFORMED;
    if (text !== undefined) list.push(text.value);
  }
  return { value: list };
}

/** A JSON object, as a record that is only ever read by own keys. */
export function readObject(value: unknown): Read<Readonly<Record<string, unknown>>> {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return MALFORMED;
  return { value: value as Record<string, unknown> };
}

/** An own property, so that a key like `constructor` never reads the prototype. */
export function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Who computed a hash: our SDK, or the collector whose name stands before it. Hashes of two makers say nothing. */
export function makerOf(hash: SignalValue): string {
  const text = String(hash);
  return text.slice(0, Math.max(0, text.indexOf(':')));
}
