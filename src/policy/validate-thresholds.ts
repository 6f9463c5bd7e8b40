// Validates thresholds: exactly three integers from 0 to 100, in ascending order.
import type { ValidationIssue } from '../vocabulary/failure.ts';
import { isJsonObject, requiredIssue, unknownFields } from './json-object.ts';
import { pointer } from './pointer.ts';
import { DEFAULT_THRESHOLDS } from './policy.ts';

const NAMES = Object.keys(DEFAULT_THRESHOLDS) as (keyof typeof DEFAULT_THRESHOLDS)[];
const MAX_THRESHOLD = 100;

/** All issues of the thresholds; empty when they are valid. `at` is the pointer to them within the body. */
export function validateThresholds(input: unknown, at = ''): ValidationIssue[] {
  if (!isJsonObject(input)) {
    return [{ pointer: at, code: 'wrong_type', detail: 'Thresholds must be an object.' }];
  }
  const issues = unknownFields(input, NAMES, at);
  let min = 0;
  let previous = '';
  for (const name of NAMES) {
    const fieldAt = pointer(at, name);
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) {
      issues.push(requiredIssue(at, name));
    } else if (typeof value !== 'number' || !Number.isInteger(value)) {
      issues.push({ pointer: fieldAt, code: 'wrong_type', detail: `${name} must be an integer.` });
    } else if (value < 0 || value > MAX_THRESHOLD) {
      issues.push({ pointer: fieldAt, code: 'out_of_range', detail: `${name} must be from 0 to ${MAX_THRESHOLD}.` });
    } else if (value < min) {
      issues.push({ pointer: fieldAt, code: 'out_of_order', detail: `${name} must be at least ${previous}.` });
    } else {
      min = value;
      previous = name;
    }
  }
  return issues;
}
