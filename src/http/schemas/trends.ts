// The counts of a range of days: each day, and the sums over the range.
import Type from 'typebox';
import type { TrendCounts } from '../../records/rollups.ts';
import { DAY, isoTime } from '../../vocabulary/clock.ts';
import { byDecision } from '../../vocabulary/decisions.ts';
import { DECISIONS, type Decision } from '../../vocabulary/words.ts';
import { FiredSignalSchema } from './risk.ts';
import { type BodyOf, closed, count, countsOf } from './schema.ts';

const TOP_SIGNALS = 10;
const Count = count();
const TOTALS = {
  events: Count,
  by_decision: countsOf(DECISIONS, 'allow'),
  new_devices: count('Devices first seen.'),
  new_accounts: count('Accounts first seen.'),
};

export const TrendsSchema = closed(
  {
    from: Type.String({ description: 'The first day, UTC.', examples: ['2026-03-01'] }),
    to: Type.String({ description: 'The last day, UTC, inclusive.', examples: ['2026-03-01'] }),
    ...TOTALS,
    by_event_type: Type.Record(Type.String(), Count, { examples: [{ login: 1 }] }),
    top_signals: Type.Array(closed({ code: FiredSignalSchema.properties.code, count: Count })),
    days: Type.Array(closed({ date: Type.String(), ...TOTALS }), { description: 'Every day, zeros included.' }),
  },
  { $id: 'Trends', description: 'Counts of a range of days.' },
);

/** `first` and `last` are days since the epoch, inclusive. */
export function trendsBody(first: number, last: number, trends: TrendCounts): BodyOf<typeof TrendsSchema> {
  const byDay = Array.from({ length: last - first + 1 }, zeros);
  for (const { day, decision, count } of trends.decisions) {
    const counts = byDay[day - first] as DayCounts;
    counts.by_decision[decision] += count;
    counts.events += count;
  }
  for (const { day, accounts, devices } of trends.firstSeen)
    Object.assign(byDay[day - first] as DayCounts, { new_accounts: accounts, new_devices: devices });
  return {
    from: dateOf(first),
    to: dateOf(last),
    ...byDay.reduce(sum, zeros()),
    by_event_type: Object.fromEntries(byWord(trends, 'type').sort(([one], [other]) => (one < other ? -1 : 1))),
    top_signals: byWord(trends, 'signal')
      .map(([code, number]) => ({ code, count: number }))
      .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
      .slice(0, TOP_SIGNALS),
    days: byDay.map((counts, index) => ({ date: dateOf(first + index), ...counts })),
  };
}

/** Every event has one decision, so the events of a day are the sum of its decisions. */
interface DayCounts {
  events: number;
  by_decision: Record<Decision, number>;
  new_devices: number;
  new_accounts: number;
}

const dateOf = (day: number) => isoTime(day * DAY).slice(0, 10);

function zeros(): DayCounts {
  const by_decision = byDecision(() => 0);
  return { events: 0, by_decision, new_devices: 0, new_accounts: 0 };
}

function sum(total: DayCounts, day: DayCounts): DayCounts {
  for (const word of DECISIONS) total.by_decision[word] += day.by_decision[word];
  total.events += day.events;
  total.new_devices += day.new_devices;
  total.new_accounts += day.new_accounts;
  return total;
}

const byWord = ({ words }: TrendCounts, requested: 'type' | 'signal'): [string, number][] =>
  words.flatMap(({ kind, word, count }) => (kind === requested ? [[word, count] as [string, number]] : []));
