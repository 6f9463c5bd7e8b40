// Formats counts and durations for the sentences of signals.
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import { formatCount, formatNumber } from '../vocabulary/format-count.ts';

export { formatCount, formatNumber };

/**
 * `19 failed logins`, but `at least 61 failed logins` from `limit` on, where a window leaves out repetitions. Otherwise, 700 guesses on an
 * account read "61 failed logins", next to 699 earlier events.
 */
export function formatMinimum(count: number, limit: number, noun: string, plural?: string): string {
  const counted = formatCount(count, noun, plural);
  return count < limit ? counted : `at least ${counted}`;
}

/** The text with a capital first letter. */
export function startSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A duration of `ms` milliseconds in the largest readable unit: `10 minutes`, `24 hours`, `95 days`. */
export function formatDuration(ms: number): string {
  if (ms >= 2 * DAY) return formatCount(Math.floor(ms / DAY), 'day');
  if (ms >= HOUR) return formatCount(Math.floor(ms / HOUR), 'hour');
  return formatCount(Math.max(1, Math.floor(ms / MINUTE)), 'minute');
}
