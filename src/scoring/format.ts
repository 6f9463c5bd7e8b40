// Formats counts and durations for the sentences of signals.
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import { formatCount } from '../vocabulary/format-count.ts';

export { formatCount };

/** A duration of `ms` milliseconds in the largest readable unit: `10 minutes`, `24 hours`, `95 days`. */
export function formatDuration(ms: number): string {
  if (ms >= 2 * DAY) return formatCount(Math.floor(ms / DAY), 'day');
  if (ms >= HOUR) return formatCount(Math.floor(ms / HOUR), 'hour');
  return formatCount(Math.max(1, Math.floor(ms / MINUTE)), 'minute');
}
