// The lists of events, devices and accounts, written once for both engines.
import type { Profile } from '../../devices/observation.ts';
import type {
  AccountDevice,
  DeviceAccount,
  ListedDevice,
  ListedEvent,
  ListedResolution,
  ListReader,
} from '../../records/lists.ts';
import { first, type Querier, type Row } from '../engine.ts';
import { type ResolutionColumns, unpackResolution, unpackSignals } from '../events/event-codec.ts';
import { pageOfIds } from './event-filter.ts';
import { locator } from './find-owner.ts';
import { paged } from './id-page.ts';

const EVENTS = `SELECT e.id, e.type, e.created_at, e.address, e.device_id, e.session_id, e.score, e.level,
  e.default_decision, e.decision, e.policy_version, e.matched_rule_id, e.matched_rule_name, v.signals, a.external_id,
  d.is_trusted, o.evaluation FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  JOIN devices d ON d.environment_id = e.environment_id AND d.id = e.device_id
  LEFT JOIN accounts a ON a.environment_id = e.environment_id AND a.account_key = e.account_key
  LEFT JOIN outcomes o ON o.environment_id = e.environment_id AND o.event_id = e.id AND o.is_current = 1
  WHERE e.environment_id = ? AND e.id {{in_texts}}`;
const DEVICE = `d.id, d.is_trusted, d.trusted_at, d.first_seen_at, d.last_seen_at, d.event_count, d.account_count, p.profile`;
const WITH_PROFILE = 'JOIN device_profiles p ON p.environment_id = d.environment_id AND p.device_id = d.id';
const DEVICES = `SELECT ${DEVICE} FROM devices d ${WITH_PROFILE} WHERE d.environment_id = ?`;
const DEVICE_ACCOUNTS = `SELECT p.account_key, p.first_seen_at, p.last_seen_at, p.event_count, a.external_id
  FROM account_devices p LEFT JOIN accounts a ON a.environment_id = p.environment_id AND a.account_key = p.account_key
  WHERE p.environment_id = ? AND p.device_id = ?`;
const ACCOUNT_DEVICES = `SELECT ${DEVICE}, u.first_seen_at AS first_used_at, u.last_seen_at AS last_used_at,
  u.event_count AS account_event_count FROM account_devices u
  JOIN devices d ON d.environment_id = u.environment_id AND d.id = u.device_id ${WITH_PROFILE}
  WHERE u.environment_id = ? AND u.account_key = ?`;
const RESOLUTIONS = `SELECT e.id, e.created_at, coalesce(v.resolution, r.body) AS resolution, v.posterior, v.runner_up,
  v.device_count, v.candidate_count, v.confidence FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  LEFT JOIN resolution_texts r ON r.environment_id = e.environment_id AND r.digest = v.resolution_digest
  WHERE e.environment_id = ? AND e.device_id = ?`;

/**
 * A resolution with a change is kept in place, one without in `resolution_texts`. Among the newest 2,000 events: a machine
 * that a whole town uses has millions, and hardly a change among them.
 */
const CHANGES = `SELECT e.at, v.resolution FROM (SELECT environment_id, id, at FROM events
  WHERE environment_id = ? AND device_id = ? ORDER BY id DESC LIMIT 2000) AS e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id AND v.resolution IS NOT NULL
  ORDER BY e.id DESC LIMIT 1000`;
const NO_NUMBERS: ResolutionColumns = {
  posterior: 0,
  runner_up: 0,
  device_count: 0,
  candidate_count: 0,
  confidence: 0,
};

export function listReader(read: Querier): ListReader {
  return {
    async events(environmentNumber, filter, page) {
      const { sql, values } = pageOfIds(environmentNumber, filter, page);
      const ids = (await read.all<{ id: string }>(sql, ...values)).map(({ id }) => id);
      if (ids.length === 0) return [];
      const rows = await read.all(EVENTS, environmentNumber, JSON.stringify(ids));
      const found = new Map(rows.map((row) => [row.id as string, listedEvent(row)]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    devices: async (environmentNumber, page) =>
      (await paged(read, DEVICES, 'd.id', [environmentNumber], page)).map(listedDevice),
    device: async (environmentNumber, id) => {
      const row = await first(read.all(`${DEVICES} AND d.id = ?`, environmentNumber, id));
      return row === null ? null : listedDevice(row);
    },
    locate: locator(read),
    deviceAccounts: async (environmentNumber, deviceId, page) =>
      (await paged(read, DEVICE_ACCOUNTS, 'p.account_key', [environmentNumber, deviceId], page)).map(deviceAccount),
    deviceResolutions: async (environmentNumber, deviceId, page) =>
      (await paged(read, RESOLUTIONS, 'e.id', [environmentNumber, deviceId], page)).map(listedResolution),
    deviceChanges: async (environmentNumber, deviceId) =>
      (await read.all<{ at: number; resolution: string }>(CHANGES, environmentNumber, deviceId)).map((row) => ({
        at: row.at,
        signals: unpackResolution(row.resolution, NO_NUMBERS).changedSignals.map(({ signal }) => signal),
      })),
    accountExists: async (environmentNumber, accountKey) =>
      (
        await read.all(
          'SELECT 1 AS found FROM accounts WHERE environment_id = ? AND account_key = ?',
          environmentNumber,
          accountKey,
        )
      ).length > 0,
    accountDevices: async (environmentNumber, accountKey, page) =>
      (await paged(read, ACCOUNT_DEVICES, 'u.device_id', [environmentNumber, accountKey], page)).map(accountDevice),
  };
}

function listedEvent(row: Row): ListedEvent {
  const ruleId = row.matched_rule_id as string | null;
  return {
    id: row.id as string,
    type: row.type as string,
    createdAt: row.created_at as number,
    externalAccountId: row.external_id as string | null,
    address: row.address as string | null,
    deviceId: row.device_id as string,
    deviceIsTrusted: row.is_trusted === 1,
    sessionId: row.session_id as string,
    score: row.score as number,
    level: row.level as ListedEvent['level'],
    defaultDecision: row.default_decision as ListedEvent['decision'],
    decision: row.decision as ListedEvent['decision'],
    policyVersion: row.policy_version as number,
    matchedRule: ruleId === null ? null : { id: ruleId, name: (row.matched_rule_name as string | null) ?? '' },
    signals: unpackSignals(row.signals as string).map(({ metadata: _, ...signal }) => signal),
    evaluation: (row.evaluation as ListedEvent['evaluation'] | null) ?? 'inconclusive',
  };
}

function listedDevice(row: Row): ListedDevice {
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
    accountEventCount: row.account_event_count as number,
  };
}

function deviceAccount(row: Row): DeviceAccount {
  return {
    accountKey: row.account_key as string,
    externalId: row.external_id as string | null,
    firstSeenAt: row.first_seen_at as number,
    lastSeenAt: row.last_seen_at as number,
    eventCount: row.event_count as number,
  };
}

function listedResolution(row: Row): ListedResolution {
  return {
    eventId: row.id as string,
    createdAt: row.created_at as number,
    resolution: unpackResolution(row.resolution as string, row as unknown as ResolutionColumns),
  };
}
