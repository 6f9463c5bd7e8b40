// Reads and maintains the rollups stored beside the events, for both engines.
import type { NetworkRow, OverviewCounts, OverviewKind, RollupStore, TrendCounts } from '../../records/rollups.ts';
import { DAY } from '../../vocabulary/clock.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { Evaluation } from '../../vocabulary/words.ts';
import type { Engine, Reader, Row } from '../engine.ts';
import { first } from '../reads.ts';
import { deleteFrom, insertInto, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { applyPendingEvents, applyUnlessBusy } from './apply-pending.ts';

const COUNTS = select`hour, kind, word, count FROM overview_counts WHERE environment_id = ? AND hour >= ? AND hour < ?`;
const MEMBERS = select`kind, CAST(count(*) AS ${macro.int8}) AS members FROM overview_members
  WHERE environment_id = ? AND day = ? GROUP BY kind`;
/** Two statements, because grouping all 45,000 rows of three months by day and word sorts them: 26 ms instead of 4 and 15. */
const TRENDS = {
  decisions: select`hour / 24 AS day, word AS decision, CAST(sum(count) AS ${macro.int8}) AS count FROM overview_counts
    WHERE environment_id = ? AND hour >= ? AND hour < ? AND kind = 'decision' GROUP BY hour / 24, word`,
  words: select`kind, word, CAST(sum(count) AS ${macro.int8}) AS count FROM overview_counts
    WHERE environment_id = ? AND hour >= ? AND hour < ? AND kind IN ('type', 'signal') GROUP BY kind, word`,
};
const EVENT_TYPES = select`word AS type, CAST(sum(count) AS ${macro.int8}) AS count FROM overview_counts
  WHERE environment_id = ? AND hour >= ? AND hour <= ? AND kind = 'type' GROUP BY word`;
const DAY_OF = sql`CAST(each.value ->> 0 AS ${macro.int8})`;
const firstSeen = (kind: 'account' | 'device') => sql`(SELECT count(*) FROM activity_rollups r
  WHERE r.environment_id = ? AND r.kind = ${kind === 'account' ? sql`'account'` : sql`'device'`}
  AND r.first_seen_at >= ${DAY_OF} * ${DAY} AND r.first_seen_at < (${DAY_OF} + 1) * ${DAY})`;
/** For a JSON list of [day]. One index range per day: grouping half a million rows would sort them. */
const FIRST_SEEN = select`${DAY_OF} AS day, CAST(${firstSeen('account')} AS ${macro.int8}) AS accounts,
  CAST(${firstSeen('device')} AS ${macro.int8}) AS devices FROM ${macro.each_json}`;
/** The day's active devices whose id is of that day: a device's id begins with the time it was created. */
const NEW_DEVICES = select`CAST(count(*) AS ${macro.int8}) AS devices FROM overview_members
  WHERE environment_id = ? AND day = ? AND kind = 'device' AND member >= ? AND member < ?`;
const EVALUATIONS = select`evaluation, CAST(count(*) AS ${macro.int8}) AS events FROM outcomes
  WHERE environment_id = ? AND is_current = 1 AND event_id >= ? AND event_id < ? GROUP BY evaluation`;
const OUTCOMES = select`CAST(count(*) AS ${macro.int8}) AS written FROM outcomes
  WHERE environment_id = ? AND id >= ? AND id < ?`;
const DELIVERIES = select`status, CAST(count(*) AS ${macro.int8}) AS deliveries FROM webhook_deliveries
  WHERE environment_id = ? AND id >= ? AND id < ? GROUP BY status`;
const OLD_NETWORKS = select`address FROM networks WHERE environment_id = ? AND last_seen_at < ? ORDER BY last_seen_at LIMIT ?`;
/** Not those that were seen again in the meantime: they would lose their members, and count them twice. */
const LOCK_OLD_NETWORKS = select`address FROM networks WHERE environment_id = ? AND address ${macro.in_texts}
  AND last_seen_at + 0 < ? ORDER BY address ${macro.lock_rows}`;
const DELETE_MEMBERS = deleteFrom('network_members')`WHERE environment_id = ? AND address ${macro.in_texts}`;
const DELETE_NETWORKS = deleteFrom('networks')`WHERE environment_id = ? AND address ${macro.in_texts}`;
/**
 * Lists environments through version 1 of their policies: when tables are distributed over servers, the policies of an
 * environment are on the same server as its queue.
 */
export const PENDING_ENVIRONMENTS = select`p.environment_id AS environment_number FROM policies p WHERE p.version = 1
  AND EXISTS (SELECT 1 FROM rollup_queue q WHERE q.environment_id = p.environment_id) ORDER BY p.environment_id`;
const DELETE_ALL = [
  deleteFrom('overview_counts')`WHERE environment_id = ?`,
  deleteFrom('overview_members')`WHERE environment_id = ?`,
  deleteFrom('networks')`WHERE environment_id = ?`,
  deleteFrom('network_members')`WHERE environment_id = ?`,
  deleteFrom('activity_rollups')`WHERE environment_id = ?`,
] as const;
const QUEUE_ALL = insertInto('rollup_queue')`(environment_id, event_id)
  SELECT environment_id, id FROM events WHERE environment_id = ? ON CONFLICT DO NOTHING`;

/** `primary` reads what is pending: a replica would list an environment again that has just been applied. */
export function rollupStore(engine: Engine, primary: Reader = engine.read): RollupStore {
  const { read } = engine;
  const splits = engine.name === 'sqlite';
  return {
    pendingEnvironments: async () =>
      (await primary.all<{ environment_number: number }>(PENDING_ENVIRONMENTS)).map((row) => row.environment_number),
    applyPending: (environmentNumber, limit) =>
      engine.write((querier) => applyPendingEvents({ querier, environmentNumber, splits }, limit)),
    applyUnlessBusy: (environmentNumber, limit) =>
      engine.write((querier) => applyUnlessBusy({ querier, environmentNumber, splits }, limit)),
    deleteNetworksBefore: (environmentNumber, before, limit) =>
      engine.write(async (querier) => {
        const found = await querier.all<{ address: string }>(OLD_NETWORKS, environmentNumber, before, limit);
        const locked = await querier.all(LOCK_OLD_NETWORKS, environmentNumber, addresses(found), before);
        await querier.run(DELETE_MEMBERS, environmentNumber, addresses(locked));
        await querier.run(DELETE_NETWORKS, environmentNumber, addresses(locked));
        return found.length;
      }),
    reset: (environmentNumber) =>
      engine.writeAll(async (querier) => {
        for (const statement of DELETE_ALL) await querier.run(statement, environmentNumber);
        await querier.run(QUEUE_ALL, environmentNumber);
      }),
    async overview(environmentNumber, day) {
      const bounds = (kind: 'event' | 'outcome' | 'delivery' | 'device') =>
        [idFloor(kind, day * DAY), idFloor(kind, (day + 1) * DAY)] as const;
      const [counts, members, newDevices, evaluations, outcomes, deliveries] = await Promise.all([
        read.all(COUNTS, environmentNumber, day * 24, day * 24 + 24),
        read.all(MEMBERS, environmentNumber, day),
        first(read.all<{ devices: number }>(NEW_DEVICES, environmentNumber, day, ...bounds('device'))),
        read.all(EVALUATIONS, environmentNumber, ...bounds('event')),
        first(read.all<{ written: number }>(OUTCOMES, environmentNumber, ...bounds('outcome'))),
        read.all(DELIVERIES, environmentNumber, ...bounds('delivery')),
      ]);
      return {
        counts: counts.map((row) => ({
          hour: (row.hour as number) - day * 24,
          kind: row.kind as OverviewKind,
          word: row.word as string,
          count: row.count as number,
        })),
        active: activeOf(members),
        newDevices: newDevices?.devices ?? 0,
        evaluations: new Map(evaluations.map((row) => [row.evaluation as Evaluation, row.events as number])),
        outcomes: outcomes?.written ?? 0,
        deliveries: deliveriesOf(deliveries),
      };
    },
    eventTypes: (environmentNumber, firstHour, lastHour) =>
      read.all<{ type: string; count: number }>(EVENT_TYPES, environmentNumber, firstHour, lastHour),
    async trends(environmentNumber, firstDay, lastDay) {
      const end = lastDay + 1;
      const hours = [firstDay * 24, end * 24] as const;
      const [decisions, words, firstSeen] = await Promise.all([
        read.all<TrendCounts['decisions'][number] & Row>(TRENDS.decisions, environmentNumber, ...hours),
        read.all<TrendCounts['words'][number] & Row>(TRENDS.words, environmentNumber, ...hours),
        read.all<{ day: number; accounts: number; devices: number }>(
          FIRST_SEEN,
          environmentNumber,
          environmentNumber,
          JSON.stringify(Array.from({ length: end - firstDay }, (_, index) => [firstDay + index])),
        ),
      ]);
      return { decisions, words, firstSeen };
    },
  };
}

function activeOf(rows: readonly Row[]): OverviewCounts['active'] {
  const of = (kind: string) => (rows.find((row) => row.kind === kind)?.members as number | undefined) ?? 0;
  return { devices: of('device'), accounts: of('account'), addresses: of('address') };
}

function deliveriesOf(rows: readonly Row[]): OverviewCounts['deliveries'] {
  const of = (status: string) => (rows.find((row) => row.status === status)?.deliveries as number | undefined) ?? 0;
  return { delivered: of('delivered'), retrying: of('pending'), failed: of('failed') + of('exhausted') };
}

export function networkRow(row: Row): NetworkRow {
  return {
    address: row.address as string,
    firstEventId: row.first_event_id as string,
    classification: row.classification as NetworkRow['classification'],
    eventCount: row.event_count as number,
    accountCount: row.account_count as number,
    deviceCount: row.device_count as number,
    decisions: {
      allow: row.allowed as number,
      monitor: row.monitored as number,
      challenge: row.challenged as number,
      block: row.blocked as number,
    },
    firstSeenAt: row.first_seen_at as number,
    lastSeenAt: row.last_seen_at as number,
  };
}

/** A JSON list of the addresses, for `macro.in_texts`. */
function addresses(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ address }) => address));
}
