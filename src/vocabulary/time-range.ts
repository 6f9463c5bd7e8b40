// Checks ranges of time that callers send.
import { invalid } from './failure.ts';

/**
 * Both in ms; null leaves a side open. Equal times are an empty range.
 * @throws Failure `invalid` at `pointer`, that of `to`, when the range ends before it begins.
 */
export function requireOrderedRange(from: number | null, to: number | null, pointer: string): void {
  if (from === null || to === null || from <= to) return;
  throw invalid({ pointer, code: 'inverted_range', detail: 'The range ends before it begins.' });
}
