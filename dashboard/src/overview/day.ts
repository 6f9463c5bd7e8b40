// UTC days, as the overview counts them. Pure.
import { DAY } from '../../../src/vocabulary/clock.ts';

/** A date such as `2026-03-02` shifted by whole days. */
export function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The list filter for the events of one day. */
export function dayRange(date: string): { from: string; to: string } {
  return { from: `${date}T00:00:00.000Z`, to: `${shiftDate(date, 1)}T00:00:00.000Z` };
}
