// Quiet hours: decides when a message that is due now may be sent.
import type { QuietHours } from '../../records/alerts.ts';
import { MINUTE } from '../../vocabulary/clock.ts';

const DAY_MINUTES = 24 * 60;

/** `at` (ms), or the end of the quiet hours that contain it. */
export function afterQuietHours(hours: QuietHours | null, at: number): number {
  if (hours === null) return at;
  const now = minuteOfDay(at, hours.timeZone);
  const [from, to] = [minutes(hours.from), minutes(hours.to)];
  const quiet = from <= to ? from <= now && now < to : from <= now || now < to;
  if (!quiet) return at;
  // An hour off on the night of a clock change; `sendNotifications` checks again before it sends.
  const wait = (to - now + DAY_MINUTES) % DAY_MINUTES;
  return at - (at % MINUTE) + wait * MINUTE;
}

/** Whether `name` is a time zone that this system knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function minuteOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutes(format.format(at));
}

/** Parses `HH:MM`. */
function minutes(text: string): number {
  const [hour = '0', minute = '0'] = text.split(':');
  return Number(hour) * 60 + Number(minute);
}
