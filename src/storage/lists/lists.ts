// The lists of events, devices and accounts, for both engines.
import type { Profile } from '../../devices/observation.ts';
import type {
  AccountDevice,
  ListedDevice,
  ListedEvent,
  ListedResolution,
  ListReader,
  Locatable,
} from '../../records/lists.ts';
import { ACTIVITY_LIMITS } from '../../vocabulary/activity-limits.ts';
import type { Reader, Row } from '../engine.ts';
import { type ResolutionNumbers, unpackResolution, unpackSignals } from '../events/event-codec.ts';
import { type EventColumn, type EventDetailsRow, type EventsRow, matchedRule } from '../events/event-columns.ts';
import { WITH_PROFILE } from '../events/ingest-reads.ts';
import { first, locate, locateAmong, locateAnywhere, paged } from '../reads.ts';
import { columns, type Sql, select, sql, type TableName } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { countToSort, pageOfIds } from './event-filter.ts';

const LISTED = [
  'id',
  'type',
  'credential',
  'created_at',
  'address',
  'device_id',
  'session_id',
  'score',
  'level',
  'default_decision',
  'decision',
  'policy_version',
  'matched_rule_id',
  'matched_rule_name',
] as const satisfies readonly EventColumn[];
interface ListedRow extends Pick<EventsRow, (typeof LISTED)[number]>, Pick<EventDetailsRow, 'signals'> {
  external_id: string | null;
  is_trusted: number;
  evaluation: ListedEvent['evaluation'] | null;
  label: ListedEvent['label'];
  member_id: string | null;
  member_name: string | null;
}

const EVENTS = select`${columns(LISTED, 'e')}, v.signals, a.external_id, d.is_trusted, o.evaluation, o.label, g.member_id, g.member_name
  FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  JOIN devices d ON d.environment_id = e.environment_id AND d.id = e.device_id
  LEFT JOIN accounts a ON a.environment_id = e.environment_id AND a.account_key = e.account_key
  LEFT JOIN outcomes o ON o.environment_id = e.environment_id AND o.event_id = e.id AND o.is_current = 1
  LEFT JOIN event_assignments g ON g.environment_id = e.environment_id AND g.event_id = e.id
  WHERE e.environment_id = ? AND e.id ${macro.in_texts}`;
export const DEVICE = sql`d.id, d.is_trusted, d.trusted_at, d.first_seen_at, d.last_seen_at, d.event_count, d.account_count,
  p.profile`;
const DEVICES = sql`${DEVICE} FROM devices d ${WITH_PROFILE} WHERE d.environment_id = ?`;
const ONE_DEVICE = select`${DEVICES} AND d.id = ?`;
const ACCOUNT_EXISTS = select`1 AS found FROM accounts WHERE environment_id = ? AND account_key = ?`;
const FINGERPRINT = select`fingerprint FROM events WHERE environment_id = ? AND id = ?`;
/** The devices that an account used last, as `u`; limited, because an attack may leave a device for each attempt. */
export const DEVICES_USED_LAST = sql`(SELECT * FROM account_devices WHERE environment_id = ? AND account_key = ?
  ORDER BY last_seen_day DESC, device_id DESC LIMIT ${ACTIVITY_LIMITS.devices}) AS u`;
const USED = sql`${DEVICE}, u.first_seen_at AS first_used_at, u.last_seen_at AS last_used_at,
  u.first_proof_at, u.event_count AS account_event_count`;
const USED_DEVICE = sql`JOIN devices d ON d.environment_id = u.environment_id AND d.id = u.device_id ${WITH_PROFILE}`;
const ACCOUNT_DEVICES = sql`${USED} FROM account_devices u ${USED_DEVICE}
  WHERE u.environment_id = ? AND u.account_key = ?`;
/** The environment again: that of the inner rows does not tell Citus which shards of the other tables to read. */
const recentDevices = (condition: Sql) => sql`${USED} FROM ${DEVICES_USED_LAST} ${USED_DEVICE}
  WHERE d.environment_id = ? AND ${condition}`;
const RETURNING = recentDevices(sql`(u.event_count > 1 OR u.first_proof_at IS NOT NULL OR d.is_trusted = 1)`);
const ONCE = recentDevices(sql`u.event_count = 1 AND u.first_proof_at IS NULL AND d.is_trusted = 0`);
const RESOLUTIONS = sql`e.id, e.created_at, coalesce(v.resolution, r.body) AS resolution, v.posterior, v.runner_up,
  v.device_count, v.candidate_count, v.confidence FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  LEFT JOIN resolution_texts r ON r.environment_id = e.environment_id AND r.digest = v.resolution_digest
  WHERE e.environment_id = ? AND e.device_id = ?`;

/**
 * A resolution with changed signals is stored with its event, one without in `resolution_texts`. Searches only the newest 2,000
 * events: a machine that a whole town uses has millions, and hardly any changes among them.
 */
const CHANGES = select`e.at, v.resolution FROM (SELECT id, at FROM events
  WHERE environment_id = ? AND device_id = ? ORDER BY id DESC LIMIT 2000) AS e
  JOIN event_details v ON v.environment_id = ? AND v.event_id = e.id AND v.resolution IS NOT NULL
  ORDER BY e.id DESC LIMIT 1000`;
const NO_NUMBERS: ResolutionNumbers = {
  posterior: 0,
  runner_up: 0,
  device_count: 0,
  candidate_count: 0,
  confidence: 0,
};

export function listReader(read: Reader): ListReader {
  const idsOf = async ({ statement, values }: ReturnType<typeof pageOfIds>) =>
    (await read.all<{ id: string }>(statement, ...values)).map(({ id }) => id);
  return {
    async events(environmentNumber, filter, page) {
      const toSort = countToSort(environmentNumber, filter, page);
      const found = toSort && (await first(read.all<{ count: number }>(toSort.statement, ...toSort.values)));
      const readsScores = toSort?.isTooMany(Number(found?.count ?? 0)) ?? false;
      return eventsById(read, environmentNumber, await idsOf(pageOfIds(environmentNumber, filter, page, readsScores)));
    },
    eventIds: (environmentNumber, filter, page) => idsOf(pageOfIds(environmentNumber, filter, page)),
    eventsById: (environmentNumber, ids) => eventsById(read, environmentNumber, ids),
    device: async (environmentNumber, id) => {
      const row = await first(read.all(ONE_DEVICE, environmentNumber, id));
      return row === null ? null : listedDevice(row);
    },
    locate: locator(read),
    deviceResolutions: async (environmentNumber, deviceId, page) =>
      (await paged(read, RESOLUTIONS, sql`e.id`, [environmentNumber, deviceId], page)).map(listedResolution),
    deviceChanges: async (environmentNumber, deviceId) =>
      (
        await read.all<{ at: number; resolution: string }>(CHANGES, environmentNumber, deviceId, environmentNumber)
      ).flatMap((row) => {
        const { method, changedSignals } = unpackResolution(row.resolution, NO_NUMBERS);
        // The event that created the device lists its differences from the nearest other device.
        return method === 'new_device' || method === 'ambiguous'
          ? []
          : [{ at: row.at, signals: changedSignals.map(({ signal }) => signal) }];
      }),
    fingerprintOf: async (environmentNumber, eventId) =>
      (await first(read.all<{ fingerprint: string | null }>(FINGERPRINT, environmentNumber, eventId)))?.fingerprint ??
      null,
    accountExists: async (environmentNumber, accountKey) =>
      (await read.all(ACCOUNT_EXISTS, environmentNumber, accountKey)).length > 0,
    accountDevices: async (environmentNumber, accountKey, { returning }, page) => {
      const key = [environmentNumber, accountKey];
      const [body, values] =
        returning === null ? [ACCOUNT_DEVICES, key] : [returning ? RETURNING : ONCE, [...key, environmentNumber]];
      return (await paged(read, body, sql`u.device_id`, values, page)).map(accountDevice);
    },
  };
}

async function eventsById(read: Reader, environmentNumber: number, ids: readonly string[]): Promise<ListedEvent[]> {
  if (ids.length === 0) return [];
  const rows = await read.all<ListedRow>(EVENTS, environmentNumber, JSON.stringify(ids));
  const found = new Map(rows.map((row) => [row.id, listedEvent(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const LOCATABLE_TABLES: Readonly<Record<Locatable, TableName>> = { event: 'events', device: 'devices' };

/**
 * A request for the caller's own resource, as nearly all are, reads only the caller's environments. Otherwise the search covers all
 * environments, found or not, so that a foreign id takes as long as an unknown one.
 */
function locator(read: Reader): ListReader['locate'] {
  return async (kind, id, own) => {
    const table = LOCATABLE_TABLES[kind];
    const among = own.length === 0 ? null : await locate(read, locateAmong(table, own.length), ...own, id);
    return among ?? locate(read, locateAnywhere(table), id);
  };
}

function listedEvent(row: ListedRow): ListedEvent {
  return {
    id: row.id,
    type: row.type,
    credential: row.credential,
    createdAt: row.created_at,
    externalAccountId: row.external_id,
    address: row.address,
    deviceId: row.device_id,
    deviceIsTrusted: row.is_trusted === 1,
    sessionId: row.session_id,
    score: row.score,
    level: row.level,
    defaultDecision: row.default_decision,
    decision: row.decision,
    policyVersion: row.policy_version,
    matchedRule: matchedRule(row),
    signals: unpackSignals(row.signals).map(({ metadata: _, ...signal }) => signal),
    evaluation: row.evaluation ?? 'inconclusive',
    label: row.label,
    assignedTo: row.member_id === null ? null : { id: row.member_id, name: row.member_name ?? '' },
  };
}

export function listedDevice(row: Row): ListedDevice {
  return {
    id: row.id as string,
    isTrusted: row.is_trusted === 1,
    trustedAt: row.trusted_at as number | null,
    firstSeenAt: row.first_seen_at as number,
    lastSeenAt: row.last_seen_at as number,
    eventCount: row.event_count as number,
    accountCount: row.account_count as number,
    profile: JSON.parse(row.profile as string) as Profile,
  };
}

function accountDevice(row: Row): AccountDevice {
  return {
    ...listedDevice(row),
    firstUsedAt: row.first_used_at as number,
    lastUsedAt: row.last_used_at as number,
    firstProofAt: row.first_proof_at as number | null,
    accountEventCount: row.account_event_count as number,
  };
}

function listedResolution(row: Row): ListedResolution {
  return {
    eventId: row.id as string,
    createdAt: row.created_at as number,
    resolution: unpackResolution(row.resolution as string, row as unknown as ResolutionNumbers),
  };
}
