// The three judgments in a row: which device is it, how risky is it, what to do now.
import type { Resolution } from '../../devices/observation.ts';
import { resolveAmong, resolveById } from '../../devices/resolve.ts';
import { decide } from '../../policy/decide.ts';
import type { Policy, PolicyDecision } from '../../policy/policy.ts';
import type { DeviceHistory, EventHistory, IngestTransaction } from '../../records/ingest.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Assessment } from '../../scoring/assessment.ts';
import type { History } from '../../scoring/history.ts';
import { score } from '../../scoring/score.ts';
import { newDevice } from '../../scoring/signals/new-device.ts';
import { DECISIONS, type Decision } from '../../vocabulary/words.ts';
import type { EventInput } from './event-input.ts';
import type { ObservedEvent } from './observe-event.ts';

export interface AssessedEvent {
  resolution: Resolution;
  deviceContext: DeviceHistory;
  assessment: Assessment;
  decision: PolicyDecision;
  /** Whether a test environment's `force_*` account decided (contract 2). */
  forced: boolean;
}

const NOTHING_KNOWN: DeviceHistory = { pair: null, window: [], session: null };

/** Reads more only when the presented id does not decide. */
export async function assessEvent(
  transaction: IngestTransaction,
  observed: ObservedEvent,
  known: EventHistory,
  policy: Policy,
  environment: Environment,
  input: EventInput,
): Promise<AssessedEvent> {
  const resolution = await resolveDevice(transaction, observed, known);
  const deviceContext = await contextOf(transaction, observed, known, resolution);
  const assessment = score({
    type: input.type,
    at: observed.at,
    credential: input.credential,
    accountKey: observed.eventKeys.accountKey,
    device: {
      id: resolution.device?.id ?? null,
      isTrusted: resolution.device?.isTrusted ?? false,
      firstSeenAt: resolution.device?.firstSeenAt ?? null,
    },
    resolution,
    network: {
      classification: observed.address?.classification ?? 'unspecified',
      counterKey: observed.eventKeys.counterAddress,
      narrow: observed.eventKeys.narrowNetwork,
      wide: observed.eventKeys.wideNetwork,
    },
    fingerprint: observed.eventKeys.fingerprint,
    agent: observed.agent,
    sessionToken: observed.eventKeys.sessionToken,
    signalCount: observed.observation.signalCount,
    signals: input.signals,
    userAgentHeader: input.userAgent,
    history: historyOf(known, deviceContext),
  });
  const judged = decide(policy, {
    eventType: input.type,
    score: assessment.score,
    level: assessment.level,
    signals: new Set(assessment.signals.map((signal) => signal.code)),
    automationScore: assessment.automation.score,
    deviceNew: assessment.signals.some((signal) => signal.code === newDevice.code),
    deviceTrusted: resolution.device?.isTrusted ?? false,
  });
  const forcedDecision = forcedDecisionOf(environment, input.accountId);
  const decision = forcedDecision === null ? judged : { ...judged, decision: forcedDecision, matchedRule: null };
  return { resolution, deviceContext, assessment, decision, forced: forcedDecision !== null };
}

async function resolveDevice(transaction: IngestTransaction, observed: ObservedEvent, known: EventHistory) {
  const { eventKeys, observation } = observed;
  const idOwner = known.idOwner === null ? null : idOwnerOf(known.idOwner, eventKeys.accountKey);
  const network = {
    narrow: eventKeys.narrowNetwork,
    knownToAccount: known.networks.narrowProven || known.networks.narrowInWide >= 3,
  };
  const input = { observation, idOwner, at: observed.at, network, accountKey: eventKeys.accountKey };
  const byId = resolveById(input);
  if (byId !== null) return byId;
  const pool = await transaction.loadCandidates(eventKeys, observation.keys, observation.frequencyKeys);
  return resolveAmong({ ...input, pool });
}

function idOwnerOf({ id, device, history }: NonNullable<EventHistory['idOwner']>, accountKey: string | null) {
  return { id, device, usedByAccount: accountKey === null ? null : history.pair !== null };
}

async function contextOf(
  transaction: IngestTransaction,
  observed: ObservedEvent,
  known: EventHistory,
  resolution: Resolution,
): Promise<DeviceHistory> {
  const { device } = resolution;
  if (device === null) return NOTHING_KNOWN;
  if (known.idOwner !== null && known.idOwner.device.id === device.id) return known.idOwner.history;
  return transaction.loadDeviceHistory(observed.eventKeys, device.id);
}

function historyOf(known: EventHistory, deviceContext: DeviceHistory): History {
  return {
    account: known.account,
    address: known.address,
    device: deviceContext.window,
    fingerprint: known.fingerprint,
    session: known.session,
    pair: deviceContext.pair,
    seenFingerprint: known.seenFingerprint,
    accountFirstSeenAt: known.accountFirstSeenAt,
    proofs: known.proofs,
    networks: known.networks,
    environment: known.environment,
  };
}

/** In a test environment `force_block…` and its kin force that decision, for the integrator's own tests. */
function forcedDecisionOf(environment: Environment, accountId: string | null): Decision | null {
  if (environment.kind !== 'test' || accountId === null || !accountId.startsWith('force_')) return null;
  return DECISIONS.find((decision) => accountId.startsWith(`force_${decision}`)) ?? null;
}
