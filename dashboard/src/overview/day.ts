// Days in UTC, as the overview counts them. Pure.
const DAY = 86_400_000;

/** `2026-03-02` moved by whole days. */
export function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The filter of a list that shows the events of this day alone. */
export function dayRange(date: string): { from: string; to: string } {
  return { from: `${date}T00:00:00.000Z`, to: `${shiftDate(date, 1)}T00:00:00.000Z` };
}
