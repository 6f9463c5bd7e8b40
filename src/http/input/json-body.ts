// Parses bytes into a JSON value that both storage engines can store: UTF-8, bounded depth, no NUL, no lone surrogate.
import { isUtf8 } from 'node:buffer';
import { Failure } from '../../vocabulary/failure.ts';
import type { IssueCode } from '../../vocabulary/issue-codes.ts';
import { HttpProblem } from '../server/problem.ts';
import { invalidPosition } from './json-position.ts';

/** Levels of nested objects and lists in a body. `JSON.stringify` overflows the stack near ten thousand. */
export const MAX_DEPTH = 16;
/** The detail of a body without bytes, which may be rejected before it is read. */
export const EMPTY_BODY = 'The body is empty; a JSON object is expected.';
/** Characters of one key in a pointer. */
const MAX_SEGMENT_LENGTH = 200;

interface NestedIssue {
  code: IssueCode;
  detail: string;
  /** Keys from the inside out. The pointer is built only once an issue is found. */
  path: string[];
}

/**
 * The value of a JSON body. The last value of a repeated key counts, as in `JSON.parse`.
 * @throws HttpProblem 400 when the bytes are not UTF-8 or not JSON.
 * @throws Failure `invalid` with the pointer of a value that is nested too deeply, of text that cannot be stored, of a
 *   number that is not finite, or of a `__proto__` key, which has no legitimate use and pollutes prototypes where
 *   objects are copied naively.
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new HttpProblem(400, 'invalid_utf8', 'The body is not valid UTF-8.');
  if (bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new HttpProblem(400, 'invalid_json', 'The body begins with a byte order mark, which JSON does not allow.');
  }
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpProblem(400, 'invalid_json', syntaxDetail(text));
  }
  // Valid UTF-8 has no surrogates, and JSON no raw control characters: only an escape can produce either.
  const issue = inspect(value, 0, text.includes('\\u'));
  if (issue !== null) {
    const { code, detail } = issue;
    throw new Failure('invalid', 'invalid_input', detail, {
      issues: [{ pointer: pointerOf(issue.path), code, detail }],
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

/** One key as a segment of a pointer; long keys are cut, so that an error response is never much larger than the request. */
export function escapePointer(key: string): string {
  const short = key.length > MAX_SEGMENT_LENGTH ? `${key.slice(0, MAX_SEGMENT_LENGTH)}…` : key;
  return short.replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed();
}

function inspect(value: unknown, depth: number, hasEscapes: boolean): NestedIssue | null {
  if (typeof value === 'string') return hasEscapes ? textIssue(value) : null;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : issue('number_out_of_range', 'The number is too large.');
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_DEPTH)
    return issue('too_deep', `Objects and lists may be nested at most ${MAX_DEPTH} levels deep.`);
  return Array.isArray(value) ? inspectList(value, depth, hasEscapes) : inspectObject(value, depth, hasEscapes);
}

function inspectList(list: readonly unknown[], depth: number, hasEscapes: boolean): NestedIssue | null {
  for (let at = 0; at < list.length; at += 1) {
    const found = inspect(list[at], depth + 1, hasEscapes);
    if (found !== null) return within(found, String(at));
  }
  return null;
}

function inspectObject(object: object, depth: number, hasEscapes: boolean): NestedIssue | null {
  for (const key of Object.keys(object)) {
    const found = keyIssue(key, hasEscapes) ?? inspect((object as Record<string, unknown>)[key], depth + 1, hasEscapes);
    if (found !== null) return within(found, key);
  }
  return null;
}

function keyIssue(key: string, hasEscapes: boolean): NestedIssue | null {
  if (key === '__proto__') return issue('forbidden_key', 'The key __proto__ is not allowed.');
  return hasEscapes ? textIssue(key) : null;
}

function textIssue(text: string): NestedIssue | null {
  if (text.includes('\u0000')) return issue('nul_character', 'Text must not contain the NUL character.');
  if (!text.isWellFormed()) return issue('lone_surrogate', 'Text must not contain half of a surrogate pair.');
  return null;
}

function issue(code: IssueCode, detail: string): NestedIssue {
  return { code, detail, path: [] };
}

function within(issue: NestedIssue, key: string): NestedIssue {
  issue.path.push(key);
  return issue;
}

/** Does not include the engine's message, which quotes the body. */
function syntaxDetail(text: string): string {
  if (text === '') return EMPTY_BODY;
  const position = invalidPosition(text);
  return position === null ? 'The body is not valid JSON.' : `The body is not valid JSON at position ${position}.`;
}
