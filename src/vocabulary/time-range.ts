// Checks ranges of time that callers send.
import { invalid } from './failure.ts';

/** Whether a range ends before it begins, both in ms; null leaves a side open. Equal times are an empty range. */
export function isInverted(from: number | null, to: number | null): boolean {
  return from !== null && to !== null && to < from;
}

/**
 * Requires that a range does not end before it begins. Both in ms; null leaves a side open. Equal times are an empty range.
 * @throws Failure `invalid` at `pointer`, that of `to`, if it does.
 */
export function requireOrderedRange(from: number | null, to: number | null, pointer: string): void {
  if (isInverted(from, to))
    throw invalid({ pointer, code: 'inverted_range', detail: 'The range ends before it begins.' });
}
