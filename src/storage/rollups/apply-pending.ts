// Applies pending events to the rollups. Sums in memory first, so that a hundred events of one hour update a counter once.
import { HOUR } from '../../vocabulary/clock.ts';
import { isStopped } from '../../vocabulary/decisions.ts';
import type { Querier } from '../engine.ts';
import { digestOf, unpackSignals } from '../events/event-codec.ts';
import type { EventColumn, EventDetailsRow, EventsRow } from '../events/event-columns.ts';
import { columns, deleteFrom, insertInto, list, select, sql, type Write } from '../sql.ts';
import { int8At, macro } from '../sql-macros.ts';

const HOURS_OF_DAY = 24;
const COLUMNS = [
  'id',
  'type',
  'at',
  'created_at',
  'decision',
  'level',
  'device_id',
  'account_key',
  'address',
  'classification',
] as const satisfies readonly EventColumn[];
type PendingEvent = Pick<EventsRow, (typeof COLUMNS)[number]> & Pick<EventDetailsRow, 'signals'>;

/** Waits while another process applies the same events: later readers must see what that process counted. */
const LOCK_PENDING = select`q.event_id FROM rollup_queue q WHERE q.environment_id = ?
  ORDER BY q.event_id LIMIT ? ${macro.lock_rows}`;
const LOCK_FREE = select`q.event_id FROM rollup_queue q WHERE q.environment_id = ?
  ORDER BY q.event_id LIMIT ? ${macro.lock_free_rows}`;
const FIRST_PENDING = select`q.event_id FROM rollup_queue q WHERE q.environment_id = ? ORDER BY q.event_id LIMIT 1`;
const READ_PENDING = select`${columns(COLUMNS, 'e')}, v.signals FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  WHERE e.environment_id = ? AND e.id ${macro.in_texts}`;
const DELETE_PENDING = deleteFrom('rollup_queue')`WHERE environment_id = ? AND event_id ${macro.in_texts}`;

// Every JSON list is sorted, so that two transactions lock rows in the same order and never deadlock.
/** A JSON list of [hour, kind, word, count]. */
const ADD_COUNTS = insertInto('overview_counts')`(environment_id, hour, kind, word, count)
  SELECT ?, ${int8At(0)}, value ->> 1, value ->> 2, ${int8At(3)} FROM ${macro.each_json} WHERE true
  ON CONFLICT (environment_id, hour, kind, word) DO UPDATE SET count = overview_counts.count + excluded.count`;
/** A JSON list of [day, kind, member]. */
const ADD_OVERVIEW_MEMBERS = insertInto('overview_members')`(environment_id, day, kind, member)
  SELECT ?, ${int8At(0)}, value ->> 1, value ->> 2 FROM ${macro.each_json} WHERE true ON CONFLICT DO NOTHING`;
/** A JSON list of [address, kind, member]; returns those that are new. */
const ADD_NETWORK_MEMBERS = insertInto('network_members')`(environment_id, address, kind, member)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM ${macro.each_json} WHERE true ON CONFLICT DO NOTHING
  RETURNING address, kind`;
/** An update of an existing row names no column of its first event: see `addSums`. */
const INSERT_NETWORKS = sql`(environment_id, address, classification, first_event_id, event_count,
  account_count, device_count, allowed, monitored, challenged, blocked, first_seen_at, last_seen_at)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, ${list([3, 4, 5, 6, 7, 8, 9, 10, 11].map(int8At))}
  FROM ${macro.each_json} WHERE true ON CONFLICT (environment_id, address) DO UPDATE SET
  event_count = networks.event_count + excluded.event_count,
  account_count = networks.account_count + excluded.account_count,
  device_count = networks.device_count + excluded.device_count,
  allowed = networks.allowed + excluded.allowed, monitored = networks.monitored + excluded.monitored,
  challenged = networks.challenged + excluded.challenged, blocked = networks.blocked + excluded.blocked,
  last_seen_at = CASE WHEN networks.last_seen_at > excluded.last_seen_at
    THEN networks.last_seen_at ELSE excluded.last_seen_at END`;
const FIRST_OF_NETWORK = sql`first_event_id = CASE WHEN networks.first_event_id < excluded.first_event_id
    THEN networks.first_event_id ELSE excluded.first_event_id END,
  first_seen_at = CASE WHEN networks.first_seen_at < excluded.first_seen_at
    THEN networks.first_seen_at ELSE excluded.first_seen_at END`;
const NETWORKS: Sums = {
  add: insertInto('networks')`${INSERT_NETWORKS}, ${FIRST_OF_NETWORK}`,
  addInOrder: insertInto('networks')`${INSERT_NETWORKS}
    WHERE networks.first_event_id <= excluded.first_event_id AND networks.first_seen_at <= excluded.first_seen_at`,
  addOutOfOrder: insertInto('networks')`${INSERT_NETWORKS}, ${FIRST_OF_NETWORK}
    WHERE networks.first_event_id > excluded.first_event_id OR networks.first_seen_at > excluded.first_seen_at`,
};

/** A JSON list of [kind, member, events, stopped, first, last]. */
const INSERT_ACTIVITY = sql`(environment_id, kind, member, event_count, stopped_count,
  first_seen_at, last_seen_at) SELECT ?, value ->> 0, value ->> 1, ${list([2, 3, 4, 5].map(int8At))}
  FROM ${macro.each_json} WHERE true ON CONFLICT (environment_id, kind, member) DO UPDATE SET
  event_count = activity_rollups.event_count + excluded.event_count,
  stopped_count = activity_rollups.stopped_count + excluded.stopped_count,
  last_seen_at = CASE WHEN activity_rollups.last_seen_at > excluded.last_seen_at
    THEN activity_rollups.last_seen_at ELSE excluded.last_seen_at END`;
const FIRST_OF_ACTIVITY = sql`first_seen_at = CASE WHEN activity_rollups.first_seen_at < excluded.first_seen_at
  THEN activity_rollups.first_seen_at ELSE excluded.first_seen_at END`;
const ACTIVITY: Sums = {
  add: insertInto('activity_rollups')`${INSERT_ACTIVITY}, ${FIRST_OF_ACTIVITY}`,
  addInOrder: insertInto('activity_rollups')`${INSERT_ACTIVITY}
    WHERE activity_rollups.first_seen_at <= excluded.first_seen_at`,
  addOutOfOrder: insertInto('activity_rollups')`${INSERT_ACTIVITY}, ${FIRST_OF_ACTIVITY}
    WHERE activity_rollups.first_seen_at > excluded.first_seen_at`,
};

/** Statements that add rows to their sums: all rows, or only those that leave the first event as it is, or move it. */
interface Sums {
  add: Write;
  addInOrder: Write;
  addOutOfOrder: Write;
}

interface PendingId {
  event_id: string;
}

/** The environment whose events are applied. `splits`: whether updates that leave the first event alone are separate statements. */
export interface RollupTarget {
  querier: Querier;
  environmentNumber: number;
  splits: boolean;
}

interface NetworkTotals {
  address: string;
  classification: string;
  firstEventId: string;
  events: number;
  decisions: Record<string, number>;
  firstAt: number;
  lastAt: number;
  members: Map<string, { kind: 'account' | 'device'; name: string }>;
  /** How many of the members are new to the address. */
  newMembers: Record<'account' | 'device', number>;
}

/** Runs inside a transaction. Resolves to the number of events applied. */
export async function applyPendingEvents(target: RollupTarget, limit: number): Promise<number> {
  const pending = await target.querier.all<PendingId>(LOCK_PENDING, target.environmentNumber, limit);
  return applyLocked(target, pending);
}

/**
 * Like `applyPendingEvents`, but if another process is applying the environment's events, leaves them to it and resolves to 0. When
 * processes waited for each other's counters, each of four held a connection; a fifth of all connections waited.
 */
export async function applyUnlessBusy(target: RollupTarget, limit: number): Promise<number> {
  const { querier, environmentNumber } = target;
  const pending = await querier.all<PendingId>(LOCK_FREE, environmentNumber, limit);
  const first = await querier.all<PendingId>(FIRST_PENDING, environmentNumber);
  return pending[0]?.event_id === first[0]?.event_id ? applyLocked(target, pending) : 0;
}

async function applyLocked(target: RollupTarget, pending: readonly PendingId[]): Promise<number> {
  const { querier, environmentNumber } = target;
  if (pending.length === 0) return 0;
  const ids = JSON.stringify(pending.map((row) => row.event_id));
  const events = await querier.all<PendingEvent>(READ_PENDING, environmentNumber, ids);
  await querier.run(DELETE_PENDING, environmentNumber, ids);
  await addToOverview(querier, environmentNumber, events);
  await addToNetworks(target, events);
  await addToActivity(target, events);
  return pending.length;
}

/**
 * Adds rows to their sums. SQLite rewrites each index of a column that an update names, whatever its value. There, rows whose first
 * event stays are added without naming it; the others, which exist because events may arrive out of order, are added separately.
 * PostgreSQL compares the values itself, and Citus counts the rows that were selected, not those that were written.
 */
async function addSums(
  { querier, environmentNumber, splits }: RollupTarget,
  { add, addInOrder, addOutOfOrder }: Sums,
  rows: readonly unknown[],
): Promise<void> {
  const values = JSON.stringify(rows);
  const added = await querier.run(splits ? addInOrder : add, environmentNumber, values);
  if (splits && added < rows.length) await querier.run(addOutOfOrder, environmentNumber, values);
}

async function addToOverview(
  querier: Querier,
  environmentNumber: number,
  events: readonly PendingEvent[],
): Promise<void> {
  const counts = new Map<string, [key: (string | number)[], count: number]>();
  const members = new Map<string, (string | number)[]>();
  for (const event of events) {
    const hour = Math.floor(event.created_at / HOUR);
    const day = Math.floor(hour / HOURS_OF_DAY);
    for (const word of wordsOf(event)) {
      const key = [hour, ...word];
      const name = key.join(' ');
      counts.set(name, [key, (counts.get(name)?.[1] ?? 0) + 1]);
    }
    // A day's distinct addresses are only counted, so their digests are enough.
    const address = event.address === null ? null : digestOf(event.address);
    for (const [kind, member] of [
      ['device', event.device_id],
      ['account', event.account_key],
      ['address', address],
    ]) {
      if (kind && member) members.set(`${day} ${kind} ${member}`, [day, kind, member]);
    }
  }
  const rows = sorted(counts).map(([key, count]) => [...key, count]);
  await querier.run(ADD_COUNTS, environmentNumber, JSON.stringify(rows));
  await querier.run(ADD_OVERVIEW_MEMBERS, environmentNumber, JSON.stringify(sorted(members)));
}

/** The kinds and words an event counts for. */
function wordsOf(event: PendingEvent): string[][] {
  const codes = unpackSignals(event.signals).map(({ code }) => code);
  const words = [
    ['event', ''],
    ['type', event.type],
    ['decision', event.decision],
    ['level', event.level],
  ];
  for (const code of codes) words.push(['signal', code]);
  return words;
}

function sorted<T>(rows: ReadonlyMap<string, T>): T[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

async function addToNetworks(target: RollupTarget, events: readonly PendingEvent[]): Promise<void> {
  const { querier, environmentNumber } = target;
  const networks = new Map<string, NetworkTotals>();
  for (const event of events) if (event.address !== null) addToTotals(networks, event.address, event);
  if (networks.size === 0) return;
  const members = sorted(networks).flatMap(({ address, members }) =>
    sorted(members).map(({ kind, name }) => [address, kind, name]),
  );
  const added = await querier.all<{ address: string; kind: 'account' | 'device' }>(
    ADD_NETWORK_MEMBERS,
    environmentNumber,
    JSON.stringify(members),
  );
  for (const { address, kind } of added) (networks.get(address) as NetworkTotals).newMembers[kind] += 1;
  const rows = sorted(networks).map(({ address, classification, firstEventId, newMembers, decisions, ...totals }) => {
    const { allow = 0, monitor = 0, challenge = 0, block = 0 } = decisions;
    const counts = [totals.events, newMembers.account, newMembers.device, allow, monitor, challenge, block];
    return [address, classification, firstEventId, ...counts, totals.firstAt, totals.lastAt];
  });
  await addSums(target, NETWORKS, rows);
}

function addToTotals(networks: Map<string, NetworkTotals>, address: string, event: PendingEvent): void {
  const { classification, id, created_at: at, decision, account_key: account, device_id: device } = event;
  const network: NetworkTotals = networks.get(address) ?? {
    address,
    classification,
    firstEventId: id,
    events: 0,
    decisions: {},
    firstAt: at,
    lastAt: at,
    members: new Map(),
    newMembers: { account: 0, device: 0 },
  };
  network.events += 1;
  // Pending events are read in any order.
  if (id < network.firstEventId) network.firstEventId = id;
  network.decisions[decision] = (network.decisions[decision] ?? 0) + 1;
  network.firstAt = Math.min(network.firstAt, at);
  network.lastAt = Math.max(network.lastAt, at);
  network.members.set(`device ${device}`, { kind: 'device', name: device });
  if (account !== null) network.members.set(`account ${account}`, { kind: 'account', name: account });
  networks.set(address, network);
}

type Activity = [kind: string, member: string, events: number, stopped: number, first: number, last: number];

/**
 * Adds to the counts of devices and accounts. Trends count them on the day they arrive. The list of devices shows when an event
 * happened, so it is also sorted by that time: sorted by arrival, an event with a past `occurred_at` would put its device above
 * devices seen after it.
 */
async function addToActivity(target: RollupTarget, events: readonly PendingEvent[]): Promise<void> {
  const totals = new Map<string, Activity>();
  for (const { at, created_at: arrivedAt, decision, device_id: device, account_key: account } of events) {
    const stopped = isStopped(decision) ? 1 : 0;
    for (const [kind, member, seenAt] of [
      ['device', device, at],
      ['account', account, arrivedAt],
    ] as const) {
      if (member === null) continue;
      const key = `${kind} ${member}`;
      const [, , count, stops, first, last] = totals.get(key) ?? [kind, member, 0, 0, arrivedAt, seenAt];
      totals.set(key, [kind, member, count + 1, stops + stopped, Math.min(first, arrivedAt), Math.max(last, seenAt)]);
    }
  }
  await addSums(target, ACTIVITY, sorted(totals));
}
