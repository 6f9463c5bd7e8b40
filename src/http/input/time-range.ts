// A required range of time in a body or a query.
import { invalid, type ValidationIssue } from '../../vocabulary/failure.ts';
import { parseTime } from './time.ts';

/** ms; `at` is what stands before the names of the two in a pointer. @throws Failure `invalid`. */
export function parseTimeRange({ from, to }: { from: string; to: string }, at: '/' | ''): { from: number; to: number } {
  const times = { from: parseTime(from), to: parseTime(to) };
  const [wrong, ...others] = (['from', 'to'] as const)
    .filter((name) => times[name] === null)
    .map(
      (name): ValidationIssue => ({
        pointer: `${at}${name}`,
        code: 'bad_time',
        detail: 'Must be an ISO 8601 time with a zone, such as 2026-03-01T12:00:00Z.',
      }),
    );
  if (wrong !== undefined) throw invalid(wrong, ...others);
  const range = times as { from: number; to: number };
  if (range.from > range.to) {
    throw invalid({ pointer: `${at}to`, code: 'inverted_range', detail: 'The range ends before it begins.' });
  }
  return range;
}
