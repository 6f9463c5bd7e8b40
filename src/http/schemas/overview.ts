// The counts of one day: every word of a closed list has its count, zeros included.
import Type from 'typebox';
import type { OverviewCounts, OverviewKind } from '../../records/rollups.ts';
import { DECISIONS, EVALUATIONS, type Evaluation, LEVELS } from '../../vocabulary/words.ts';
import { FiredSignalSchema } from './risk.ts';
import { type BodyOf, closed, count, countsOf, fieldsOf } from './schema.ts';

/** How many signals an overview lists. */
const TOP_SIGNALS = 10;
const Count = count();

export const OverviewSchema = closed(
  {
    date: Type.String({ description: 'The day, UTC.' }),
    events: Count,
    by_event_type: Type.Record(Type.String(), Count, { examples: [{ login: 1 }] }),
    by_decision: countsOf(DECISIONS, 'allow'),
    by_level: countsOf(LEVELS, 'low'),
    by_evaluation: countsOf(EVALUATIONS, 'correct_allow'),
    top_signals: Type.Array(closed({ code: FiredSignalSchema.properties.code, count: Count })),
    new_devices: count('Devices first seen on that day, whatever the type of event.'),
    active_devices: Count,
    active_accounts: Count,
    distinct_ips: Count,
    outcomes: Type.Integer({ description: 'Outcome rows written on that day.' }),
    webhooks: countsOf(['delivered', 'retrying', 'failed'], 'delivered'),
    hours: Type.Array(closed({ hour: Type.Integer(), events: Count, ...fieldsOf(DECISIONS, Count) }), {
      description: 'All 24 hours, zeros included.',
      examples: [[{ hour: 12, events: 1, allow: 1, monitor: 0, challenge: 0, block: 0 }]],
    }),
  },
  { $id: 'Overview', description: 'Counts of one day.' },
);

export function overviewBody(date: string, overview: OverviewCounts): BodyOf<typeof OverviewSchema> {
  const { counts, active, newDevices, evaluations, outcomes, deliveries } = overview;
  const sum = (kind: OverviewKind, word: string, hour?: number) =>
    counts.reduce((total, row) => {
      const matches = row.kind === kind && row.word === word && (hour === undefined || row.hour === hour);
      return matches ? total + row.count : total;
    }, 0);
  const words = (kind: OverviewKind) => [...new Set(counts.filter((row) => row.kind === kind).map(({ word }) => word))];
  const by = <W extends string>(kind: OverviewKind, list: readonly W[], hour?: number) =>
    Object.fromEntries(list.map((word) => [word, sum(kind, word, hour)])) as Record<W, number>;
  const events = sum('event', '');
  return {
    date,
    events,
    by_event_type: by('type', words('type').sort()),
    by_decision: by('decision', DECISIONS),
    by_level: by('level', LEVELS),
    by_evaluation: evaluationCounts(events, evaluations),
    top_signals: words('signal')
      .map((code) => ({ code, count: sum('signal', code) }))
      .sort((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1))
      .slice(0, TOP_SIGNALS),
    new_devices: newDevices,
    active_devices: active.devices,
    active_accounts: active.accounts,
    distinct_ips: active.addresses,
    outcomes,
    webhooks: deliveries,
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      events: sum('event', '', hour),
      ...by('decision', DECISIONS, hour),
    })),
  };
}

/** An event without an outcome, or whose outcome has no label, is inconclusive. */
function evaluationCounts(events: number, evaluations: OverviewCounts['evaluations']): Record<Evaluation, number> {
  const conclusive = EVALUATIONS.map(
    (word) => [word, word === 'inconclusive' ? 0 : (evaluations.get(word) ?? 0)] as const,
  );
  const total = conclusive.reduce((sum, [, count]) => sum + count, 0);
  const byWord = Object.fromEntries(conclusive) as Record<Evaluation, number>;
  return { ...byWord, inconclusive: Math.max(0, events - total) };
}
