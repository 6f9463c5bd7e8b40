// The clock type that all code takes the time from, and units of time in milliseconds.

/** Returns the current time in milliseconds since the epoch, UTC. */
export type Clock = () => number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Formats milliseconds since the epoch as the API does: `2026-03-01T12:00:00.000Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
