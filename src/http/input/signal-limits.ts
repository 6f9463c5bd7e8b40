// Limits within `signals`: length of strings and keys, size of objects. Every violation becomes an issue with its pointer.

import type { ValidationIssue } from '../../vocabulary/failure.ts';
import type { IssueCode } from '../../vocabulary/issue-codes.ts';
import { MAX_ISSUES } from '../server/problem.ts';
import { pointerOf } from './json-body.ts';

/** Keys of `signals`, and of any object in it. */
export const MAX_SIGNAL_KEYS = 200;
/** Code points of a string in `signals`. */
export const MAX_SIGNAL_TEXT_LENGTH = 4_096;
/** FingerprintJS and ThumbmarkJS send entire drawings as data URLs (6 to 40 KB): only the body limit bounds them. */
const COLLECTORS: ReadonlySet<string> = new Set(['fingerprintjs', 'thumbmark']);

/** The violations in `signals`, a value of bounded depth. The search ends after `MAX_ISSUES`. */
export function signalIssues(signals: Readonly<Record<string, unknown>>): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  visit(signals, ['signals'], issues);
  return issues;
}

/** `path` runs from the outside in; a pointer is built only for a violation. */
function visit(value: unknown, path: string[], issues: ValidationIssue[]): void {
  if (typeof value === 'string') {
    if (isTooLong(value) && !COLLECTORS.has(path[1] ?? '')) issues.push(tooLong(path, 'The string'));
    return;
  }
  if (typeof value !== 'object' || value === null || issues.length >= MAX_ISSUES) return;
  const keys = Object.keys(value);
  const isList = Array.isArray(value);
  if (!isList && keys.length > MAX_SIGNAL_KEYS) {
    issues.push(issueAt(path, 'too_many', `The object has more than ${MAX_SIGNAL_KEYS} keys.`));
    return;
  }
  for (const key of keys) {
    path.push(key);
    if (!isList && isTooLong(key)) issues.push(tooLong(path, 'The key'));
    visit((value as Record<string, unknown>)[key], path, issues);
    path.pop();
  }
}

/** A string has at most as many code points as UTF-16 units and at least half as many, so most strings need no count. */
function isTooLong(text: string): boolean {
  if (text.length <= MAX_SIGNAL_TEXT_LENGTH) return false;
  if (text.length > 2 * MAX_SIGNAL_TEXT_LENGTH) return true;
  let points = 0;
  for (const _ of text) points += 1;
  return points > MAX_SIGNAL_TEXT_LENGTH;
}

function tooLong(path: readonly string[], what: string): ValidationIssue {
  return issueAt(path, 'too_long', `${what} has more than ${MAX_SIGNAL_TEXT_LENGTH} characters.`);
}

function issueAt(path: readonly string[], code: IssueCode, detail: string): ValidationIssue {
  return { pointer: pointerOf([...path].reverse()), code, detail };
}
