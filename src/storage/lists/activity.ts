// Reads the activity of one account or one address, for both engines: bounded numbers of rows by their index.
import type { ActivityEvent, ActivityOutcome, ActivityReader, ProvenNetwork } from '../../records/activity.ts';
import { PARTITIONS } from '../../vocabulary/windows.ts';
import type { Reader, Row } from '../engine.ts';
import type { EventColumn, EventTuple } from '../events/event-columns.ts';
import { first } from '../reads.ts';
import { columns, identifier, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { countedEvents } from './counted-events.ts';
import { DEVICES_USED_LAST } from './lists.ts';

const EVENT = [
  'id',
  'created_at',
  'type',
  'account_key',
  'device_id',
  'address',
  'classification',
  'decision',
  'score',
  'credential',
] as const satisfies readonly EventColumn[];
/** All rows as one JSON text: naming the columns of thousands of rows would double SQLite's cost of the read. */
const newestOf = (column: 'account_key' | 'address') => select`${macro.json_rows}(${columns(EVENT, 'e')})) AS rows
  FROM (SELECT ${columns(EVENT)} FROM events WHERE environment_id = ? AND ${identifier(column)} = ?
    ORDER BY id DESC LIMIT ?) AS e`;
/**
 * The id is compared as an expression; otherwise SQLite would read and sort all older events of the account by the index of its ids:
 * half a second for 100,000 of them.
 */
const countedOf = (kind: 'account' | 'network') => select`${macro.json_rows}(${columns(EVENT, 'e')})) AS rows
  FROM (${countedEvents(kind, columns(EVENT), sql`AND id || '' < ?`)}) AS e`;
const COUNTED = { account: countedOf('account'), network: countedOf('network') };
const NEWEST = { account: newestOf('account_key'), network: newestOf('address') };

const DEVICE_COUNTS = select`CAST(count(*) AS ${macro.int8}) AS devices,
  CAST(count(u.first_proof_at) AS ${macro.int8}) AS proven,
  CAST(count(CASE WHEN u.first_proof_at IS NULL AND u.event_count = 1 AND NOT EXISTS (SELECT 1 FROM devices d
    WHERE d.environment_id = ? AND d.id = u.device_id AND d.is_trusted = 1) THEN 1 END) AS ${macro.int8}) AS once
  FROM ${DEVICES_USED_LAST}`;
const DEVICES_BEFORE = select`device_id FROM account_devices
  WHERE environment_id = ? AND account_key = ? AND first_proof_at < ? AND device_id ${macro.in_texts}`;
const ACCOUNT = select`a.external_id, a.proof_count, a.first_proof_at, a.last_proof_at, r.event_count, r.stopped_count,
  r.first_seen_at, r.last_seen_at FROM accounts a
  JOIN activity_rollups r ON r.environment_id = a.environment_id AND r.kind = 'account' AND r.member = a.account_key
  WHERE a.environment_id = ? AND a.account_key = ?`;
const OUTCOMES = select`event_id, label, evaluation, submitted_at, submitted_by_name FROM outcomes
  WHERE environment_id = ? AND event_id ${macro.in_texts} AND is_current = 1 AND label IS NOT NULL`;
const PROVEN = sql`account_key, narrow, first_proof_at, last_proof_at FROM account_networks WHERE environment_id = ?`;
const PROVEN_NETWORKS = select`${PROVEN} AND account_key = ? ORDER BY last_proof_at DESC, narrow LIMIT ?`;
const PROVEN_THERE = select`${PROVEN} AND wide = ? AND narrow = ? AND account_key ${macro.in_texts}`;

export function activityReader(read: Reader): ActivityReader {
  return {
    async account(environmentNumber, accountKey) {
      const [row, counts] = await Promise.all([
        first(read.all(ACCOUNT, environmentNumber, accountKey)),
        first(read.all<Counts>(DEVICE_COUNTS, environmentNumber, environmentNumber, accountKey)),
      ]);
      if (row === null) return null;
      return {
        externalId: row.external_id as string,
        eventCount: row.event_count as number,
        stoppedCount: row.stopped_count as number,
        firstSeenAt: row.first_seen_at as number,
        lastSeenAt: row.last_seen_at as number,
        proofCount: row.proof_count as number,
        firstProofAt: row.first_proof_at as number | null,
        lastProofAt: row.last_proof_at as number | null,
        deviceCount: counts?.devices ?? 0,
        provenDeviceCount: counts?.proven ?? 0,
        onceDeviceCount: counts?.once ?? 0,
      };
    },
    async newest(environmentNumber, { kind, key }, limit) {
      return newestFirst(await read.all(NEWEST[kind], environmentNumber, key, limit));
    },
    async counted(environmentNumber, { kind, key }, before, limit) {
      const values = PARTITIONS.flatMap(() => [environmentNumber, key, before, limit]);
      return newestFirst(await read.all(COUNTED[kind], ...values));
    },
    outcomes: async (environmentNumber, eventIds) =>
      (await read.all(OUTCOMES, environmentNumber, JSON.stringify(eventIds))).map(activityOutcome),
    devicesBefore: async (environmentNumber, accountKey, before, deviceIds) =>
      (
        await read.all<{ device_id: string }>(
          DEVICES_BEFORE,
          environmentNumber,
          accountKey,
          before,
          JSON.stringify(deviceIds),
        )
      ).map((row) => row.device_id),
    provenNetworks: async (environmentNumber, accountKey, limit) =>
      (await read.all(PROVEN_NETWORKS, environmentNumber, accountKey, limit)).map(provenNetwork),
    provenThere: async (environmentNumber, { wide, narrow }, accountKeys) =>
      (await read.all(PROVEN_THERE, environmentNumber, wide, narrow, JSON.stringify(accountKeys))).map(provenNetwork),
  };
}

function newestFirst([row]: readonly Row[]): ActivityEvent[] {
  const packed = (row?.rows ?? '[]') as string;
  // An aggregate has no order.
  return (JSON.parse(packed) as EventTuple<typeof EVENT>[]).map(activityEvent).sort((a, b) => (a.id > b.id ? -1 : 1));
}

interface Counts extends Row {
  devices: number;
  proven: number;
  once: number;
}

function activityEvent(row: EventTuple<typeof EVENT>): ActivityEvent {
  const [id, at, type, accountKey, deviceId, address, classification, decision, score, credential] = row;
  return { id, at, type, accountKey, deviceId, address, classification, decision, score, credential };
}

function activityOutcome(row: Row): ActivityOutcome {
  return {
    eventId: row.event_id as string,
    label: row.label as ActivityOutcome['label'],
    evaluation: row.evaluation as ActivityOutcome['evaluation'],
    submittedAt: row.submitted_at as number,
    submittedBy: row.submitted_by_name as string,
  };
}

function provenNetwork(row: Row): ProvenNetwork {
  return {
    accountKey: row.account_key as string,
    narrow: row.narrow as string,
    firstProofAt: row.first_proof_at as number,
    lastProofAt: row.last_proof_at as number,
  };
}
