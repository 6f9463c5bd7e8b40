// Reads a policy file: thresholds, rules or both. The flows check its content.
import type { DraftInput } from '../flows/policy/backtest-policy.ts';
import { readInputFile } from './input-file.ts';
import { UsageError } from './output.ts';

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
