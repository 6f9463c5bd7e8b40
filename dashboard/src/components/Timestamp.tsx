// Points in time, relative or exact, in the zone that the member has chosen.
import { Fragment, useEffect, useState } from 'react';
import { DAY } from '../../../src/vocabulary/clock.ts';
import { formatTime, type TimeZoneChoice, useTimeZoneChoice, zoneName } from './time-zone.ts';

const UNITS: readonly [limit: number, size: number, name: string][] = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [86_400 * 60, 86_400, 'd'],
  [86_400 * 730, 86_400 * 30.44, 'mo'],
  [Number.POSITIVE_INFINITY, 86_400 * 365.25, 'y'],
];

/** `3 min ago`, `2 d ago`, `in 4 min`. `now` is in milliseconds since the epoch. */
function timeAgo(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const size = Math.abs(seconds);
  if (size < 5) return 'now';
  const unit = UNITS.find(([limit]) => size < limit) ?? UNITS[5];
  const text = `${Math.floor(size / (unit?.[1] ?? 1))} ${unit?.[2]}`;
  return seconds < 0 ? `in ${text}` : `${text} ago`;
}

/** Beyond this age a relative time is too coarse: a whole attack would be `8 mo ago`, and its order in time unreadable. */
const MAX_RELATIVE_AGE_MS = 2 * DAY;

/** The time as a list shows it: `3 min ago`, or `2026-03-02 14:05` if it is older than two days. */
function compactTime(iso: string, now: number, zone: TimeZoneChoice): string {
  return now - Date.parse(iso) > MAX_RELATIVE_AGE_MS ? formatTime(iso, zone).slice(0, 16) : timeAgo(iso, now);
}

/**
 * The current time in ms, updated every `every` ms so that relative times stay correct, and on each render so that no new event
 * appears to lie in the future.
 */
export function useNow(every = 15_000): number {
  const [, render] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => render((count) => count + 1), every);
    return () => clearInterval(timer);
  }, [every]);
  return Date.now();
}

/** In a narrow column, a date may wrap between date and time; relative times stay on one line. */
function CompactTime({ text }: { text: string }) {
  const parts = /^\d{4}-/.test(text) ? text.split(' ') : [text];
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <span className="nowrap">{part}</span>
    </Fragment>
  ));
}

interface TimestampProps {
  /** ISO 8601; null or undefined means "never". */
  at: string | null | undefined;
  format?: 'relative' | 'absolute' | 'both';
}

export function Timestamp({ at, format = 'relative' }: TimestampProps) {
  const now = useNow();
  const zone = useTimeZoneChoice();
  if (!at) return <span className="muted">Never</span>;
  const absolute = `${formatTime(at, zone)} ${zoneName(at, zone)}`;
  const relative = timeAgo(at, now);
  return (
    <time dateTime={at} title={format === 'absolute' ? relative : `${absolute}, ${relative}`}>
      {format === 'relative' ? (
        <CompactTime text={compactTime(at, now, zone)} />
      ) : (
        <span className="nowrap">{absolute}</span>
      )}
      {format === 'both' && <span className="muted nowrap"> ({relative})</span>}
    </time>
  );
}
