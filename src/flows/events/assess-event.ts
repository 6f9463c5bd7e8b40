// Runs the three pure steps in order: resolve the device, score the risk, decide.
import type { Resolution } from '../../devices/observation.ts';
import { resolveAmong, resolveById } from '../../devices/resolve.ts';
import { isUnguessed, replacedAtOf } from '../../devices/signal-names.ts';
import { decide } from '../../policy/decide.ts';
import type { PolicyDecision, PolicyFacts } from '../../policy/policy.ts';
import type { DeviceHistory, EventHistory, EventReads, IngestTransaction } from '../../records/ingest.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Assessment } from '../../scoring/assessment.ts';
import {
  type CountedDevice,
  countedHistory,
  countedNetworks,
  isKnownNetwork,
  type StoredHistory,
} from '../../scoring/counted-history.ts';
import type { ScoringInput } from '../../scoring/facts.ts';
import type { History } from '../../scoring/history.ts';
import { levelOf } from '../../scoring/level.ts';
import { provesDespiteDecision } from '../../scoring/proof.ts';
import { score } from '../../scoring/score.ts';
import { newDevice } from '../../scoring/signals/new-device.ts';
import { DECISIONS, type Decision } from '../../vocabulary/words.ts';
import type { EventInput } from './event-input.ts';
import type { ObservedEvent } from './observe-event.ts';
import type { PreparedEvent } from './prepared-event.ts';

/** The device of an event, and what is known about it. */
export interface ResolvedDevice {
  resolution: Resolution;
  deviceHistory: DeviceHistory;
}

export interface AssessedEvent extends ResolvedDevice {
  assessment: Assessment;
  decision: PolicyDecision;
  /** Whether a `force_*` account of a test environment determined the decision. */
  forced: boolean;
}

const NO_HISTORY: DeviceHistory = { pair: null, window: [], session: null };

/** Reads ahead what `loadHistory` and `assessEvent` will read. */
export const readsOf =
  (observed: ObservedEvent): EventReads =>
  async (transaction) => {
    const history = await transaction.loadHistory(observed.eventKeys);
    await resolveEvent(transaction, observed, history);
  };

/** Reads from the transaction only when the presented persistent id does not determine the device. */
export async function resolveEvent(
  transaction: Pick<IngestTransaction, 'loadCandidates' | 'loadDeviceHistory'>,
  observed: ObservedEvent,
  history: EventHistory,
): Promise<ResolvedDevice> {
  const resolution = await resolveDevice(transaction, observed, history);
  return { resolution, deviceHistory: await deviceHistoryOf(transaction, observed, history, resolution) };
}

/** Pure. Nothing is read between this and saving the event: the events that are assessed in between would not see it. */
export function assessEvent(
  event: PreparedEvent,
  history: EventHistory,
  { resolution, deviceHistory }: ResolvedDevice,
): AssessedEvent {
  const { environment, input, observed, policy } = event;
  const ofDevice = {
    isById: resolution.method === 'persistent_id',
    firstProofAt: resolution.device?.firstProofAt ?? null,
    replacedAt: replacedAtOf(resolution.device?.profile ?? {}),
  };
  const scored = score(scoringInput(event, resolution, scoringHistory(history, deviceHistory, observed.at, ofDevice)));
  const policyFacts = policyFactsOf(input, scored, resolution);
  const decided = decide(policy, policyFacts);
  const forcedDecision = forcedDecisionOf(environment, input.accountId);
  const decision = forcedDecision === null ? decided : { ...decided, decision: forcedDecision, matchedRule: null };
  const assessment = { ...scored, proves: provesAsDecided(event, scored, policyFacts, decision.decision) };
  return { resolution, deviceHistory, assessment, decision, forced: forcedDecision !== null };
}

function scoringInput({ input, observed }: PreparedEvent, resolution: Resolution, history: History): ScoringInput {
  const { eventKeys } = observed;
  return {
    type: observed.type,
    at: observed.at,
    credential: input.credential,
    accountKey: eventKeys.accountKey,
    device: {
      id: resolution.device?.id ?? null,
      isTrusted: resolution.device?.isTrusted ?? false,
      firstProofAt: resolution.device?.firstProofAt ?? null,
      replacedAt: replacedAtOf(resolution.device?.profile ?? {}),
    },
    resolution,
    network: {
      classification: observed.address?.classification ?? 'unspecified',
      counterKey: eventKeys.counterAddress,
      narrow: eventKeys.narrowNetwork,
      wide: eventKeys.wideNetwork,
    },
    fingerprint: eventKeys.fingerprint,
    unguessed: isUnguessed(observed.observation.profile),
    agent: observed.agent,
    sessionToken: eventKeys.sessionToken,
    signalCount: observed.observation.signalCount,
    signals: input.signals,
    userAgentHeader: input.userAgent,
    history,
  };
}

function policyFactsOf(input: EventInput, assessment: Assessment, resolution: Resolution): PolicyFacts {
  return {
    eventType: input.type,
    score: assessment.score,
    level: assessment.level,
    signals: new Set(assessment.signals.map((signal) => signal.code)),
    automationScore: assessment.automation.score,
    deviceNew: isDeviceNew(assessment),
    deviceTrusted: resolution.device?.isTrusted ?? false,
  };
}

/** Whether NEW_DEVICE fired. */
export function isDeviceNew({ signals }: Assessment): boolean {
  return signals.some((signal) => signal.code === newDevice.code);
}

/** Whether the event proves its source after the decision, which does not count for an imported event: nobody acted on it. */
function provesAsDecided(
  { policy, input, observed }: PreparedEvent,
  { score: riskScore, provesOn }: Assessment,
  facts: PolicyFacts,
  decision: Decision,
): boolean {
  if (provesOn === null || input.imported !== null) return provesOn !== null;
  const event = { credential: input.credential, type: observed.type };
  return provesDespiteDecision(event, riskScore, decision, () => {
    const { score: basisScore, codes } = provesOn;
    const level = levelOf(basisScore);
    return decide(policy, { ...facts, score: basisScore, level, signals: new Set(codes), automationScore: 0 }).decision;
  });
}

async function resolveDevice(
  transaction: Pick<IngestTransaction, 'loadCandidates'>,
  observed: ObservedEvent,
  history: EventHistory,
): Promise<Resolution> {
  const { eventKeys, observation } = observed;
  const idOwner = history.idOwner === null ? null : idOwnerOf(history.idOwner, eventKeys.accountKey);
  const { narrowProven, narrowInWide } = countedNetworks(history, observed.at);
  const network = { narrow: eventKeys.narrowNetwork, knownToAccount: isKnownNetwork(narrowProven, narrowInWide) };
  const { accountKey } = eventKeys;
  const onlyClaims = !history.environment.verified;
  const input = { observation, idOwner, at: observed.at, network, accountKey, onlyClaims };
  const byId = resolveById(input);
  if (byId !== null) return byId;
  const pool = await transaction.loadCandidates(eventKeys, observation.keys, observation.frequencyKeys);
  return resolveAmong({ ...input, pool });
}

function idOwnerOf({ id, device, history }: NonNullable<EventHistory['idOwner']>, accountKey: string | null) {
  if (accountKey === null) return { id, device, usedByAccount: null, provenByAccount: null };
  const { pair } = history;
  return { id, device, usedByAccount: pair !== null, provenByAccount: (pair?.firstProofAt ?? null) !== null };
}

/** The history of the resolved device; already loaded when the device owns the presented persistent id. */
async function deviceHistoryOf(
  transaction: Pick<IngestTransaction, 'loadDeviceHistory'>,
  observed: ObservedEvent,
  history: EventHistory,
  resolution: Resolution,
): Promise<DeviceHistory> {
  const { device } = resolution;
  if (device === null) return NO_HISTORY;
  if (history.idOwner !== null && history.idOwner.device.id === device.id) return history.idOwner.history;
  return transaction.loadDeviceHistory(observed.eventKeys, device.id);
}

function scoringHistory(
  history: EventHistory,
  deviceHistory: DeviceHistory,
  at: number,
  ofDevice: CountedDevice,
): History {
  const { account, address, fingerprint, session, accountFirstSeenAt } = history;
  const { seenFingerprint, recoveredAt, proofs, networks, environment } = history;
  const { window: device, pair } = deviceHistory;
  // One literal: an object spread into another took half of this function's time.
  const stored: StoredHistory = {
    account,
    address,
    device,
    fingerprint,
    session,
    pair,
    seenFingerprint,
    accountFirstSeenAt,
    recoveredAt,
    proofs,
    networks,
    environment,
  };
  return countedHistory(stored, at, ofDevice);
}

/** In a test environment, an account such as `force_block_1` forces that decision, so that integrators can test each path. */
function forcedDecisionOf(environment: Environment, accountId: string | null): Decision | null {
  if (environment.kind !== 'test' || accountId === null || !accountId.startsWith('force_')) return null;
  return DECISIONS.find((decision) => accountId.startsWith(`force_${decision}`)) ?? null;
}
