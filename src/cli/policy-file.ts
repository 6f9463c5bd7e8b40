// Reads and writes a policy file: thresholds, rules or both. The flows check its content.
import { statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DraftInput } from '../flows/policy/backtest-policy.ts';
import { Failure } from '../vocabulary/failure.ts';
import { readInputFile } from './input-file.ts';
import { UsageError } from './output.ts';
import { requireFolder } from './require-folder.ts';

/** `name` is how messages refer to the file. @throws UsageError when it cannot be read, is not JSON or has other parts. */
export function readPolicyFile(path: string, name: string): DraftInput {
  const text = readInputFile(path, name);
  let draft: unknown;
  try {
    draft = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { thresholds, rules, ...others } = Object(draft) as Record<string, unknown>;
  const validRules = rules === undefined || (Array.isArray(rules) && rules.every((rule) => Object(rule) === rule));
  const isEmpty = thresholds === undefined && rules === undefined;
  if (!validRules || isEmpty || Object.keys(others).length > 0) {
    throw new UsageError(`${name}: expected an object with thresholds, rules (a list of objects) or both`);
  }
  return { thresholds, ...(rules === undefined ? {} : { rules: rules as unknown[] }) };
}

/** Plans the policy of a file. @throws Error that names the file, and the place of each error in it. */
export async function planFile<T>(path: string, name: string, plan: (draft: DraftInput) => Promise<T>): Promise<T> {
  const draft = readPolicyFile(path, name);
  try {
    return await plan(draft);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
    const lines = error.issues.map(({ pointer, detail }) => `  - ${pointer}: ${detail}`);
    throw new Error(`${name} is not a valid policy:\n${lines.join('\n')}`, { cause: error });
  }
}

/** Replaces only a policy file or an empty file: a wrong path could destroy a key file. @throws UsageError. */
export function writePolicyFile(path: string, text: string): void {
  requireFolder(dirname(path));
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing?.isDirectory()) throw new UsageError(`--output ${path} is a folder`);
    if (existing?.isFile() && existing.size > 0) requirePolicyFile(path);
    writeFileSync(path, text);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw ['EACCES', 'EPERM'].includes(code)
      ? new UsageError(`--output ${path} cannot be written by this account`)
      : error;
  }
}

function requirePolicyFile(path: string): void {
  try {
    readPolicyFile(path, path);
  } catch {
    throw new UsageError(`--output ${path} does not contain a policy; it was not changed`);
  }
}
