// The few words that sentences of signals share: counts with their nouns, spans of time.
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';

/** `1 failure`, `4 failures`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** A span in the largest unit that keeps it readable: `10 minutes`, `24 hours`, `95 days`. */
export function spanned(ms: number): string {
  if (ms >= 2 * DAY) return counted(Math.floor(ms / DAY), 'day');
  if (ms >= HOUR) return counted(Math.floor(ms / HOUR), 'hour');
  return counted(Math.max(1, Math.floor(ms / MINUTE)), 'minute');
}
