// The range and the header of a list that covers only the newest part of a time range.
import type { Context } from '../../flows/context.ts';
import { DAY, END_OF_TIME, isoTime } from '../../vocabulary/clock.ts';
import { parseTimeParameter } from '../input/time.ts';

/** The range of a list without `from`. */
const DEFAULT_RANGE = 7 * DAY;

/** @throws Failure `invalid` for a malformed time. */
export function recentRange(
  { clock }: Pick<Context, 'clock'>,
  { from, to }: { from?: string; to?: string },
): { from: number; to: number } {
  return {
    from: parseTimeParameter('from', from) ?? clock() - DEFAULT_RANGE,
    to: parseTimeParameter('to', to) ?? END_OF_TIME,
  };
}

/** States since when a list is complete, ms. */
export function completeSince(at: number): { 'assay-complete-since': string } {
  return { 'assay-complete-since': isoTime(at) };
}
