// The SQL of one event's writes, except for `event-columns.ts`. The counter column `slot` contains the shard.
import { insertInto, placeholders, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';

export const INSERT_RESOLUTION_TEXT = insertInto('resolution_texts')`(environment_id, digest, body)
  VALUES (${placeholders(3)}) ON CONFLICT DO NOTHING`;
export const INSERT_CLIENT_SIGNALS = insertInto('client_signals')`(environment_id, digest, body)
  VALUES (${placeholders(3)}) ON CONFLICT DO NOTHING`;
export const INSERT_EVENT_SIGNALS = insertInto('event_signals')`(environment_id, code, event_id)
  SELECT ?, value, ? FROM ${macro.each_text} WHERE true`;
export const QUEUE_ROLLUP = insertInto('rollup_queue')`(environment_id, event_id) VALUES (${placeholders(2)})`;

export const INSERT_DEVICE = insertInto('devices')`(environment_id, id, first_seen_at, last_seen_at, event_count,
  trusted_at, account_count, is_trusted, provisional, networks, first_proof_at)
  VALUES (?, ?, ?, ?, 1, NULL, ?, 0, ?, ?, ?)`;
export const INSERT_PROFILE = insertInto('device_profiles')`(environment_id, device_id, profile)
  VALUES (${placeholders(3)})`;
export const UPDATE_DEVICE = update('devices')`SET
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END,
  event_count = event_count + 1, account_count = account_count + ?, provisional = ?, networks = coalesce(?, networks),
  first_proof_at = CASE WHEN first_proof_at <= coalesce(?, first_proof_at) THEN first_proof_at ELSE ? END
  WHERE environment_id = ? AND id = ?`;
export const UPDATE_PROFILE = update('device_profiles')`SET profile = ?
  WHERE environment_id = ? AND device_id = ?`;
export const ATTACH_ID = insertInto('device_ids')`(environment_id, persistent_id, device_id, cloned, conflicts,
  last_seen_at) VALUES (?, ?, ?, 0, 0, ?) ON CONFLICT (environment_id, persistent_id)
  DO UPDATE SET device_id = excluded.device_id, last_seen_at = excluded.last_seen_at`;
export const TOUCH_ID = update('device_ids')`SET last_seen_at = ? WHERE environment_id = ? AND persistent_id = ?`;
export const REFUTE_ID = update('device_ids')`SET conflicts = conflicts + 1,
  cloned = CASE WHEN ? = 1 THEN 1 ELSE cloned END WHERE environment_id = ? AND persistent_id = ?`;
/** All keys of a device at once: a JSON list of [kind, digest]. */
export const INSERT_KEYS = insertInto('device_keys')`(environment_id, kind, digest, device_id)
  SELECT ?, CAST(value ->> 0 AS ${macro.flag}), value ->> 1, ? FROM ${macro.each_json} WHERE true ON CONFLICT DO NOTHING`;
/** All values at once: a sorted JSON list, so that two new devices lock their common counters in the same order. */
export const COUNT_FREQUENCIES = insertInto('signal_frequencies')`(environment_id, key, slot, count)
  SELECT ?, value, ?, 1 FROM ${macro.each_text} WHERE true
  ON CONFLICT (environment_id, key, slot) DO UPDATE SET count = signal_frequencies.count + 1`;

export const INSERT_ACCOUNT = insertInto('accounts')`(environment_id, account_key, external_id, first_seen_at,
  proof_count, first_proof_at, last_proof_at, server_proof_count, first_server_proof_at, last_server_proof_at,
  signals_at, fingerprint_at) VALUES (${placeholders(12)})`;
export const INSERT_FINGERPRINT_ACCOUNT = insertInto('fingerprint_accounts')`(environment_id, fingerprint, account_key,
  server_sent, settled) VALUES (${placeholders(5)}) ON CONFLICT (environment_id, fingerprint, account_key)
  DO UPDATE SET server_sent = CASE WHEN excluded.server_sent = 1 THEN 1 ELSE fingerprint_accounts.server_sent END,
  settled = CASE WHEN excluded.settled = 1 OR fingerprint_accounts.server_sent < excluded.server_sent THEN excluded.settled
  ELSE fingerprint_accounts.settled END`;

/** Events may arrive out of order: a later arrival can be the earlier proof. */
const EARLIEST_PROOF = sql`first_proof_at = CASE WHEN first_proof_at <= ? THEN first_proof_at ELSE ? END`;
const LATEST_PROOF = sql`last_proof_at = CASE WHEN last_proof_at >= ? THEN last_proof_at ELSE ? END`;
/** The earliest and the latest server-sent proof of events that arrive out of order; null changes nothing. */
const EARLIEST_SERVER_PROOF = sql`first_server_proof_at = CASE WHEN first_server_proof_at <= coalesce(?, first_server_proof_at)
  THEN first_server_proof_at ELSE ? END`;
const COUNT_PAIR = sql`event_count = event_count + 1,
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END`;
/** The day of the last proof: forged events must not push the owner's devices out of the compared ones. */
const LATEST_DAY = sql`last_seen_day = CASE WHEN last_seen_day < ? THEN ? ELSE last_seen_day END`;
const OF_PAIR = sql`WHERE environment_id = ? AND account_key = ? AND device_id = ?`;

export const PROVE_ACCOUNT = update('accounts')`SET proof_count = proof_count + 1, ${EARLIEST_PROOF}, ${LATEST_PROOF},
  server_proof_count = server_proof_count + ?, ${EARLIEST_SERVER_PROOF},
  last_server_proof_at = CASE WHEN last_server_proof_at >= coalesce(?, last_server_proof_at) THEN last_server_proof_at
    ELSE ? END, signals_at = coalesce(?, signals_at), fingerprint_at = coalesce(?, fingerprint_at) WHERE environment_id = ? AND account_key = ?`;
export const INSERT_PAIR = insertInto('account_devices')`(environment_id, account_key, device_id, first_seen_at,
  last_seen_at, last_seen_day, event_count, first_proof_at, last_proof_at, first_server_proof_at, confirmed_at,
  after_recovery) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`;
export const UPDATE_PAIR = update('account_devices')`SET ${COUNT_PAIR} ${OF_PAIR}`;
/** A second factor that is reported late must not end the hour that a later one confirms; null changes nothing. */
const LATEST_CONFIRMATION = sql`confirmed_at = CASE WHEN confirmed_at >= coalesce(?, confirmed_at) THEN confirmed_at ELSE ? END`;
const PROOF_OF_PAIR = sql`${EARLIEST_PROOF}, ${LATEST_PROOF}, ${EARLIEST_SERVER_PROOF}, ${LATEST_CONFIRMATION},
  after_recovery = CASE WHEN ? = 1 THEN 1 ELSE after_recovery END`;
export const PROVE_PAIR = update('account_devices')`SET ${COUNT_PAIR}, ${LATEST_DAY}, ${PROOF_OF_PAIR} ${OF_PAIR}`;
/** For a pair whose day does not change: SQLite rewrites the index of a column that an update names, whatever its value. */
export const PROVE_PAIR_SAME_DAY = update('account_devices')`SET ${COUNT_PAIR}, ${PROOF_OF_PAIR} ${OF_PAIR}`;
/** Events may arrive out of order: a later arrival can be the earlier reset. */
export const RECOVER_ACCOUNT = update('accounts')`SET
  recovered_at = CASE WHEN recovered_at >= ? THEN recovered_at ELSE ? END WHERE environment_id = ? AND account_key = ?`;
/** Sent only when it changes more than `last_proof_at`, which nothing reads (`changesNetwork`). */
export const PROVE_NETWORK = insertInto('account_networks')`(environment_id, account_key, wide, narrow, first_proof_at,
  last_proof_at, first_server_proof_at, confirmed_at) VALUES (${placeholders(8)}) ON CONFLICT (environment_id, account_key, wide, narrow) DO UPDATE SET
  first_proof_at = CASE WHEN account_networks.first_proof_at <= excluded.first_proof_at
    THEN account_networks.first_proof_at ELSE excluded.first_proof_at END,
  last_proof_at = CASE WHEN account_networks.last_proof_at >= excluded.last_proof_at
    THEN account_networks.last_proof_at ELSE excluded.last_proof_at END,
  first_server_proof_at = CASE WHEN account_networks.first_server_proof_at <= excluded.first_server_proof_at
    THEN account_networks.first_server_proof_at
    ELSE coalesce(excluded.first_server_proof_at, account_networks.first_server_proof_at) END,
  confirmed_at = CASE WHEN account_networks.confirmed_at >= excluded.confirmed_at THEN account_networks.confirmed_at
    ELSE coalesce(excluded.confirmed_at, account_networks.confirmed_at) END`;

export const INSERT_SESSION = insertInto('sessions')`(environment_id, id, device_id, account_key, session_token,
  started_at, last_seen_at, event_count) VALUES (?, ?, ?, ?, ?, ?, ?, 1)`;
export const UPDATE_SESSION = update('sessions')`SET event_count = event_count + 1,
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END WHERE environment_id = ? AND id = ?`;

export const COUNT_FAILURES = insertInto('failure_counts')`(environment_id, span, start, kind, slot, count)
  VALUES (${placeholders(6)})
  ON CONFLICT (environment_id, span, start, kind, slot) DO UPDATE SET count = failure_counts.count + excluded.count`;
export const INSERT_DELIVERY = insertInto('webhook_deliveries')`(environment_id, id, endpoint_id, type, event_id, body,
  status, attempts, next_attempt_at, created_at, traceparent, reported) VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, ?, ?, ?, ?)`;
export const SAVE_RESPONSE = insertInto('idempotency_keys')`(environment_id, key, request_digest, event_id, created_at,
  answer) VALUES (${placeholders(6)}) ON CONFLICT (environment_id, key) DO UPDATE SET
  request_digest = excluded.request_digest, event_id = excluded.event_id, created_at = excluded.created_at,
  answer = excluded.answer`;
/** The last value is the time of the oldest event. */
export const SAVE_IMPORT_POSITION = insertInto('import_positions')`(environment_id, source, line, event_at, saved_at,
  uncleaned_from) VALUES (${placeholders(6)}) ON CONFLICT (environment_id, source) DO UPDATE SET line = excluded.line,
  event_at = excluded.event_at, saved_at = excluded.saved_at, uncleaned_from = CASE
    WHEN import_positions.uncleaned_from <= excluded.uncleaned_from THEN import_positions.uncleaned_from
    ELSE excluded.uncleaned_from END`;
