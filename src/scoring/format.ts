// Formats counts and durations for the sentences of signals.
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';

/** `1 failure`, `4 failures`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A duration of `ms` milliseconds in the largest readable unit: `10 minutes`, `24 hours`, `95 days`. */
export function formatDuration(ms: number): string {
  if (ms >= 2 * DAY) return formatCount(Math.floor(ms / DAY), 'day');
  if (ms >= HOUR) return formatCount(Math.floor(ms / HOUR), 'hour');
  return formatCount(Math.max(1, Math.floor(ms / MINUTE)), 'minute');
}
