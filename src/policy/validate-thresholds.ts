// The strict check of a threshold map: three integers in order, 0 to 100, nothing else.
import type { ValidationIssue } from '../vocabulary/failure.ts';
import { pointer } from './pointer.ts';
import { DEFAULT_THRESHOLDS } from './policy.ts';

const NAMES = Object.keys(DEFAULT_THRESHOLDS) as (keyof typeof DEFAULT_THRESHOLDS)[];
const HIGHEST = 100;

/** Everything wrong with a threshold map; empty when it is right. `at` is the pointer to the map within the body. */
export function validateThresholds(input: unknown, at = ''): ValidationIssue[] {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return [{ pointer: at, code: 'wrong_type', detail: 'Thresholds must be an object.' }];
  }
  const map = input as Readonly<Record<string, unknown>>;
  const places: ValidationIssue[] = [];
  for (const name of Object.keys(map)) {
    if (!(NAMES as string[]).includes(name)) {
      places.push({ pointer: pointer(at, name), code: 'unknown_field', detail: `Unknown field ${name}.` });
    }
  }
  let lowest = 0;
  let before = '';
  for (const name of NAMES) {
    const place = pointer(at, name);
    const value = Object.hasOwn(map, name) ? map[name] : undefined;
    if (value === undefined) {
      places.push({ pointer: place, code: 'required', detail: `${name} is required.` });
    } else if (typeof value !== 'number' || !Number.isInteger(value)) {
      places.push({ pointer: place, code: 'wrong_type', detail: `${name} must be an integer.` });
    } else if (value < 0 || value > HIGHEST) {
      places.push({ pointer: place, code: 'out_of_range', detail: `${name} must be from 0 to ${HIGHEST}.` });
    } else if (value < lowest) {
      places.push({ pointer: place, code: 'out_of_order', detail: `${name} must be at least ${before}.` });
    } else {
      lowest = value;
      before = name;
    }
  }
  return places;
}

/** Whether a stored threshold map is unfit to decide by. */
export function thresholdsIssue(input: unknown): boolean {
  return validateThresholds(input).length > 0;
}
