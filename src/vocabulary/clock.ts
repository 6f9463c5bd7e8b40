// The clock type that all code reads the time from, and units of time in milliseconds.

/** Returns the current time in milliseconds since the epoch, UTC. */
export type Clock = () => number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Later than any event, ms: the end of a range without an upper bound, whatever the clock of another process says. */
export const END_OF_TIME = Date.UTC(9999, 0, 1);

/** Formats milliseconds since the epoch as the API does: `2026-03-01T12:00:00.000Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
