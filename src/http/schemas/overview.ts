// The figures of one day (contract 4 and 10): every word of a closed list is there, zeros included.
import Type from 'typebox';
import type { OverviewCounts, OverviewKind } from '../../records/rollups.ts';
import { DECISIONS, EVALUATIONS, LEVELS } from '../../vocabulary/words.ts';
import { closed } from './schema.ts';

/** Signals that are named; more would be a list, not an overview. */
const TOP_SIGNALS = 10;
const Count = Type.Integer({ minimum: 0 });
const counted = (words: readonly string[]) => closed(Object.fromEntries(words.map((word) => [word, Count])));

export const OverviewSchema = closed(
  {
    date: Type.String({ description: 'The day, UTC.' }),
    events: Count,
    by_event_type: Type.Record(Type.String(), Count),
    by_decision: counted(DECISIONS),
    by_level: counted(LEVELS),
    by_evaluation: counted(EVALUATIONS),
    top_signals: Type.Array(closed({ code: Type.String(), count: Count })),
    new_devices: Count,
    active_devices: Count,
    active_accounts: Count,
    distinct_ips: Count,
    outcomes: Type.Integer({ description: 'Outcome rows written that day.' }),
    webhooks: counted(['delivered', 'retrying', 'failed']),
    hours: Type.Array(
      closed({ hour: Type.Integer(), events: Count, ...Object.fromEntries(DECISIONS.map((word) => [word, Count])) }),
    ),
  },
  { $id: 'Overview', description: 'Figures of one day.' },
);

export function overviewBody(date: string, figures: OverviewCounts) {
  const { counts, active, evaluations, outcomes, deliveries } = figures;
  const sum = (kind: OverviewKind, word: string, hour?: number) =>
    counts.reduce((total, row) => {
      const fits = row.kind === kind && row.word === word && (hour === undefined || row.hour === hour);
      return fits ? total + row.count : total;
    }, 0);
  const words = (kind: OverviewKind) => [...new Set(counts.filter((row) => row.kind === kind).map(({ word }) => word))];
  const by = (kind: OverviewKind, list: readonly string[]) =>
    Object.fromEntries(list.map((word) => [word, sum(kind, word)]));
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
    new_devices: sum('new_device', ''),
    active_devices: active.devices,
    active_accounts: active.accounts,
    distinct_ips: active.addresses,
    outcomes,
    webhooks: deliveries,
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      events: sum('event', '', hour),
      ...Object.fromEntries(DECISIONS.map((word) => [word, sum('decision', word, hour)])),
    })),
  };
}

/** An event without an outcome, or without a label, is inconclusive. */
function evaluationCounts(events: number, evaluations: OverviewCounts['evaluations']) {
  const said = EVALUATIONS.map((word) => [word, word === 'inconclusive' ? 0 : (evaluations.get(word) ?? 0)] as const);
  const conclusive = said.reduce((total, [, count]) => total + count, 0);
  return { ...Object.fromEntries(said), inconclusive: Math.max(0, events - conclusive) };
}
