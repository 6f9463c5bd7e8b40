// Reads the stopped events that are grouped into campaigns, for both engines.
import { type CampaignReader, type EventSummary, PATTERN_SIGNALS, type StoppedEvent } from '../../records/campaigns.ts';
import { ACTIVE_TYPE_NAMES } from '../../vocabulary/event-types.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { Reader } from '../engine.ts';
import type { EventColumn, EventTuple } from '../events/event-columns.ts';
import { columns, placeholders, type Sql, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { eventsOfFingerprint } from './events-of-fingerprint.ts';

const ATTACK_SIGNALS = Object.values(PATTERN_SIGNALS).flat();
const FACTS = [
  'id',
  'created_at',
  'type',
  'account_key',
  'device_id',
  'counter_address',
  'fingerprint',
  'decision',
  'score',
  'recognised',
  'state',
  'credential',
] as const satisfies readonly EventColumn[];
/** The columns, then the signal of an attack and whether the event has a label. */
type PackedFact = [...event: EventTuple<typeof FACTS>, attackSignal: StoppedEvent['attackSignal'], labeled: number];
/** One decision is one range of the index of decisions that are not allow. */
const idsOf = (order: Sql) => select`id FROM events WHERE environment_id = ? AND decision <> 'allow' AND decision = ?
  AND id >= ? AND id < ? ORDER BY id ${order} LIMIT ?`;
const IDS = { newest: idsOf(sql`DESC`), oldest: idsOf(sql`ASC`) };

/** All rows as one JSON text: naming the columns of ten thousand rows would double SQLite's cost of the read. */
const READ_FACTS = select`${macro.json_rows}(${columns(FACTS, 'e')},
    (SELECT MAX(s.code) FROM event_signals s WHERE s.environment_id = ?
      AND s.code IN (${placeholders(ATTACK_SIGNALS.length)}) AND s.event_id = e.id),
    CASE WHEN EXISTS (SELECT 1 FROM outcomes o WHERE o.environment_id = ? AND o.event_id = e.id
      AND o.is_current = 1 AND o.label IS NOT NULL) THEN 1 ELSE 0 END)) AS rows
    FROM events e WHERE e.environment_id = ? AND e.id ${macro.in_texts}`;
/** As one bound value. Page views say nothing about an account, and a browser sends more of them than an attack has attempts. */
const ACTIVE_TYPES = JSON.stringify(ACTIVE_TYPE_NAMES);
/** The type is compared as an expression; otherwise SQLite would read the whole environment's logins and payments by the index of types. */
const LET_THROUGH = {
  device: select`id, credential FROM events WHERE environment_id = ? AND device_id = ? AND at >= ? AND at <= ?
    AND decision IN ('allow', 'monitor') AND type || '' ${macro.in_texts} AND credential ${macro.in_texts} ORDER BY at LIMIT ?`,
  fingerprint: eventsOfFingerprint(
    sql`AND f.at >= ? AND f.at <= ? AND f.decision IN ('allow', 'monitor') AND f.type || '' ${macro.in_texts}
      AND f.credential ${macro.in_texts}`,
    'ASC',
  ),
};
const SUMMARIES = select`id, type, score FROM events WHERE environment_id = ? AND id ${macro.in_texts}`;
const BY_FINGERPRINT = select`u.id, e.credential FROM (${LET_THROUGH.fingerprint.rows}) AS u
  JOIN events e ON e.environment_id = ? AND e.id = u.id ORDER BY u.at LIMIT ?`;
const NAMES = select`account_key, external_id FROM accounts WHERE environment_id = ? AND account_key ${macro.in_texts}
  ORDER BY external_id ${macro.byte_order} LIMIT ?`;
const REASONS = select`event_id, reason FROM outcomes
  WHERE environment_id = ? AND event_id ${macro.in_texts} AND is_current = 1 AND reason IS NOT NULL`;

export function campaignReader(read: Reader): CampaignReader {
  return {
    async stopped(environmentNumber, { from, to }, limit, preferred) {
      const ids = async (decision: string) => {
        const bounds = [idFloor('event', from), idFloor('event', to), limit] as const;
        const rows = await read.all<{ id: string }>(IDS[preferred], environmentNumber, decision, ...bounds);
        return rows.map(({ id }) => id);
      };
      const found = (await Promise.all([ids('challenge'), ids('block')])).flat().sort();
      const chosen = preferred === 'newest' ? found.slice(-limit) : found.slice(0, limit);
      const [row] = await read.all<{ rows: string | null }>(
        READ_FACTS,
        ...[environmentNumber, ...ATTACK_SIGNALS, environmentNumber, environmentNumber],
        JSON.stringify(chosen),
      );
      const facts = JSON.parse(row?.rows ?? '[]') as PackedFact[];
      return facts.map(stoppedEvent).sort((one, other) => (one.id < other.id ? -1 : 1));
    },
    async reasons(environmentNumber, eventIds) {
      type Reason = { event_id: string; reason: string };
      const rows = await read.all<Reason>(REASONS, environmentNumber, JSON.stringify(eventIds));
      return new Map(rows.map((row) => [row.event_id, row.reason]));
    },
    letThrough(environmentNumber, { kind, value }, { from, to }, credentials, limit) {
      const condition = [from, to, ACTIVE_TYPES, JSON.stringify(credentials)] as const;
      if (kind === 'device') return read.all(LET_THROUGH.device, environmentNumber, value, ...condition, limit);
      const values = LET_THROUGH.fingerprint.values(environmentNumber, value, condition, limit);
      return read.all(BY_FINGERPRINT, ...values, environmentNumber, limit);
    },
    summaries: (environmentNumber, eventIds) =>
      read.all<EventSummary>(SUMMARIES, environmentNumber, JSON.stringify(eventIds)),
    async accountNames(environmentNumber, accountKeys, limit) {
      type Name = { account_key: string; external_id: string };
      const rows = await read.all<Name>(NAMES, environmentNumber, JSON.stringify(accountKeys), limit);
      return rows.map((row) => ({ accountKey: row.account_key, externalId: row.external_id }));
    },
  };
}

function stoppedEvent(row: PackedFact): StoppedEvent {
  const [id, at, type, accountKey, deviceId, address, fingerprint, decision, score, recognized, state, ...rest] = row;
  const [credential, attackSignal, labeled] = rest;
  return {
    id,
    at,
    type,
    accountKey,
    deviceId,
    address,
    fingerprint,
    decision,
    score,
    recognized: recognized === 1,
    isNewDevice: state === 'new' || state === 'none',
    attackSignal,
    credential,
    labeled: labeled === 1,
  };
}
