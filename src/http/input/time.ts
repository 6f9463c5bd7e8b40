// Parses the times that callers send: ISO 8601 with a time zone, every part in range, without guessing.
import { invalid, type ValidationIssue } from '../../vocabulary/failure.ts';
import { requireOrderedRange } from '../../vocabulary/time-range.ts';

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** ms since the epoch, or null: no time zone, a day that the month does not have, or a year outside 1970 to 9999. */
export function parseTime(text: string): number | null {
  const parts = ISO.exec(text);
  if (parts === null) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const offset = zoneMinutes(parts[8] as string);
  if (offset === null) return null;
  const ms = Math.floor(Number(`0.${parts[7] ?? '0'}`) * 1_000);
  const at = Date.UTC(year, month - 1, day, hour, minute - offset, second, ms);
  return at < 0 ? null : at;
}

/** A query turns the plus of a zone that is not percent-encoded into a space. */
const LOST_PLUS = /^(.+T.+) (\d{2}:\d{2})$/;

/** The issue of a time that `parseTime` does not accept; `text` if it came in a query. */
export function timeIssue(pointer: string, text = ''): ValidationIssue {
  const isEncodingLost = LOST_PLUS.test(text) && parseTime(text.replace(LOST_PLUS, '$1+$2')) !== null;
  const detail = isEncodingLost
    ? 'A + in a query means a space: send the time in UTC with Z, or the + as %2B.'
    : 'Must be an ISO 8601 time with a time zone, such as 2026-03-01T12:00:00Z.';
  return { pointer, code: 'bad_format', detail };
}

/** An optional query parameter in ms; null when absent. @throws Failure `invalid` that names the parameter. */
export function parseTimeParameter(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = parseTime(text);
  if (at === null) throw invalid(timeIssue(name, text));
  return at;
}

/** A required range in ms. `prefix` precedes both names in pointers. @throws Failure `invalid`. */
export function parseTimeRange(given: { from: string; to: string }, prefix: '/' | ''): { from: number; to: number } {
  const times = { from: parseTime(given.from), to: parseTime(given.to) };
  const [first, ...others] = (['from', 'to'] as const)
    .filter((name) => times[name] === null)
    .map((name) => timeIssue(`${prefix}${name}`, prefix === '' ? given[name] : ''));
  if (first !== undefined) throw invalid(first, ...others);
  const range = times as { from: number; to: number };
  requireOrderedRange(range.from, range.to, `${prefix}to`);
  return range;
}

function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (DAYS_IN_MONTH[month - 1] as number) + (leap ? 1 : 0);
}

function zoneMinutes(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
