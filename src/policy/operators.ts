// The operators of conditions: which values each takes, and what each means. Nothing here throws.
import type { ConditionOperator } from '../vocabulary/words.ts';

/** What a condition's field holds. */
export type Scalar = string | number | boolean;

export { IN_MAX } from './limits.ts';

/** Whether the operator is asked about a list of values rather than about one. */
export function takesList(operator: ConditionOperator): boolean {
  return operator === 'in';
}

/** What each operator means to a scalar and a value that was already found fit for the field and the operator. */
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
