// Points in time: how long ago for the eye, the exact UTC time beside or behind it. Everything is UTC, as in the API.
import { Fragment, useEffect, useState } from 'react';

const UNITS: readonly [limit: number, size: number, name: string][] = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [86_400 * 60, 86_400, 'd'],
  [86_400 * 730, 86_400 * 30.44, 'mo'],
  [Number.POSITIVE_INFINITY, 86_400 * 365.25, 'y'],
];

/** `3 min ago`, `2 d ago`, `in 4 min`. */
export function ago(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const size = Math.abs(seconds);
  if (size < 5) return 'now';
  const unit = UNITS.find(([limit]) => size < limit) ?? UNITS[5];
  const text = `${Math.floor(size / (unit?.[1] ?? 1))} ${unit?.[2]}`;
  return seconds < 0 ? `in ${text}` : `${text} ago`;
}

/** From here on "ago" says too little: a whole attack would be `8 mo ago`, and its order in time unreadable. */
const EXACT_AFTER_MS = 2 * 86_400_000;

/** How a list says when: `3 min ago`, and for what is older than two days `2026-03-02 14:05`. */
export function listed(iso: string, now: number): string {
  return now - Date.parse(iso) > EXACT_AFTER_MS ? utc(iso).slice(0, 16) : ago(iso, now);
}

/** `2026-03-02 14:05:31` */
export function utc(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

/** The time of `useNow`'s last tick, ms; ticks every `every` ms so that "ago" stays true. */
export function useNow(every = 15_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** A date may stand above its time where a column is narrow; anything shorter stays on one line. */
function Listed({ text }: { text: string }) {
  const parts = /^\d{4}-/.test(text) ? text.split(' ') : [text];
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <span className="whole">{part}</span>
    </Fragment>
  ));
}

export function Timestamp({ at, style = 'ago' }: { at: string | null | undefined; style?: 'ago' | 'exact' | 'both' }) {
  const now = useNow();
  if (!at) return <span className="soft">never</span>;
  const exact = `${utc(at)} UTC`;
  return (
    <time dateTime={at} title={style === 'exact' ? ago(at, now) : `${exact}, ${ago(at, now)}`}>
      {style === 'ago' ? <Listed text={listed(at, now)} /> : <span className="whole">{exact}</span>}
      {style === 'both' && <span className="soft whole"> {ago(at, now)}</span>}
    </time>
  );
}
