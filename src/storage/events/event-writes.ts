// The writes of one event, in a fixed order, so that every transaction takes its row locks alike.

import type { EventRow, EventWrites } from '../../records/ingest.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import type { Value } from '../engine.ts';
import { FREQUENT_SIGNALS } from '../lists/event-filter.ts';
import { digestOf, packResolution, packSignals } from './event-codec.ts';
import {
  ATTACH_ID,
  COUNT_FAILURE,
  COUNT_FREQUENCIES,
  INSERT_ACCOUNT,
  INSERT_CLIENT_SIGNALS,
  INSERT_DELIVERY,
  INSERT_DETAILS,
  INSERT_DEVICE,
  INSERT_EVENT,
  INSERT_EVENT_SIGNALS,
  INSERT_FINGERPRINT_ACCOUNT,
  INSERT_KEYS,
  INSERT_PAIR,
  INSERT_PROFILE,
  INSERT_RESOLUTION_TEXT,
  INSERT_ROLLUP,
  INSERT_SESSION,
  PROVE_ACCOUNT,
  PROVE_NETWORK,
  PROVE_PAIR,
  REFUTE_ID,
  SAVE_ANSWER,
  SAVE_POSITION,
  TOUCH_ID,
  UPDATE_DEVICE,
  UPDATE_PAIR,
  UPDATE_PROFILE,
  UPDATE_SESSION,
} from './event-statements.ts';
import { DEVICE_COUNT_KEY } from './ingest-reads.ts';

export type Send = (sql: string, ...values: Value[]) => void;

/** Texts kept once per digest: which are surely kept, and which this transaction offers. */
export interface Texts {
  has(environmentNumber: number, digest: string): boolean;
  offered(environmentNumber: number, digest: string): void;
}

/** How stale the noted last sight of a persistent id may be: it is compared with days. */
const ID_SEEN_STEP = 10 * MINUTE;

/** What the transaction read of the subject, so that what stands already is not written again. */
export interface AlreadyStored {
  /** The holder of the presented persistent id. */
  idOwner: { persistentId: string; deviceId: string; lastSeenAt: number } | null;
  /** Whether it is kept that the account has shown the fingerprint from a source it recognised. */
  ownFingerprint: boolean;
}

/** Sends every write of an event. */
export function writeEvent(writes: EventWrites, seen: AlreadyStored, slot: number, texts: Texts, send: Send): void {
  writeDevice(writes, slot, seen.idOwner, send);
  writeAccount(writes, seen.ownFingerprint, send);
  writeSession(writes, send);
  writeRow(writes, texts, send);
  writeAround(writes, slot, send);
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

function eventValues(event: EventRow, serverSuccess: boolean): Value[] {
  const { automation } = event;
  return [
    event.environmentNumber,
    event.at,
    event.createdAt,
    event.policyVersion,
    event.score,
    automation.score,
    bit(automation.webdriver),
    bit(automation.headlessHint),
    bit(automation.runtimeInconsistency),
    bit(event.recognized),
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

function writeRow({ event, serverSuccess }: EventWrites, texts: Texts, send: Send): void {
  const environmentNumber = event.environmentNumber;
  const stable = event.stableSignals;
  const { evidence, candidateCount, confidence } = event.resolution;
  const { text, common } = packResolution(event.resolution);
  const digest = common ? digestOf(text) : null;
  send(INSERT_EVENT, ...eventValues(event, serverSuccess));
  send(
    INSERT_DETAILS,
    ...[
      environmentNumber,
      event.id,
      evidence.posterior,
      evidence.runnerUp,
      evidence.deviceCount,
      candidateCount,
      confidence,
    ],
    ...[packSignals(event.signals), digest, common ? null : text, stable?.digest ?? null, event.volatileSignals],
  );
  if (digest !== null && !texts.has(environmentNumber, digest)) {
    send(INSERT_RESOLUTION_TEXT, environmentNumber, digest, text);
    texts.offered(environmentNumber, digest);
  }
  if (stable !== null) send(INSERT_CLIENT_SIGNALS, environmentNumber, stable.digest, stable.body);
  const rare = event.signals.map(({ code }) => code).filter((code) => !FREQUENT_SIGNALS.includes(code));
  if (rare.length > 0) send(INSERT_EVENT_SIGNALS, environmentNumber, event.id, JSON.stringify(rare));
  send(INSERT_ROLLUP, environmentNumber, event.id);
}

function writeDevice(
  { event, device, pair }: EventWrites,
  slot: number,
  idSeen: AlreadyStored['idOwner'],
  send: Send,
): void {
  const { environmentNumber, at } = event;
  const accounts = bit(pair?.created ?? false);
  const networks = device.networks === null ? null : JSON.stringify(device.networks);
  const profile = device.profile === null ? null : JSON.stringify(device.profile);
  if (device.created) {
    send(INSERT_DEVICE, environmentNumber, device.id, at, at, accounts, bit(device.provisional), networks ?? '[]');
    send(INSERT_PROFILE, environmentNumber, device.id, profile ?? '{}');
  } else {
    send(UPDATE_DEVICE, at, at, accounts, bit(device.provisional), networks, environmentNumber, device.id);
    if (profile !== null) send(UPDATE_PROFILE, profile, environmentNumber, device.id);
  }
  if (device.attachId !== null) send(ATTACH_ID, environmentNumber, device.attachId, device.id, at);
  else if (idSeen?.deviceId === device.id && at - idSeen.lastSeenAt >= ID_SEEN_STEP) {
    send(TOUCH_ID, at, environmentNumber, idSeen.persistentId);
  }
  if (device.refuteId !== null)
    send(REFUTE_ID, bit(device.refuteId.cloned), environmentNumber, device.refuteId.persistentId);
  if (device.addKeys.length > 0) {
    const keys = device.addKeys.map(({ kind, digest }) => [kind, digest]);
    send(INSERT_KEYS, environmentNumber, device.id, JSON.stringify(keys));
  }
  countFrequencies(environmentNumber, device, slot, send);
}

function countFrequencies(environmentNumber: number, device: EventWrites['device'], slot: number, send: Send): void {
  const joinsIndex = device.countFrequencies.length > 0 || (device.created && !device.provisional);
  if (!joinsIndex) return;
  const keys = [...new Set([DEVICE_COUNT_KEY, ...device.countFrequencies])].sort();
  send(COUNT_FREQUENCIES, environmentNumber, slot, JSON.stringify(keys));
}

function writeAccount(
  { event, account, device, pair, networkProof }: EventWrites,
  ownFingerprint: boolean,
  send: Send,
): void {
  if (account === null) return;
  const { environmentNumber, at } = event;
  const proven = pair?.proven ?? false;
  const proof = proven ? at : null;
  const day = Math.floor(at / DAY);
  if (account.created)
    send(INSERT_ACCOUNT, environmentNumber, account.key, account.externalId, at, bit(proven), proof, proof);
  else if (proven) send(PROVE_ACCOUNT, at, at, at, at, environmentNumber, account.key);
  if (pair?.created) send(INSERT_PAIR, environmentNumber, account.key, device.id, at, at, day, proof, proof);
  else if (pair?.proven) send(PROVE_PAIR, at, at, day, day, at, at, at, at, environmentNumber, account.key, device.id);
  else if (pair !== null) send(UPDATE_PAIR, at, at, day, day, environmentNumber, account.key, device.id);
  if (networkProof !== null)
    send(PROVE_NETWORK, environmentNumber, account.key, networkProof.wide, networkProof.narrow, at, at);
  if (event.fingerprint !== null && event.recognized && !ownFingerprint) {
    send(INSERT_FINGERPRINT_ACCOUNT, environmentNumber, event.fingerprint, account.key);
  }
}

function writeSession({ event, session }: EventWrites, send: Send): void {
  const { environmentNumber, at } = event;
  const { deviceId, accountKey, sessionToken } = event;
  if (!session.created) send(UPDATE_SESSION, at, at, environmentNumber, session.id);
  else send(INSERT_SESSION, environmentNumber, session.id, deviceId, accountKey ?? '', sessionToken ?? '', at, at);
}

function writeAround(writes: EventWrites, slot: number, send: Send): void {
  const { environmentNumber, id, at, createdAt } = writes.event;
  if (writes.unrecognizedFailure) {
    for (const span of [MINUTE, HOUR]) send(COUNT_FAILURE, environmentNumber, span, Math.floor(at / span), slot);
  }
  for (const { id: deliveryId, endpointId, type, body } of writes.deliveries) {
    send(INSERT_DELIVERY, environmentNumber, deliveryId, endpointId, type, id, body, createdAt, createdAt);
  }
  if (writes.idempotency !== null) {
    const { key, requestDigest, answer } = writes.idempotency;
    send(SAVE_ANSWER, environmentNumber, key, requestDigest, id, createdAt, answer);
  }
  if (writes.importPosition !== null)
    send(SAVE_POSITION, environmentNumber, writes.importPosition.source, writes.importPosition.line);
}
