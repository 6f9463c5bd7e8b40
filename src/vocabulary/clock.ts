// Time enters the service through this one type: milliseconds since the epoch, UTC.

export type Clock = () => number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds since the epoch as the API writes them: `2026-03-01T12:00:00.000Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
