// The counts of a range of days: each day, and the sums over the range.
import Type from 'typebox';
import type { OverviewKind, TrendCounts } from '../../records/rollups.ts';
import { DAY, isoTime } from '../../vocabulary/clock.ts';
import { DECISIONS } from '../../vocabulary/words.ts';
import { type BodyOf, closed, count, fieldsOf } from './schema.ts';

const TOP_SIGNALS = 10;
const Count = count();
const TOTALS = {
  events: Count,
  by_decision: closed(fieldsOf(DECISIONS, Count)),
  new_devices: count('Devices first seen.'),
  new_accounts: count('Accounts first seen.'),
};

export const TrendsSchema = closed(
  {
    from: Type.String({ description: 'The first day, UTC.', examples: ['2026-03-01'] }),
    to: Type.String({ description: 'The last day, UTC, inclusive.', examples: ['2026-03-01'] }),
    ...TOTALS,
    by_event_type: Type.Record(Type.String(), Count),
    top_signals: Type.Array(closed({ code: Type.String(), count: Count })),
    days: Type.Array(closed({ date: Type.String(), ...TOTALS }), { description: 'Every day, zeros included.' }),
  },
  { $id: 'Trends', description: 'Counts of a range of days.' },
);

/** `first` and `last` are days since the epoch, inclusive. */
export function trendsBody(first: number, last: number, trends: TrendCounts): BodyOf<typeof TrendsSchema> {
  const days = Array.from({ length: last - first + 1 }, (_, index) => ({
    date: dateOf(first + index),
    ...totals(trends, (day) => day === first + index),
  }));
  return {
    from: dateOf(first),
    to: dateOf(last),
    ...totals(trends, () => true),
    by_event_type: Object.fromEntries(byWord(trends, 'type').sort(([one], [other]) => (one < other ? -1 : 1))),
    top_signals: byWord(trends, 'signal')
      .map(([code, number]) => ({ code, count: number }))
      .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
      .slice(0, TOP_SIGNALS),
    days,
  };
}

const dateOf = (day: number) => isoTime(day * DAY).slice(0, 10);

function totals({ counts, firstSeen }: TrendCounts, includes: (day: number) => boolean) {
  const rows = counts.filter(({ day }) => includes(day));
  const sum = (kind: OverviewKind, word: string) =>
    rows.reduce((total, row) => (row.kind === kind && row.word === word ? total + row.count : total), 0);
  const first = (kind: 'accounts' | 'devices') =>
    firstSeen.reduce((total, row) => (includes(row.day) ? total + row[kind] : total), 0);
  return {
    events: sum('event', ''),
    by_decision: Object.fromEntries(DECISIONS.map((word) => [word, sum('decision', word)])) as Record<
      (typeof DECISIONS)[number],
      number
    >,
    new_devices: first('devices'),
    new_accounts: first('accounts'),
  };
}

function byWord({ counts }: TrendCounts, kind: OverviewKind): [string, number][] {
  const sums = new Map<string, number>();
  for (const row of counts) if (row.kind === kind) sums.set(row.word, (sums.get(row.word) ?? 0) + row.count);
  return [...sums];
}
