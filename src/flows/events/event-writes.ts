// Turns an assessed event into the rows to store and the result to return.
import { type DeviceUpdate, suspectedTwins, unchangedDevice, updateDevice } from '../../devices/device-update.ts';
import type { EventRow, EventWrites } from '../../records/ingest.ts';
import { SIGNALS } from '../../scoring/signals/index.ts';
import { isVoidClaim } from '../../scoring/void-claim.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import { type EventClass, eventClass } from '../../vocabulary/event-types.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { announceAssessment, traced } from '../../webhooks/announce.ts';
import type { Context } from '../context.ts';
import { isDeviceNew } from './assess-event.ts';
import {
  isNobodysId,
  isSameMachine,
  mayMoveId,
  mayRefuteId,
  mayUpdateDevice,
  presentsOwnId,
  provesSharedId,
  sharesOthersId,
  showsTwins,
  takesDevice,
} from './device-ownership.ts';
import type { EventInput, RecordedEvent } from './event-input.ts';
import type { ObservedEvent } from './observe-event.ts';
import type { Recording } from './recording.ts';
import { isConfirmation, isDoubtfulRecovery, isFirstProofAfterRecovery } from './recovery.ts';

/** A session ends after this much inactivity, in the SDK, too (`IDLE_LIMIT_MS`). */
export const SESSION_TIMEOUT = 30 * MINUTE;

export function eventWrites(context: Context, recording: Recording): { writes: EventWrites; recorded: RecordedEvent } {
  const { id, input, observed, history, assessed, now } = recording;
  const { assessment, resolution, deviceHistory } = assessed;
  const deviceId = resolution.device?.id ?? siblingId('device', id);
  const session = sessionOf(context, observed, deviceHistory.session);
  const event = eventRow(recording, deviceId, session.id);
  const recorded = recordedEvent(event, input, resolution.device?.isTrusted ?? false);
  const kind = eventClass(observed.type);
  const isClaim = isVoidClaim(input.credential, history.environment);
  const confirmed = assessment.proves && isConfirmation(recording);
  const device = deviceUpdate(recording, kind);
  const writes: EventWrites = {
    event,
    device: {
      id: deviceId,
      created: resolution.device === null,
      ...device,
      refuteId: device.refuteId ?? sharedId(recording),
    },
    account: accountWrite(recording),
    pair: pairWrite(recording, confirmed && isSameMachine(recording, device.profile)),
    networkProof: networkProof(recording, confirmed),
    session,
    fingerprintRecognized: assessment.recognized && !isClaim,
    fingerprintSettled: assessment.settled,
    failure: assessment.failure,
    corrects: assessment.corrects,
    recovery: isDoubtfulRecovery(recording),
    // Only logins count: a backend that sends only second-factor events would otherwise leave every browser login unproven.
    serverSuccess: observed.type === 'login' && input.credential === 'secret',
    deliveries: input.imported === null ? traced(announce(context, recording, event), input) : [],
    idempotency: input.idempotency === null ? null : { ...input.idempotency, response: JSON.stringify(recorded) },
    importPosition: input.imported === null ? null : { ...input.imported, savedAt: now },
  };
  return { writes, recorded };
}

function accountWrite({ input, observed, history }: Recording): EventWrites['account'] {
  const { accountKey } = observed.eventKeys;
  if (accountKey === null || input.accountId === null) return null;
  return { key: accountKey, externalId: input.accountId, created: history.accountFirstSeenAt === null };
}

function pairWrite(recording: Recording, confirmed: boolean): EventWrites['pair'] {
  const { input, observed, assessed } = recording;
  if (observed.eventKeys.accountKey === null) return null;
  return {
    created: assessed.deviceHistory.pair === null,
    proven: assessed.assessment.proves,
    withServerSignals: input.credential === 'secret' && observed.eventKeys.fingerprint !== null,
    confirmed: confirmed && presentsOwnId(recording),
    afterRecovery: isFirstProofAfterRecovery(recording),
  };
}

function networkProof({ observed, assessed }: Recording, confirmed: boolean): EventWrites['networkProof'] {
  const { accountKey, narrowNetwork, wideNetwork } = observed.eventKeys;
  if (!assessed.assessment.proves || accountKey === null || narrowNetwork === null || wideNetwork === null) return null;
  return { narrow: narrowNetwork, wide: wideNetwork, confirmed };
}

/**
 * Changes an existing device only where the event may establish something. A new device of a void claim stays out of the
 * fingerprint index and its counts: otherwise forged events would make an owner's fingerprint common.
 */
function deviceUpdate(recording: Recording, kind: EventClass): DeviceUpdate {
  const { input, observed, history, assessed } = recording;
  const { resolution } = assessed;
  const isClaim = isVoidClaim(input.credential, history.environment);
  const { device } = resolution;
  // Even a device on which other accounts were named: otherwise a page view for each of two could keep the owner's phone from taking it.
  const takes = takesDevice(recording);
  if (device !== null && !takes && !mayUpdateDevice(recording, device, kind)) {
    const { persistentId } = observed.observation;
    return showsTwins(recording, device) ? suspectedTwins(device, persistentId) : unchangedDevice(device);
  }
  const attachId = resolution.attachId && mayMoveId(recording);
  const sharesId = resolution.sharesId || sharesOthersId(recording);
  // An id that stays where it is shows nothing about the ids of this device.
  const isIgnored = resolution.attachId && !attachId && !sharesId;
  const observation = isIgnored ? { ...observed.observation, persistentId: null } : observed.observation;
  const { narrowNetwork } = observed.eventKeys;
  const update = {
    ...resolution,
    ...{ attachId, sharesId },
    provisional: resolution.provisional || (device === null && (isClaim || isIgnored)),
    idRefuted: resolution.idRefuted && mayRefuteId(recording),
  };
  if (!takes) {
    const unrecognizedAt = assessed.assessment.recognized ? null : observed.at;
    return updateDevice(update, observation, narrowNetwork, { taken: false, unrecognizedAt });
  }
  // Even from a network that neither knows: nobody had proven the device, so the event cannot be a copy of someone's.
  const takesId = attachId || (observation.persistentId !== null && isNobodysId(recording));
  const taken = { ...update, attachId: takesId, updatesDevice: true };
  return updateDevice(taken, observation, narrowNetwork, { taken: true, unrecognizedAt: null });
}

/** The id of the event if one more account shares it; it stays that of its device. */
function sharedId(recording: Recording): DeviceUpdate['refuteId'] {
  const { persistentId } = recording.observed.observation;
  return persistentId !== null && provesSharedId(recording) ? { persistentId, cloned: false } : null;
}

/** Continues the newest session of this device and account, or starts a new one after the timeout. */
function sessionOf(context: Context, observed: ObservedEvent, newest: { id: string; lastSeenAt: number } | null) {
  if (newest !== null && observed.at - newest.lastSeenAt <= SESSION_TIMEOUT) return { id: newest.id, created: false };
  return { id: context.newId('session', observed.createdAt), created: true };
}

function eventRow(recording: Recording, deviceId: string, sessionId: string): EventRow {
  const { id, environment, input, observed, assessed } = recording;
  const { eventKeys, client } = observed;
  const { assessment, decision, resolution } = assessed;
  return {
    environmentNumber: environment.number,
    id,
    type: input.type,
    at: observed.at,
    createdAt: observed.createdAt,
    credential: input.credential,
    accountKey: eventKeys.accountKey,
    deviceId,
    sessionId,
    address: observed.address?.canonical ?? null,
    counterAddress: eventKeys.counterAddress,
    wideNetwork: eventKeys.wideNetwork,
    classification: observed.address?.classification ?? 'unspecified',
    fingerprint: eventKeys.fingerprint,
    agent: observed.agent,
    sessionToken: eventKeys.sessionToken,
    state: assessment.state,
    recognized: assessment.recognized,
    score: assessment.score,
    level: assessment.level,
    defaultDecision: decision.defaultDecision,
    decision: decision.decision,
    policyVersion: decision.policyVersion,
    matchedRule: decision.matchedRule,
    forced: assessed.forced,
    deviceNew: isDeviceNew(assessment),
    deviceTrusted: resolution.device?.isTrusted ?? false,
    windows: assessment.windows,
    automation: assessment.automation,
    signals: assessment.signals,
    resolution: {
      method: resolution.method,
      confidence: resolution.confidence,
      candidateCount: resolution.candidateCount,
      reason: resolution.reason,
      matchedSignals: resolution.matchedSignals,
      changedSignals: resolution.changedSignals,
      conflictingSignals: resolution.conflictingSignals,
      // A malformed signal that is not stored either is named once.
      unknownSignals: [...new Set([...resolution.unknownSignals, ...client.dropped])],
      evidence: resolution.evidence,
    },
    stableSignals:
      client.stable === null || client.stableDigest === null
        ? null
        : { digest: client.stableDigest, body: client.stable },
    volatileSignals: client.volatile,
  };
}

function announce(context: Context, recording: Recording, event: EventRow) {
  return announceAssessment(
    {
      eventId: event.id,
      eventType: event.type,
      deviceId: event.deviceId,
      risk: { score: event.score, level: event.level, decision: event.decision, signals: announcedSignals(event) },
    },
    event.credential,
    recording.subscribers,
    context.newId,
    event.createdAt,
  );
}

function announcedSignals(event: EventRow) {
  return event.signals.map(({ code, weight, description }) => ({ code, weight, description }));
}

const SUMMARIES: ReadonlyMap<string, string> = new Map(SIGNALS.map(({ code, summary }) => [code, summary]));

/** What anyone with the public key may know: which signals fired, but nothing of the account's past. */
function generalSignals(event: EventRow) {
  return event.signals.map(({ code, weight }) => ({ code, weight, description: SUMMARIES.get(code) ?? '' }));
}

function ruleIdOf({ matchedRule }: EventRow): RecordedEvent['matchedRule'] {
  return matchedRule === null ? null : { id: matchedRule.id };
}

function recordedEvent(event: EventRow, input: EventInput, isTrusted: boolean): RecordedEvent {
  const isPublic = input.credential === 'public' && input.imported === null;
  return {
    id: event.id,
    type: event.type,
    externalAccountId: input.accountId,
    createdAt: event.createdAt,
    device: { id: event.deviceId, isTrusted },
    sessionId: event.sessionId,
    method: event.resolution.method,
    confidence: event.resolution.confidence,
    score: event.score,
    level: event.level,
    decision: event.decision,
    signals: isPublic ? generalSignals(event) : announcedSignals(event),
    matchedRule: isPublic ? ruleIdOf(event) : event.matchedRule,
    policyVersion: event.policyVersion,
  };
}
