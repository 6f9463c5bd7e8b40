// Implements the operators of conditions. Nothing here throws.
import type { ConditionOperator } from '../vocabulary/words.ts';

/** The value of a condition's field. */
export type Scalar = string | number | boolean;

/** Whether the operator takes a list of values instead of a single value. */
export function takesList(operator: ConditionOperator): boolean {
  return operator === 'in';
}

/** Compares a field's scalar with a condition's value, which was already validated for the field and the operator. */
export const OPERATORS: Readonly<Record<ConditionOperator, (actual: Scalar, value: never) => boolean>> = {
  eq: (actual, value: Scalar) => actual === value,
  neq: (actual, value: Scalar) => actual !== value,
  gt: (actual, value: Scalar) => actual > value,
  gte: (actual, value: Scalar) => actual >= value,
  lt: (actual, value: Scalar) => actual < value,
  lte: (actual, value: Scalar) => actual <= value,
  contains: (actual, value: string) => String(actual).includes(value),
  in: (actual, value: ReadonlySet<Scalar>) => value.has(actual),
};
