// Which device is this? Decided by the presented id where that suffices, else among all that it might be.

import { DAY } from '../vocabulary/clock.ts';
import {
  ambiguousAnswer,
  byIdAnswer,
  insufficientAnswer,
  linkedAnswer,
  newDeviceAnswer,
  type Refuted,
  twinAnswer,
} from './answers.ts';
import { type CurrentIdOwner, differencesOf, posteriors, type Scored, scoreCandidate } from './candidates.ts';
import { isSoftwareRenderer } from './gpu.ts';
import { isTwinId } from './joined-ids.ts';
import type { CandidatePool, DeviceRecord, Observation, Resolution } from './observation.ts';
import { knownSignals, MIN_SIGNALS } from './observe.ts';
import { JOINED } from './signal-names.ts';
import { merged, successionOf } from './succession.ts';
import { DECISION, PRIOR } from './weights.ts';

export interface ResolveInput {
  observation: Observation;
  /** Who holds the presented persistent id, or null. */
  idOwner: CurrentIdOwner | null;
  /** The event's own time, ms. */
  at: number;
  network: {
    /** The event's /24 or /48, or null when the address is not public. */
    narrow: string | null;
    /** Whether the account has proven this network. */
    knownToAccount: boolean;
  };
  accountKey: string | null;
}

/** Differences of up to this many bits do not shake a presented id at home, where 10 bits of its 30 must remain. */
const ID_ENDURES = -14;
/** From an unknown network less is endured without a look at the other candidates. */
const ID_ENDURES_AWAY = -6;

/**
 * The answer when the presented id alone decides, with no further reads; null when the candidates are needed.
 * Also answers an event without usable signals that belongs to no account.
 */
export function resolveById(input: ResolveInput): Resolution | null {
  const { observation, idOwner } = input;
  if (idOwner === null || idOwner.id.cloned) {
    return isInsufficient(observation) && input.accountKey === null && idOwner === null
      ? insufficientAnswer(observation, null, 0)
      : null;
  }
  const differences = differencesOf(idOwner.device, observation, input.at);
  const joined = idOwner.device.profile[JOINED] as readonly string[] | undefined;
  if (!differences.hard && isTwinId(joined, observation.persistentId)) {
    return twinAnswer(observation, idOwner.device, differences);
  }
  const networkKnown = isNetworkKnown(idOwner.device, input);
  const elsewhere = input.network.narrow !== null && !networkKnown;
  const away = elsewhere && !input.network.knownToAccount;
  // An account new to the device from a network new to it: how an id looks that many machines share.
  if (elsewhere && idOwner.usedByAccount === false) return null;
  if (differences.hard || differences.bits < (away ? ID_ENDURES_AWAY : ID_ENDURES)) return null;
  return byIdAnswer(observation, idOwner.device, differences, networkKnown);
}

/** The answer among the holder of the presented id, the account's devices and those that share a key. Deterministic. */
export function resolveAmong(input: ResolveInput & { pool: CandidatePool }): Resolution {
  const { observation, idOwner, pool } = input;
  const known = devicesOf(input);
  if (isInsufficient(observation) && idOwner === null) return byAccountAlone(input, known.length);
  const against = {
    observation,
    at: input.at,
    narrow: input.network.narrow,
    networkOfAccount: input.network.knownToAccount,
    hasAccount: input.accountKey !== null,
    pool,
  };
  const scored = known.map(({ device, fromAccount }) => scoreCandidate(device, fromAccount, idOwner, against));
  const refuted = refutedId(input, scored);
  const { ranked, none } = judge(
    scored.filter((candidate) => !candidate.differences.hard),
    input.network.narrow,
  );
  const freeId = observation.persistentId !== null && idOwner === null;
  const context = {
    observation,
    ranked,
    none: ranked[0]?.fromAccount ? withoutCaution(none) : none,
    refuted,
    freeId,
    candidateCount: known.length,
    deviceCount: pool.deviceCount,
  };
  const best = ranked[0];
  if (best === undefined) return newDeviceAnswer(context);
  if (isDecisive(best, ranked, input)) {
    return best.ownsId && refuted === null
      ? byIdAnswer(observation, best.device, best.differences, best.networkKnown, context)
      : linkedAnswer(context, best);
  }
  if (1 - context.none <= DECISION.ambiguous) return newDeviceAnswer(context);
  return ambiguousAnswer(context);
}

/** Posteriors; a client that followed itself in time under several ids is one candidate, not its own rival. */
function judge(candidates: Scored[], narrow: string | null) {
  const judged = posteriors(candidates);
  const succession = successionOf(judged.ranked, narrow);
  const [head, ...rivals] = succession === null ? judged.ranked : merged(judged.ranked, succession);
  if (head === undefined) return judged;
  const established = succession !== null || !head.device.provisional;
  return posteriors([head, ...(established ? rivals.map(asVisitOfAnother) : rivals)]);
}

/** A provisional device never came back with its own id: beside a device that did, it is rather a visit of that one. */
function asVisitOfAnother(rival: Scored): Scored {
  return rival.device.provisional && rival.fromAccount ? { ...rival, bits: rival.bits + PRIOR.visitOfAnother } : rival;
}

/**
 * Signals can be copied, and copies come from elsewhere. From a network that neither device nor account is known on,
 * likeness alone teaches nothing (`keep.ts`): attached, the copier's own id would hold the device from his next visit on.
 * It links within the account only, so that a stranger's account is never lent a device, and never a machine that draws
 * in software: every copy of a virtual machine draws the same.
 */
function isMereLikeness({ device, fromAccount, ownsId, away }: Scored): boolean {
  if (!away || ownsId) return false;
  return (!fromAccount && device.accountCount > 0) || isSoftwareRenderer(device.profile.gpu_renderer);
}

/**
 * An account new to the device, on a network new to it, under its id: so looks an id that a broken integration ships to
 * every machine, and phones of one model or computers of one fleet differ in nothing else. A family's second account is
 * first seen at home.
 */
function isSharedId({ ownsId, away }: Scored, { idOwner }: ResolveInput): boolean {
  return ownsId && away && idOwner?.usedByAccount === false;
}

/** The probability of "none of these" with the caution of the account's prior taken back. */
function withoutCaution(none: number): number {
  return none / (none + (1 - none) * 2 ** DECISION.caution);
}

function isInsufficient(observation: Observation): boolean {
  return observation.fingerprint === null && observation.persistentId === null;
}

function isNetworkKnown(device: DeviceRecord, input: ResolveInput): boolean {
  return input.network.narrow !== null && device.networks.includes(input.network.narrow);
}

/** The pool and the id's holder, each once. Without a fingerprint only the holder can be recognized. */
function devicesOf(input: ResolveInput & { pool: CandidatePool }) {
  const devices = new Map<string, { device: DeviceRecord; fromAccount: boolean }>();
  for (const candidate of input.pool.candidates) {
    const earlier = devices.get(candidate.device.id);
    devices.set(candidate.device.id, {
      device: candidate.device,
      fromAccount: candidate.fromAccount || earlier?.fromAccount === true,
    });
  }
  const { idOwner } = input;
  if (idOwner !== null && !devices.has(idOwner.device.id)) {
    devices.set(idOwner.device.id, { device: idOwner.device, fromAccount: idOwner.usedByAccount === true });
  }
  return [...devices.values()];
}

/** A link needs near certainty and a distant runner-up; a trusted device also its id, or its account and network. */
function isDecisive(best: Scored, ranked: readonly Scored[], input: ResolveInput): boolean {
  if (input.observation.fingerprint === null && !best.ownsId) return false;
  if (isMereLikeness(best) || isSharedId(best, input)) return false;
  const { isTrusted } = best.device;
  const threshold = isTrusted && !best.ownsId ? DECISION.linkTrusted : DECISION.link;
  if (linkProbability(best) < threshold) return false;
  if (isTrusted && !best.ownsId && !(best.fromAccount && best.networkKnown && input.network.knownToAccount))
    return false;
  const second = ranked[1];
  return second === undefined || best.probability >= DECISION.runnerUp * second.probability;
}

/**
 * A client that cannot keep an id (private windows, Safari's seven days) would make a device on every visit. Towards an
 * untrusted provisional device of the account, on a network of device or account, the prior's caution is therefore
 * dropped: nothing is known of that device that a wrong link could give away.
 */
function linkProbability({ device, fromAccount, atHome, probability }: Scored): number {
  const harmless = fromAccount && atHome && device.provisional && !device.isTrusted;
  return harmless ? 1 - withoutCaution(1 - probability) : probability;
}

/** The presented id was refuted when its holder cannot be this machine. */
function refutedId(input: ResolveInput, scored: readonly Scored[]): Refuted | null {
  const { idOwner } = input;
  const candidate = scored.find((one) => one.device.id === idOwner?.device.id);
  if (idOwner === null || candidate === undefined || !candidate.differences.hard) return null;
  // Both machines alive within a day: a copy, or one id shipped to many machines, and no identity any more.
  const together = Math.abs(input.at - idOwner.id.lastSeenAt) <= DAY;
  return { candidate, cloned: idOwner.id.cloned || together };
}

/**
 * Without usable signals an event is kept under a device that stands for the account's server-side events alone, so
 * that it neither touches a real machine nor makes a device each time.
 */
function byAccountAlone(input: ResolveInput & { pool: CandidatePool }, candidateCount: number): Resolution {
  const { observation, pool } = input;
  const agent = observation.profile;
  const stand = pool.candidates
    .filter(({ device, fromAccount }) => fromAccount && !device.isTrusted && device.provisional)
    .filter(({ device }) => knownSignals(device.profile) < MIN_SIGNALS)
    .filter(({ device }) => device.profile.os_family === agent.os_family)
    .filter(({ device }) => device.profile.browser_family === agent.browser_family)
    .map(({ device }) => device)
    .sort((one, other) => other.lastSeenAt - one.lastSeenAt || (one.id < other.id ? -1 : 1))[0];
  return insufficientAnswer(observation, stand ?? null, candidateCount);
}
