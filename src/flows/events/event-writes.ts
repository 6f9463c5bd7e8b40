// Turns one judged event into the rows that are kept and the answer that is given.
import { keepDevice } from '../../devices/device-update.ts';
import type { EventRow, EventWrites, SubjectContext } from '../../records/ingest.ts';
import type { Environment } from '../../records/tenants.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import { eventClass } from '../../vocabulary/event-types.ts';
import { announceAssessment, type Subscriber } from '../../webhooks/announce.ts';
import type { Context } from '../context.ts';
import type { EventInput, RecordedEvent } from './event-input.ts';
import type { JudgedEvent } from './assess-event.ts';
import type { ObservedEvent } from './observe-event.ts';

/** A session ends after this much silence (issue: 30 minutes of inactivity). */
const SESSION_SILENCE = 30 * MINUTE;

interface Parts {
  environment: Environment;
  input: EventInput;
  observed: ObservedEvent;
  known: SubjectContext;
  judged: JudgedEvent;
  subscribers: readonly Subscriber[];
}

export function eventWrites(context: Context, parts: Parts): { writes: EventWrites; recorded: RecordedEvent } {
  const { input, observed, known, judged } = parts;
  const { subject } = observed;
  const { assessment, resolution, deviceContext } = judged;
  const id = context.newId('event', observed.createdAt);
  const deviceId = resolution.device?.id ?? context.newId('device', observed.createdAt);
  const session = sessionOf(context, observed, deviceContext.session);
  const event = eventRow(parts, id, deviceId, session.id);
  const recorded = recordedEvent(event, input, resolution.device?.isTrusted ?? false);
  const kind = eventClass(input.type);
  const kept = keepDevice(resolution, observed.observation, subject.narrowNetwork);
  const writes: EventWrites = {
    event,
    device: { id: deviceId, created: resolution.device === null, ...kept },
    account:
      subject.accountKey === null || input.accountId === null
        ? null
        : { key: subject.accountKey, externalId: input.accountId, created: known.accountFirstSeenAt === null },
    pair: subject.accountKey === null ? null : { created: deviceContext.pair === null, proven: assessment.proves },
    networkProof:
      assessment.proves && subject.accountKey !== null && subject.narrowNetwork !== null && subject.wideNetwork !== null
        ? { narrow: subject.narrowNetwork, wide: subject.wideNetwork }
        : null,
    session,
    unrecognisedFailure: kind === 'failure' && !assessment.recognised,
    // Log-ins alone: a backend that sends only its second factors would else leave every browser log-in unproven.
    serverSuccess: input.type === 'login' && input.credential === 'secret',
    deliveries: input.imported === null ? announce(context, parts, event) : [],
    idempotency: input.idempotency === null ? null : { ...input.idempotency, answer: JSON.stringify(recorded) },
    importPosition: input.imported,
  };
  return { writes, recorded };
}

/** The open session of this device and account goes on; after half an hour of silence a new one begins. */
function sessionOf(context: Context, observed: ObservedEvent, newest: { id: string; lastSeenAt: number } | null) {
  if (newest !== null && observed.at - newest.lastSeenAt <= SESSION_SILENCE) return { id: newest.id, created: false };
  return { id: context.newId('session', observed.createdAt), created: true };
}

function eventRow(parts: Parts, id: string, deviceId: string, sessionId: string): EventRow {
  const { environment, input, observed, judged } = parts;
  const { subject, client } = observed;
  const { assessment, decision, resolution } = judged;
  return {
    environmentId: environment.number,
    id,
    type: input.type,
    at: observed.at,
    createdAt: observed.createdAt,
    credential: input.credential,
    accountKey: subject.accountKey,
    deviceId,
    sessionId,
    address: observed.address?.canonical ?? null,
    counterAddress: subject.counterAddress,
    wideNetwork: subject.wideNetwork,
    classification: observed.address?.classification ?? 'unspecified',
    fingerprint: subject.fingerprint,
    agent: observed.agent,
    sessionToken: subject.sessionToken,
    state: assessment.state,
    recognised: assessment.recognised,
    score: assessment.score,
    level: assessment.level,
    defaultDecision: decision.baseline,
    decision: decision.decision,
    policyVersion: decision.policyVersion,
    matchedRule: decision.matchedRule,
    forced: judged.forced,
    deviceNew: assessment.signals.some((signal) => signal.code === 'NEW_DEVICE'),
    deviceTrusted: resolution.device?.isTrusted ?? false,
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
      unknownSignals: resolution.unknownSignals,
      evidence: resolution.evidence,
    },
    stableSignals:
      client.stable === null || client.stableDigest === null
        ? null
        : { digest: client.stableDigest, body: client.stable },
    volatileSignals: client.volatile,
  };
}

function announce(context: Context, parts: Parts, event: EventRow) {
  return announceAssessment(
    {
      eventId: event.id,
      eventType: event.type,
      deviceId: event.deviceId,
      risk: { score: event.score, level: event.level, decision: event.decision, signals: publicSignals(event) },
    },
    parts.subscribers,
    context.newId,
    event.createdAt,
  );
}

function publicSignals(event: EventRow) {
  return event.signals.map(({ code, weight, description }) => ({ code, weight, description }));
}

function recordedEvent(event: EventRow, input: EventInput, isTrusted: boolean): RecordedEvent {
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
    signals: publicSignals(event),
    matchedRule: event.matchedRule,
    policyVersion: event.policyVersion,
  };
}
