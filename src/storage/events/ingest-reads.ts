// The reads of one event: fixed SQL, each an indexed range or a point, none growing with the size of the data.
import type { DeviceRecord, IdOwner, Profile } from '../../devices/observation.ts';
import type { EventHistory, EventKeys, SessionRecord } from '../../records/ingest.ts';
import type { StoredNetwork } from '../../scoring/counted-history.ts';
import type { Pair } from '../../scoring/history.ts';
import type { Value } from '../engine.ts';
import { columns, type Sql, type Statement, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { ID_OWNER } from './windows.ts';

/** A key that more devices than this share does not identify one, so it is not scanned. */
export const KEY_CAP = 64;
/** The maximum number of candidate devices. */
export const CANDIDATE_CAP = 256;
/** The account's own devices that are always candidates. */
const ACCOUNT_DEVICES = 16;
/** The newest sessions of a token that are searched for this device. */
export const TOKEN_SESSIONS = 200;
/** The frequency key that counts the environment's devices themselves. */
export const DEVICE_COUNT_KEY = '*';

export const SESSION = sql`id, started_at, last_seen_at, event_count`;
export const NEWEST_SESSION = sql`ORDER BY started_at DESC, id DESC`;
const PLACEHOLDER = sql`?`;

function sessionOf(device: Sql): Statement {
  return select`${SESSION} FROM sessions WHERE environment_id = ? AND device_id = ${device} AND account_key = ?
    ${NEWEST_SESSION} LIMIT 1`;
}

/** Reads only the newest sessions of a token, so that a token repeated on thousands of devices does not cause a long scan. */
function sessionOfToken(device: Sql): Statement {
  return select`${SESSION} FROM (SELECT ${SESSION}, device_id, account_key FROM sessions
    WHERE environment_id = ? AND session_token = ? AND session_token <> '' ${NEWEST_SESSION} LIMIT ${TOKEN_SESSIONS}) AS newest
    WHERE device_id = ${device} AND account_key = ? ${NEWEST_SESSION} LIMIT 1`;
}

/** Reads a session, by how the device is known and whether the event has a session token. */
export const READ_SESSION = {
  ofDevice: sessionOf(PLACEHOLDER),
  ofIdOwner: sessionOf(ID_OWNER),
  ofToken: sessionOfToken(PLACEHOLDER),
  ofTokenAndIdOwner: sessionOfToken(ID_OWNER),
} as const;

export const READ_REPLAY = select`request_digest, event_id, created_at, answer FROM idempotency_keys
  WHERE environment_id = ? AND key = ?`;

/** The columns of `devices`; the profile is the rest of a `DeviceRow`. */
export const DEVICE_COLUMNS = [
  ...['id', 'is_trusted', 'trusted_at', 'provisional', 'first_seen_at', 'last_seen_at', 'event_count'],
  ...['account_count', 'first_proof_at', 'networks'],
] as const;
const DEVICE = sql`${columns(DEVICE_COLUMNS, 'd')}, p.profile`;
const PAIR = sql`a.first_seen_at AS pair_first_seen_at, a.last_seen_at AS pair_last_seen_at,
  a.event_count AS pair_event_count, a.first_proof_at AS pair_first_proof_at, a.last_proof_at AS pair_last_proof_at,
  a.first_server_proof_at AS pair_first_server_proof_at, a.confirmed_at AS pair_confirmed_at,
  a.after_recovery AS pair_after_recovery`;
/** Joins the profile `p` of a device `d`. */
export const WITH_PROFILE = sql`JOIN device_profiles p ON p.environment_id = d.environment_id AND p.device_id = d.id`;

/**
 * The pair is found by the whole key: joined by `i.device_id`, PostgreSQL may read all devices of the account and compare them afterwards,
 * because most accounts have one. For an account with 5,000 devices, that took .9 ms.
 */
export const READ_ID_OWNER = select`i.cloned, i.conflicts, i.last_seen_at AS id_last_seen_at, ${DEVICE}, ${PAIR}
  FROM device_ids i JOIN devices d ON d.environment_id = i.environment_id AND d.id = i.device_id ${WITH_PROFILE}
  LEFT JOIN account_devices a ON a.environment_id = i.environment_id AND a.account_key = ? AND a.device_id = ${ID_OWNER}
  WHERE i.environment_id = ? AND i.persistent_id = ?`;

export const READ_PAIR = select`${PAIR} FROM account_devices a
  WHERE environment_id = ? AND account_key = ? AND device_id = ?`;

/** Networks read of one /16 (or /32): more than the rules count, because not all of them may count. */
export const NEIGHBORS = 16;
/** In the order of `PackedNetwork`. */
export const NETWORK_COLUMNS = ['first_proof_at', 'first_server_proof_at', 'confirmed_at'] as const;
const NETWORK = columns(NETWORK_COLUMNS, 'n');
const OF_ACCOUNT = sql`n.environment_id = a.environment_id AND n.account_key = a.account_key`;

/** The oldest proofs of a /16 (or /32) that are read: enough accounts, unless one account moved around within it. */
export const OLDEST_PROOFS = 16;
/**
 * The accounts that proved this event's /16 (or /32) before a given time, where the account has not proven the /24 (or
 * /48) itself; otherwise null. The oldest proofs first: a flood of new ones is never read.
 */
const ACCOUNTS_IN_WIDE = sql`CASE WHEN EXISTS (SELECT 1 FROM account_networks n WHERE ${OF_ACCOUNT} AND n.wide = ?
  AND n.narrow = ?) THEN NULL ELSE (SELECT count(DISTINCT o.account_key) FROM (SELECT n.account_key FROM account_networks n
  WHERE n.environment_id = a.environment_id AND n.wide = ? AND n.first_proof_at <= ?
  ORDER BY n.first_proof_at LIMIT ${OLDEST_PROOFS}) AS o) END`;

/** The columns of `accounts`; the networks are the rest of an `AccountRow`. */
export const ACCOUNT = sql`first_seen_at, proof_count, first_proof_at, last_proof_at, signals_at, fingerprint_at,
  server_proof_count, first_server_proof_at, last_server_proof_at, recovered_at`;

/** The account with its proofs and what it has proven about this event's network, as one row. Networks are JSON lists. */
export const READ_ACCOUNT = select`${ACCOUNT},
  EXISTS (SELECT 1 FROM account_networks n WHERE ${OF_ACCOUNT}) AS any_proven,
  (SELECT ${macro.json_rows}(${NETWORK})) FROM account_networks n WHERE ${OF_ACCOUNT} AND n.wide = ? AND n.narrow = ?)
    AS narrow,
  (SELECT ${macro.json_rows}(${NETWORK})) FROM (SELECT * FROM account_networks n WHERE ${OF_ACCOUNT} AND n.wide = ?
    LIMIT ${NEIGHBORS}) AS n) AS in_wide,
  ${ACCOUNTS_IN_WIDE} AS accounts_in_wide
  FROM accounts a WHERE environment_id = ? AND account_key = ?`;

/**
 * Whether the account has used the fingerprint from a source it recognized (0, or 1; 2 if the server reported it; 2 more if the device
 * had settled), and whether any other account has.
 */
export const READ_FINGERPRINT = select`
  coalesce((SELECT 1 + server_sent + 2 * settled FROM fingerprint_accounts
    WHERE environment_id = ? AND fingerprint = ? AND account_key = ?), 0) AS own,
  EXISTS (SELECT 1 FROM fingerprint_accounts WHERE environment_id = ? AND fingerprint = ? AND account_key <> ?)
    AS elsewhere`;

export const READ_FAILURES_BY_MINUTE = select`kind, CAST(sum(count) AS ${macro.int8}) AS failures
  FROM failure_counts WHERE environment_id = ? AND span = ? AND start > ? AND start <= ? GROUP BY kind`;
export const READ_FAILURES_BY_HOUR = select`start, kind, CAST(sum(count) AS ${macro.int8}) AS failures
  FROM failure_counts
  WHERE environment_id = ? AND span = ? AND start >= ? AND start < ? GROUP BY start, kind ORDER BY start`;
export const READ_FIRST_EVENT = select`at FROM events WHERE environment_id = ? ORDER BY id LIMIT 1`;
export const READ_LAST_SERVER_SUCCESS = select`at FROM events
  WHERE environment_id = ? AND server_success = 1 AND at <= ? ORDER BY at DESC LIMIT 1`;

export const READ_KEY_DEVICES = select`device_id FROM device_keys WHERE environment_id = ? AND kind = ? AND digest = ?
  ORDER BY device_id DESC LIMIT ${KEY_CAP + 1}`;
export const READ_ACCOUNT_DEVICES = select`device_id, first_proof_at, first_server_proof_at FROM account_devices
  WHERE environment_id = ? AND account_key = ?
  ORDER BY last_seen_day DESC, device_id DESC LIMIT ${ACCOUNT_DEVICES}`;
export const READ_DEVICES = select`${DEVICE} FROM devices d ${WITH_PROFILE}
  WHERE d.environment_id = ? AND d.id ${macro.in_texts}`;
export const READ_FREQUENCIES = select`key, CAST(sum(count) AS ${macro.int8}) AS count FROM signal_frequencies
  WHERE environment_id = ? AND key ${macro.in_texts} GROUP BY key`;

/** A device on which the account was named. */
export interface OwnDeviceRow {
  device_id: string;
  /** The account's first proof of this device, and the first that the server reported. */
  first_proof_at: number | null;
  first_server_proof_at: number | null;
}

export interface DeviceRow {
  id: string;
  is_trusted: number;
  trusted_at: number | null;
  provisional: number;
  first_seen_at: number;
  last_seen_at: number;
  event_count: number;
  account_count: number;
  first_proof_at: number | null;
  networks: string;
  profile: string;
}

export function deviceRecord(row: DeviceRow): DeviceRecord {
  return {
    id: row.id,
    isTrusted: row.is_trusted === 1,
    trustedAt: row.trusted_at,
    provisional: row.provisional === 1,
    profile: JSON.parse(row.profile) as Profile,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    eventCount: row.event_count,
    accountCount: row.account_count,
    firstProofAt: row.first_proof_at,
    networks: JSON.parse(row.networks) as string[],
  };
}

type PackedNetwork = [firstProofAt: number, firstServerProofAt: number | null, confirmedAt: number | null];
/** A JSON list, parsed already where PostgreSQL returned it as part of a larger JSON text. */
export type PackedNetworks = string | PackedNetwork[] | null;

export interface AccountRow {
  first_seen_at: number;
  proof_count: number;
  first_proof_at: number | null;
  last_proof_at: number | null;
  server_proof_count: number;
  first_server_proof_at: number | null;
  last_server_proof_at: number | null;
  signals_at: number | null;
  fingerprint_at: number | null;
  recovered_at: number | null;
  any_proven: unknown;
  narrow: PackedNetworks;
  in_wide: PackedNetworks;
  accounts_in_wide: number | null;
}

/** The engines return truth values differently: `true` or 1. */
export const isTrue = (value: unknown): boolean => value === true || value === 1;

function networks(packed: PackedNetworks): StoredNetwork[] {
  if (packed === null) return [];
  const list = typeof packed === 'string' ? (JSON.parse(packed) as PackedNetwork[]) : packed;
  return list.map(([firstProofAt, firstServerProofAt, confirmedAt]) => ({
    firstProofAt,
    firstServerProofAt,
    confirmedAt,
  }));
}

export type AccountFacts = Pick<EventHistory, 'accountFirstSeenAt' | 'recoveredAt' | 'proofs' | 'networks'>;

/** The facts of an account; empty when the event names no account or the account is new. */
export function accountFacts(row: AccountRow | undefined): AccountFacts {
  return {
    accountFirstSeenAt: row?.first_seen_at ?? null,
    recoveredAt: row?.recovered_at ?? null,
    proofs: {
      count: row?.proof_count ?? 0,
      firstAt: row?.first_proof_at ?? null,
      lastAt: row?.last_proof_at ?? null,
      withSignals: row !== undefined && row.signals_at !== null,
      fingerprinted: row !== undefined && row.fingerprint_at !== null,
      server: {
        count: row?.server_proof_count ?? 0,
        firstAt: row?.first_server_proof_at ?? null,
        lastAt: row?.last_server_proof_at ?? null,
      },
    },
    networks: {
      narrow: networks(row?.narrow ?? null)[0] ?? null,
      inWide: networks(row?.in_wide ?? null),
      anyProven: isTrue(row?.any_proven),
      accountsInWide: row?.accounts_in_wide ?? null,
    },
  };
}

export interface PairRow {
  pair_first_seen_at: number | null;
  pair_last_seen_at: number;
  pair_event_count: number;
  pair_first_proof_at: number | null;
  pair_last_proof_at: number | null;
  pair_first_server_proof_at: number | null;
  pair_confirmed_at: number | null;
  pair_after_recovery: number;
}

export function pair(row: PairRow | undefined): Pair | null {
  if (row === undefined || row.pair_first_seen_at === null) return null;
  return {
    firstSeenAt: row.pair_first_seen_at,
    lastSeenAt: row.pair_last_seen_at,
    eventCount: row.pair_event_count,
    firstProofAt: row.pair_first_proof_at,
    lastProofAt: row.pair_last_proof_at,
    firstServerProofAt: row.pair_first_server_proof_at,
    confirmedAt: row.pair_confirmed_at,
    afterRecovery: row.pair_after_recovery === 1,
  };
}

export interface IdOwnerRow extends DeviceRow, PairRow {
  cloned: number;
  conflicts: number;
  id_last_seen_at: number;
}

export function idOwner(row: IdOwnerRow): IdOwner {
  return { deviceId: row.id, cloned: row.cloned === 1, conflicts: row.conflicts, lastSeenAt: row.id_last_seen_at };
}

export interface SessionRow {
  id: string;
  started_at: number;
  last_seen_at: number;
  event_count: number;
}

export function sessionRecord(row: SessionRow | undefined): SessionRecord | null {
  if (row === undefined) return null;
  return { id: row.id, startedAt: row.started_at, lastSeenAt: row.last_seen_at, eventCount: row.event_count };
}

/** The statement and values for the account's newest session on a device, or, for null, on the persistent id's owner. */
export function sessionRead(eventKeys: EventKeys, deviceId: string | null): [Statement, ...Value[]] {
  const { environmentNumber, persistentId, sessionToken } = eventKeys;
  const device = deviceId === null ? [environmentNumber, persistentId] : [deviceId];
  const account = eventKeys.accountKey ?? '';
  if (sessionToken === null) {
    const statement = deviceId === null ? READ_SESSION.ofIdOwner : READ_SESSION.ofDevice;
    return [statement, environmentNumber, ...device, account];
  }
  const statement = deviceId === null ? READ_SESSION.ofTokenAndIdOwner : READ_SESSION.ofToken;
  return [statement, environmentNumber, sessionToken, ...device, account];
}
