// The writes of one event, in a fixed order, so that every transaction locks rows in the same order.
import type { EventWrites } from '../../records/ingest.ts';
import type { StoredFingerprint, StoredNetwork } from '../../scoring/counted-history.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import { COUNTED_FAILURE_KINDS, type CountedFailureKind } from '../../vocabulary/failure-kinds.ts';
import type { Value } from '../engine.ts';
import { FREQUENT_SIGNALS } from '../lists/event-driver.ts';
import type { Write } from '../sql.ts';
import { deliveryValues } from '../webhooks/insert-deliveries.ts';
import { digestOf, packResolution, packSignals } from './event-codec.ts';
import { bit, detailValues, eventValues, INSERT_DETAILS, INSERT_EVENT } from './event-columns.ts';
import {
  ATTACH_ID,
  COUNT_FAILURES,
  COUNT_FREQUENCIES,
  INSERT_ACCOUNT,
  INSERT_CLIENT_SIGNALS,
  INSERT_DELIVERY,
  INSERT_DEVICE,
  INSERT_EVENT_SIGNALS,
  INSERT_FINGERPRINT_ACCOUNT,
  INSERT_KEYS,
  INSERT_PAIR,
  INSERT_PROFILE,
  INSERT_RESOLUTION_TEXT,
  INSERT_SESSION,
  PROVE_ACCOUNT,
  PROVE_NETWORK,
  PROVE_PAIR,
  PROVE_PAIR_SAME_DAY,
  QUEUE_ROLLUP,
  RECOVER_ACCOUNT,
  REFUTE_ID,
  SAVE_IMPORT_POSITION,
  SAVE_RESPONSE,
  TOUCH_ID,
  UPDATE_DEVICE,
  UPDATE_PAIR,
  UPDATE_PROFILE,
  UPDATE_SESSION,
} from './event-statements.ts';
import { DEVICE_COUNT_KEY } from './ingest-reads.ts';

/** All statements of an event in the order of `writeEvent`: transactions that share rows lock them in this order. */
export const EVENT_WRITES: readonly Write[] = [
  INSERT_DEVICE,
  INSERT_PROFILE,
  UPDATE_DEVICE,
  UPDATE_PROFILE,
  ATTACH_ID,
  TOUCH_ID,
  REFUTE_ID,
  INSERT_KEYS,
  COUNT_FREQUENCIES,
  INSERT_ACCOUNT,
  PROVE_ACCOUNT,
  RECOVER_ACCOUNT,
  INSERT_PAIR,
  PROVE_PAIR,
  PROVE_PAIR_SAME_DAY,
  UPDATE_PAIR,
  PROVE_NETWORK,
  INSERT_FINGERPRINT_ACCOUNT,
  UPDATE_SESSION,
  INSERT_SESSION,
  INSERT_EVENT,
  INSERT_DETAILS,
  INSERT_RESOLUTION_TEXT,
  INSERT_CLIENT_SIGNALS,
  INSERT_EVENT_SIGNALS,
  QUEUE_ROLLUP,
  COUNT_FAILURES,
  INSERT_DELIVERY,
  SAVE_RESPONSE,
  SAVE_IMPORT_POSITION,
];

type Send = (statement: Write, ...values: Value[]) => void;

/** Texts stored once per digest: which of them are certainly stored, and which this transaction sends. */
export interface Texts {
  has(environmentNumber: number, digest: string): boolean;
  markSent(environmentNumber: number, digest: string): void;
  hasSignals(environmentNumber: number, digest: string): boolean;
  markSignalsSent(environmentNumber: number, digest: string): void;
}

/** How stale a persistent id's stored last-seen time may be: readers compare it in days. */
const ID_SEEN_STEP = 10 * MINUTE;

/** What the transaction has read for the event's keys, so that unchanged rows are not written again. */
export interface AlreadyStored {
  /** The current device of the presented persistent id. */
  idOwner: { persistentId: string; deviceId: string; lastSeenAt: number } | null;
  /** The stored use of the fingerprint by the account, from a source it recognized; null if none is stored. */
  ownFingerprint: Pick<StoredFingerprint, 'ownServer' | 'settled'> | null;
  /** The account's proofs of the event's /24 (or /48); null if there are none. */
  network: StoredNetwork | null;
  /** The account's last proof of the device that was read last; null if there is none. */
  provenPair: { deviceId: string; lastProofAt: number } | null;
}

/** Sends every write of an event. `shard` selects the counter rows of this writer. */
export function writeEvent(writes: EventWrites, stored: AlreadyStored, shard: number, texts: Texts, send: Send): void {
  writeDevice(writes, shard, stored.idOwner, send);
  writeAccount(writes, stored, send);
  writeSession(writes, send);
  writeEventRow(writes, texts, send);
  writeSideEffects(writes, shard, send);
}

function writeEventRow(writes: EventWrites, texts: Texts, send: Send): void {
  const { event } = writes;
  const { environmentNumber, id, stableSignals } = event;
  const { text, shared } = packResolution(event.resolution);
  const digest = shared ? digestOf(text) : null;
  const packed = {
    event,
    signals: packSignals(event.signals),
    resolutionDigest: digest,
    resolution: shared ? null : text,
  };
  send(INSERT_EVENT, ...eventValues(writes));
  send(INSERT_DETAILS, ...detailValues(packed));
  if (digest !== null && !texts.has(environmentNumber, digest)) {
    send(INSERT_RESOLUTION_TEXT, environmentNumber, digest, text);
    texts.markSent(environmentNumber, digest);
  }
  if (stableSignals !== null && !texts.hasSignals(environmentNumber, stableSignals.digest)) {
    send(INSERT_CLIENT_SIGNALS, environmentNumber, stableSignals.digest, stableSignals.body);
    texts.markSignalsSent(environmentNumber, stableSignals.digest);
  }
  const rare = event.signals.map(({ code }) => code).filter((code) => !FREQUENT_SIGNALS.includes(code));
  if (rare.length > 0) send(INSERT_EVENT_SIGNALS, environmentNumber, id, JSON.stringify(rare));
  send(QUEUE_ROLLUP, environmentNumber, id);
}

function writeDevice(
  { event, device, pair }: EventWrites,
  shard: number,
  idOwner: AlreadyStored['idOwner'],
  send: Send,
): void {
  const { environmentNumber, at } = event;
  const newAccounts = bit(pair?.created ?? false);
  const networks = device.networks === null ? null : JSON.stringify(device.networks);
  const profile = device.profile === null ? null : JSON.stringify(device.profile);
  const proof = pair?.proven ? at : null;
  if (device.created) {
    send(
      INSERT_DEVICE,
      environmentNumber,
      device.id,
      at,
      at,
      newAccounts,
      bit(device.provisional),
      networks ?? '[]',
      proof,
    );
    send(INSERT_PROFILE, environmentNumber, device.id, profile ?? '{}');
  } else {
    send(
      UPDATE_DEVICE,
      at,
      at,
      newAccounts,
      bit(device.provisional),
      networks,
      proof,
      proof,
      environmentNumber,
      device.id,
    );
    if (profile !== null) send(UPDATE_PROFILE, profile, environmentNumber, device.id);
  }
  if (device.attachId !== null) send(ATTACH_ID, environmentNumber, device.attachId, device.id, at);
  else if (idOwner?.deviceId === device.id && at - idOwner.lastSeenAt >= ID_SEEN_STEP) {
    send(TOUCH_ID, at, environmentNumber, idOwner.persistentId);
  }
  if (device.refuteId !== null)
    send(REFUTE_ID, bit(device.refuteId.cloned), environmentNumber, device.refuteId.persistentId);
  if (device.addKeys.length > 0) {
    const keys = device.addKeys.map(({ kind, digest }) => [kind, digest]);
    send(INSERT_KEYS, environmentNumber, device.id, JSON.stringify(keys));
  }
  countFrequencies(environmentNumber, device, shard, send);
}

function countFrequencies(environmentNumber: number, device: EventWrites['device'], shard: number, send: Send): void {
  const joinsIndex = device.countFrequencies.length > 0 || (device.created && !device.provisional);
  if (!joinsIndex) return;
  const keys = [...new Set([DEVICE_COUNT_KEY, ...device.countFrequencies])].sort();
  send(COUNT_FREQUENCIES, environmentNumber, shard, JSON.stringify(keys));
}

function writeAccount(writes: EventWrites, { ownFingerprint, network, provenPair }: AlreadyStored, send: Send): void {
  const { event, account, pair, networkProof } = writes;
  if (account === null) return;
  const { environmentNumber, at } = event;
  const isServer = event.credential === 'secret';
  const proof = pair?.proven ? at : null;
  const serverProof = isServer ? proof : null;
  const signalsAt = pair?.withServerSignals ? proof : null;
  const fingerprintAt = event.fingerprint === null ? null : proof;
  const server = [bit(serverProof !== null), serverProof, serverProof, signalsAt, fingerprintAt];
  const counts = [bit(proof !== null), proof, proof, ...server];
  if (account.created) send(INSERT_ACCOUNT, environmentNumber, account.key, account.externalId, at, ...counts);
  else if (proof !== null) {
    const times = [serverProof, serverProof, serverProof, serverProof, signalsAt, fingerprintAt];
    send(PROVE_ACCOUNT, at, at, at, at, bit(isServer), ...times, environmentNumber, account.key);
  }
  if (writes.recovery) send(RECOVER_ACCOUNT, at, at, environmentNumber, account.key);
  writePair(writes, provenPair, serverProof, send);
  const confirmedAt = networkProof?.confirmed ? at : null;
  if (networkProof !== null && changesNetwork(network, at, serverProof, confirmedAt)) {
    const { wide, narrow } = networkProof;
    send(PROVE_NETWORK, environmentNumber, account.key, wide, narrow, at, at, serverProof, confirmedAt);
  }
  const { fingerprintRecognized: isRecognized, fingerprintSettled: isSettled } = writes;
  if (event.fingerprint !== null && isRecognized && changesFingerprint(ownFingerprint, isServer, isSettled)) {
    send(INSERT_FINGERPRINT_ACCOUNT, environmentNumber, event.fingerprint, account.key, bit(isServer), bit(isSettled));
  }
}

/** Whether a proof changes what is read about a network: most proofs come from a network proven long before. */
function changesNetwork(
  network: StoredNetwork | null,
  at: number,
  serverProof: number | null,
  confirmedAt: number | null,
): boolean {
  if (network === null || at < network.firstProofAt || confirmedAt !== null) return true;
  return serverProof !== null && (network.firstServerProofAt === null || serverProof < network.firstServerProofAt);
}

/** Whether a use of a fingerprint changes what is read of it. */
function changesFingerprint(stored: AlreadyStored['ownFingerprint'], isServer: boolean, isSettled: boolean): boolean {
  return stored === null || (isServer && !stored.ownServer) || (isSettled && !stored.settled);
}

function writePair(
  { event, account, device, pair }: EventWrites,
  provenPair: AlreadyStored['provenPair'],
  serverProof: number | null,
  send: Send,
): void {
  if (account === null || pair === null) return;
  const { environmentNumber, at } = event;
  const proof = pair.proven ? at : null;
  const day = pair.proven ? Math.floor(at / DAY) : 0;
  const confirmedAt = pair.confirmed ? at : null;
  const ofPair = [environmentNumber, account.key, device.id];
  if (pair.created) {
    const proofs = [proof, proof, serverProof, confirmedAt, bit(pair.afterRecovery)];
    send(INSERT_PAIR, ...ofPair, at, at, day, ...proofs);
  } else if (pair.proven) {
    const proofs = [at, at, at, at, serverProof, serverProof, confirmedAt, confirmedAt, bit(pair.afterRecovery)];
    // The stored day is at least that of the last proof.
    const isSameDay = provenPair?.deviceId === device.id && Math.floor(provenPair.lastProofAt / DAY) >= day;
    if (isSameDay) send(PROVE_PAIR_SAME_DAY, at, at, ...proofs, ...ofPair);
    else send(PROVE_PAIR, at, at, day, day, ...proofs, ...ofPair);
  } else send(UPDATE_PAIR, at, at, ...ofPair);
}

function writeSession({ event, session }: EventWrites, send: Send): void {
  const { environmentNumber, at } = event;
  const { deviceId, accountKey, sessionToken } = event;
  if (!session.created) send(UPDATE_SESSION, at, at, environmentNumber, session.id);
  else send(INSERT_SESSION, environmentNumber, session.id, deviceId, accountKey ?? '', sessionToken ?? '', at, at);
}

/** Failure counters, webhook deliveries, the response to replay, and the position of an import. */
function writeSideEffects(writes: EventWrites, shard: number, send: Send): void {
  const { environmentNumber, id, at, createdAt } = writes.event;
  const count = (kind: CountedFailureKind, span: number, start: number, failures: number) =>
    send(COUNT_FAILURES, environmentNumber, span, start, COUNTED_FAILURE_KINDS.indexOf(kind), shard, failures);
  if (writes.failure !== null) for (const span of [MINUTE, HOUR]) count(writes.failure, span, Math.floor(at / span), 1);
  // By minute, in ascending order: one statement must not update a row twice, and transactions lock common rows in one order.
  const minutes = new Map<number, number>();
  for (const time of writes.corrects.toSorted((a, b) => a - b)) {
    const minute = Math.floor(time / MINUTE);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  for (const [minute, failures] of minutes) count('corrected_login', MINUTE, minute, failures);
  for (const delivery of writes.deliveries) {
    send(INSERT_DELIVERY, ...deliveryValues(environmentNumber, { ...delivery, eventId: id }, createdAt));
  }
  if (writes.idempotency !== null) {
    const { key, requestDigest, response } = writes.idempotency;
    send(SAVE_RESPONSE, environmentNumber, key, requestDigest, id, createdAt, response);
  }
  if (writes.importPosition !== null) {
    const { source, line, savedAt } = writes.importPosition;
    send(SAVE_IMPORT_POSITION, environmentNumber, source, line, at, savedAt, createdAt);
  }
}
