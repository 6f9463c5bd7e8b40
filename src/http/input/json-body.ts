// From bytes to a JSON value that both storage engines can hold: UTF-8, bounded depth, no NUL, no lone surrogate.
import { isUtf8 } from 'node:buffer';
import { Failure } from '../../vocabulary/failure.ts';
import { HttpProblem } from '../server/problem.ts';

/** Nested objects and lists a body may have (contract 1). `JSON.stringify` overflows the stack near ten thousand. */
export const MAX_DEPTH = 16;

interface Flaw {
  code: string;
  detail: string;
  /** Keys from the inside out: the pointer is made only when something is wrong. */
  path: string[];
}

/**
 * The value of a JSON body. Of duplicate keys the last one counts, as `JSON.parse` has it.
 * @throws HttpProblem 400 when the bytes are no UTF-8 or no JSON.
 * @throws Failure `invalid` with the pointer of a place that is too deep, unstorable text, no finite number, or a
 *   `__proto__` key, which has no honest use and has poisoned many a copy loop.
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new HttpProblem(400, 'invalid_utf8', 'The body is not valid UTF-8.');
  if (bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new HttpProblem(400, 'invalid_json', 'The body begins with a byte order mark; JSON has none.');
  }
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new HttpProblem(400, 'invalid_json', notJson(bytes, error));
  }
  // Valid UTF-8 has no surrogates and JSON no raw control characters: only an escape can bring them in.
  const flaw = inspect(value, 0, text.includes('\\u'));
  if (flaw !== null) {
    const { code, detail } = flaw;
    throw new Failure('invalid', 'invalid_input', detail, {
      places: [{ pointer: pointerOf(flaw.path), code, detail }],
    });
  }
  return value;
}

/** An RFC 6901 pointer from its keys, given from the inside out. */
export function pointerOf(path: readonly string[]): string {
  let pointer = '';
  for (let at = path.length - 1; at >= 0; at -= 1) pointer += `/${escapePointer(path[at] as string)}`;
  return pointer;
}

/** One key as a segment of a pointer; a long key is cut, so that an error is never much larger than a request. */
export function escapePointer(key: string): string {
  const short = key.length > 200 ? `${key.slice(0, 200)}…` : key;
  return short.replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed();
}

function inspect(value: unknown, depth: number, escapes: boolean): Flaw | null {
  if (typeof value === 'string') return escapes ? textFlaw(value) : null;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : flawOf('number_out_of_range', 'The number is too large to be kept.');
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH) return flawOf('too_deep', `Objects and lists may be nested ${MAX_DEPTH} deep.`);
  return Array.isArray(value) ? inspectList(value, depth, escapes) : inspectObject(value, depth, escapes);
}

function inspectList(list: readonly unknown[], depth: number, escapes: boolean): Flaw | null {
  for (let at = 0; at < list.length; at += 1) {
    const flaw = inspect(list[at], depth + 1, escapes);
    if (flaw !== null) return within(flaw, String(at));
  }
  return null;
}

function inspectObject(object: object, depth: number, escapes: boolean): Flaw | null {
  for (const key of Object.keys(object)) {
    const wrong =
      key === '__proto__' ? flawOf('forbidden_key', 'The key __proto__ is not taken.') : keyFlaw(key, escapes);
    const flaw = wrong ?? inspect((object as Record<string, unknown>)[key], depth + 1, escapes);
    if (flaw !== null) return within(flaw, key);
  }
  return null;
}

function keyFlaw(key: string, escapes: boolean): Flaw | null {
  return escapes ? textFlaw(key) : null;
}

function textFlaw(text: string): Flaw | null {
  if (text.includes('\u0000')) return flawOf('nul_character', 'Text may not hold the NUL character.');
  if (!text.isWellFormed()) return flawOf('lone_surrogate', 'Text may not hold half of a surrogate pair.');
  return null;
}

function flawOf(code: string, detail: string): Flaw {
  return { code, detail, path: [] };
}

function within(flaw: Flaw, key: string): Flaw {
  flaw.path.push(key);
  return flaw;
}

/** The engine's message quotes the body; of it only the position is passed on. */
function notJson(bytes: Buffer, error: unknown): string {
  if (bytes.length === 0) return 'The body is empty; a JSON object is expected.';
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return position === undefined ? 'The body is not valid JSON.' : `The body is not valid JSON at position ${position}.`;
}
