// The writes of one event: fixed SQL in a fixed order, so that every transaction takes its row locks alike.
import type { EventRow, EventWrites } from '../records/ingest.ts';
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import type { Value } from './engine.ts';
import { packResolution, packSignals } from './event-codec.ts';
import { DEVICE_COUNT_KEY } from './ingest-reads.ts';

export type Send = (sql: string, ...values: Value[]) => void;

/** How stale the noted last sight of a persistent id may be: it is compared with days. */
const ID_SEEN_STEP = 10 * MINUTE;

const places = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

const EVENT_COLUMNS = [
  'environment_id, at, created_at, policy_version, score, automation_score, webdriver, headless_hint',
  'runtime_inconsistency, recognised, server_success, forced, device_new, device_trusted, id, type, credential',
  'account_key, device_id, session_id, address, counter_address, wide_network, classification, fingerprint, agent',
  'session_token, state, level, default_decision, decision, matched_rule_id, matched_rule_name',
].join(', ');
const INSERT_EVENT = `INSERT INTO events (${EVENT_COLUMNS}) VALUES (${places(33)})`;
const INSERT_DETAILS = `INSERT INTO event_details (environment_id, event_id, signals, resolution, stable_digest, volatile_signals) VALUES (${places(6)})`;
const INSERT_CLIENT_SIGNALS = `INSERT INTO client_signals (environment_id, digest, body) VALUES (${places(3)}) ON CONFLICT DO NOTHING`;
const INSERT_ROLLUP = `INSERT INTO rollup_queue (environment_id, event_id) VALUES (${places(2)})`;

const INSERT_DEVICE = `INSERT INTO devices (environment_id, id, first_seen_at, last_seen_at, event_count, trusted_at,
  account_count, is_trusted, provisional, networks) VALUES (?, ?, ?, ?, 1, NULL, ?, 0, ?, ?)`;
const INSERT_PROFILE = `INSERT INTO device_profiles (environment_id, device_id, profile) VALUES (${places(3)})`;
const UPDATE_DEVICE = `UPDATE devices SET last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END,
  event_count = event_count + 1, account_count = account_count + ?, provisional = ?, networks = coalesce(?, networks)
  WHERE environment_id = ? AND id = ?`;
const UPDATE_PROFILE =
  'UPDATE device_profiles SET previous_profile = profile, profile = ? WHERE environment_id = ? AND device_id = ?';
const ATTACH_ID = `INSERT INTO device_ids (environment_id, persistent_id, device_id, cloned, conflicts, last_seen_at)
  VALUES (?, ?, ?, 0, 0, ?) ON CONFLICT (environment_id, persistent_id)
  DO UPDATE SET device_id = excluded.device_id, last_seen_at = excluded.last_seen_at`;
const TOUCH_ID = 'UPDATE device_ids SET last_seen_at = ? WHERE environment_id = ? AND persistent_id = ?';
const REFUTE_ID = `UPDATE device_ids SET conflicts = conflicts + 1, cloned = CASE WHEN ? = 1 THEN 1 ELSE cloned END
  WHERE environment_id = ? AND persistent_id = ?`;
const INSERT_KEY = `INSERT INTO device_keys (environment_id, kind, digest, device_id) VALUES (${places(4)}) ON CONFLICT DO NOTHING`;
const COUNT_FREQUENCY = `INSERT INTO signal_frequencies (environment_id, key, slot, count) VALUES (?, ?, ?, 1)
  ON CONFLICT (environment_id, key, slot) DO UPDATE SET count = signal_frequencies.count + 1`;

const INSERT_ACCOUNT = `INSERT INTO accounts (environment_id, account_key, external_id, first_seen_at, proof_count, first_proof_at, last_proof_at)
  VALUES (${places(7)})`;
const PROVE_ACCOUNT = `UPDATE accounts SET proof_count = proof_count + 1,
  first_proof_at = CASE WHEN first_proof_at <= ? THEN first_proof_at ELSE ? END,
  last_proof_at = CASE WHEN last_proof_at >= ? THEN last_proof_at ELSE ? END
  WHERE environment_id = ? AND account_key = ?`;
const INSERT_PAIR = `INSERT INTO account_devices (environment_id, account_key, device_id, first_seen_at, last_seen_at,
  last_seen_day, event_count, first_proof_at, last_proof_at) VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`;
const UPDATE_PAIR = `UPDATE account_devices SET event_count = event_count + 1,
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END,
  last_seen_day = CASE WHEN last_seen_day < ? THEN ? ELSE last_seen_day END
  WHERE environment_id = ? AND account_key = ? AND device_id = ?`;
const PROVE_PAIR = `UPDATE account_devices SET event_count = event_count + 1,
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END,
  last_seen_day = CASE WHEN last_seen_day < ? THEN ? ELSE last_seen_day END,
  first_proof_at = CASE WHEN first_proof_at <= ? THEN first_proof_at ELSE ? END,
  last_proof_at = CASE WHEN last_proof_at >= ? THEN last_proof_at ELSE ? END
  WHERE environment_id = ? AND account_key = ? AND device_id = ?`;
const PROVE_NETWORK = `INSERT INTO account_networks (environment_id, account_key, wide, narrow, first_proof_at, last_proof_at)
  VALUES (${places(6)}) ON CONFLICT (environment_id, account_key, wide, narrow) DO UPDATE SET
  first_proof_at = CASE WHEN account_networks.first_proof_at <= excluded.first_proof_at THEN account_networks.first_proof_at ELSE excluded.first_proof_at END,
  last_proof_at = CASE WHEN account_networks.last_proof_at >= excluded.last_proof_at THEN account_networks.last_proof_at ELSE excluded.last_proof_at END`;

const INSERT_SESSION = `INSERT INTO sessions (environment_id, id, device_id, account_key, session_token, started_at, last_seen_at, event_count)
  VALUES (?, ?, ?, ?, ?, ?, ?, 1)`;
const UPDATE_SESSION = `UPDATE sessions SET event_count = event_count + 1,
  last_seen_at = CASE WHEN last_seen_at < ? THEN ? ELSE last_seen_at END WHERE environment_id = ? AND id = ?`;

const COUNT_FAILURE = `INSERT INTO failure_counts (environment_id, span, start, slot, count) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (environment_id, span, start, slot) DO UPDATE SET count = failure_counts.count + 1`;
export const INSERT_DELIVERY = `INSERT INTO webhook_deliveries (environment_id, id, endpoint_id, type, event_id, body, status,
  attempts, next_attempt_at, created_at) VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, ?, ?)`;
const KEEP_ANSWER = `INSERT INTO idempotency_keys (environment_id, key, request_digest, event_id, created_at, answer)
  VALUES (${places(6)}) ON CONFLICT (environment_id, key) DO UPDATE SET request_digest = excluded.request_digest,
  event_id = excluded.event_id, created_at = excluded.created_at, answer = excluded.answer`;
const KEEP_POSITION = `INSERT INTO import_positions (environment_id, source, line) VALUES (?, ?, ?)
  ON CONFLICT (environment_id, source) DO UPDATE SET line = excluded.line`;

/** Sends every write of an event. `idSeen` is the holder of the presented id as it was read. */
export function writeEvent(
  writes: EventWrites,
  slot: number,
  idSeen: { persistentId: string; deviceId: string; lastSeenAt: number } | null,
  send: Send,
): void {
  writeDevice(writes, slot, idSeen, send);
  writeAccount(writes, send);
  writeSession(writes, send);
  writeRow(writes, send);
  writeAround(writes, slot, send);
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

function eventValues(event: EventRow, serverSuccess: boolean): Value[] {
  const { automation } = event;
  return [
    event.environmentId,
    event.at,
    event.createdAt,
    event.policyVersion,
    event.score,
    automation.score,
    bit(automation.webdriver),
    bit(automation.headlessHint),
    bit(automation.runtimeInconsistency),
    bit(event.recognised),
    bit(serverSuccess),
    bit(event.forced),
    bit(event.deviceNew),
    bit(event.deviceTrusted),
    event.id,
    event.type,
    event.credential,
    event.accountKey,
    event.deviceId,
    event.sessionId,
    event.address,
    event.counterAddress,
    event.wideNetwork,
    event.classification,
    event.fingerprint,
    event.agent,
    event.sessionToken,
    event.state,
    event.level,
    event.defaultDecision,
    event.decision,
    event.matchedRule?.id ?? null,
    event.matchedRule?.name ?? null,
  ];
}

function writeRow({ event, serverSuccess }: EventWrites, send: Send): void {
  const env = event.environmentId;
  const stable = event.stableSignals;
  send(INSERT_EVENT, ...eventValues(event, serverSuccess));
  send(
    INSERT_DETAILS,
    env,
    event.id,
    packSignals(event.signals),
    packResolution(event.resolution),
    stable?.digest ?? null,
    event.volatileSignals,
  );
  if (stable !== null) send(INSERT_CLIENT_SIGNALS, env, stable.digest, stable.body);
  send(INSERT_ROLLUP, env, event.id);
}

function writeDevice(
  { event, device, pair }: EventWrites,
  slot: number,
  idSeen: { persistentId: string; deviceId: string; lastSeenAt: number } | null,
  send: Send,
): void {
  const { environmentId: env, at } = event;
  const accounts = bit(pair?.created ?? false);
  const networks = device.networks === null ? null : JSON.stringify(device.networks);
  const profile = device.profile === null ? null : JSON.stringify(device.profile);
  if (device.created) {
    send(INSERT_DEVICE, env, device.id, at, at, accounts, bit(device.provisional), networks ?? '[]');
    send(INSERT_PROFILE, env, device.id, profile ?? '{}');
  } else {
    send(UPDATE_DEVICE, at, at, accounts, bit(device.provisional), networks, env, device.id);
    if (profile !== null) send(UPDATE_PROFILE, profile, env, device.id);
  }
  if (device.attachId !== null) send(ATTACH_ID, env, device.attachId, device.id, at);
  else if (idSeen?.deviceId === device.id && at - idSeen.lastSeenAt >= ID_SEEN_STEP) {
    send(TOUCH_ID, at, env, idSeen.persistentId);
  }
  if (device.refuteId !== null) send(REFUTE_ID, bit(device.refuteId.cloned), env, device.refuteId.persistentId);
  for (const key of device.addKeys) send(INSERT_KEY, env, key.kind, key.digest, device.id);
  countFrequencies(env, device, slot, send);
}

/** Sorted, so that two new devices at once lock their common counters in one order. */
function countFrequencies(env: number, device: EventWrites['device'], slot: number, send: Send): void {
  const joinsIndex = device.countFrequencies.length > 0 || (device.created && !device.provisional);
  const keys = joinsIndex ? [DEVICE_COUNT_KEY, ...device.countFrequencies] : [];
  for (const key of keys.sort()) send(COUNT_FREQUENCY, env, key, slot);
}

function writeAccount({ event, account, device, pair, networkProof }: EventWrites, send: Send): void {
  if (account === null) return;
  const { environmentId: env, at } = event;
  const proven = pair?.proven ?? false;
  const proof = proven ? at : null;
  const day = Math.floor(at / DAY);
  if (account.created) send(INSERT_ACCOUNT, env, account.key, account.externalId, at, bit(proven), proof, proof);
  else if (proven) send(PROVE_ACCOUNT, at, at, at, at, env, account.key);
  if (pair?.created) send(INSERT_PAIR, env, account.key, device.id, at, at, day, proof, proof);
  else if (pair?.proven) send(PROVE_PAIR, at, at, day, day, at, at, at, at, env, account.key, device.id);
  else if (pair !== null) send(UPDATE_PAIR, at, at, day, day, env, account.key, device.id);
  if (networkProof !== null) send(PROVE_NETWORK, env, account.key, networkProof.wide, networkProof.narrow, at, at);
}

function writeSession({ event, session }: EventWrites, send: Send): void {
  const { environmentId: env, at } = event;
  const { deviceId, accountKey, sessionToken } = event;
  if (!session.created) send(UPDATE_SESSION, at, at, env, session.id);
  else send(INSERT_SESSION, env, session.id, deviceId, accountKey ?? '', sessionToken ?? '', at, at);
}

function writeAround(writes: EventWrites, slot: number, send: Send): void {
  const { environmentId: env, id, at, createdAt } = writes.event;
  if (writes.unrecognisedFailure) {
    for (const span of [MINUTE, HOUR]) send(COUNT_FAILURE, env, span, Math.floor(at / span), slot);
  }
  for (const { id: deliveryId, endpointId, type, body } of writes.deliveries) {
    send(INSERT_DELIVERY, env, deliveryId, endpointId, type, id, body, createdAt, createdAt);
  }
  if (writes.idempotency !== null) {
    const { key, requestDigest, answer } = writes.idempotency;
    send(KEEP_ANSWER, env, key, requestDigest, id, createdAt, answer);
  }
  if (writes.importPosition !== null)
    send(KEEP_POSITION, env, writes.importPosition.source, writes.importPosition.line);
}
