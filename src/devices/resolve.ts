// Resolves the device of an event: by the presented id where that suffices, else among all candidates.
import { DAY } from '../vocabulary/clock.ts';
import {
  type CandidateInput,
  differencesOf,
  isContradicted,
  isElsewhere,
  isFromAccount,
  isOnOwnNetwork,
  MIN_DIFFERENCE_BITS_AWAY,
  type ResolveInput,
  type ScoredCandidate,
  scoreCandidate,
} from './candidates.ts';
import { isTwinId } from './joined-ids.ts';
import type { Candidate, DeviceRecord, Observation, Resolution } from './observation.ts';
import { countKnownSignals, MIN_SIGNALS } from './observe.ts';
import { looksOwn } from './own-look.ts';
import { isDecisive, rankPossible, withoutCaution } from './ranking.ts';
import {
  ambiguousResolution,
  byIdResolution,
  insufficientResolution,
  linkedResolution,
  newDeviceResolution,
  type RefutedId,
  twinResolution,
} from './resolutions.ts';
import { isOfOther, isProvenByOthersOnly, isSharedId, isShipped, ownerWithin } from './shared-ids.ts';
import { joinedIdsOf } from './signal-names.ts';
import { DECISION } from './weights.ts';

/** At home, a presented id decides alone while 16 of its 30 bits remain (`PRIOR_BITS.persistentId`). */
const MIN_DIFFERENCE_BITS = -14;

/**
 * The resolution when the presented id alone decides, without further reads; null when the candidates are needed.
 * Also resolves an event without usable signals that has no account.
 */
export function resolveById(input: ResolveInput): Resolution | null {
  const { idOwner } = input;
  return isProvenByOthersOnly(idOwner) || isShipped(idOwner) ? null : decideById(input);
}

function decideById(input: ResolveInput): Resolution | null {
  const { observation, idOwner } = input;
  if (idOwner === null || idOwner.id.cloned) {
    return isInsufficient(observation) && input.accountKey === null && idOwner === null
      ? insufficientResolution(observation, null, 0)
      : null;
  }
  const differences = differencesOf(idOwner.device, observation, input.at);
  if (!differences.hard && isTwinId(joinedIdsOf(idOwner.device.profile), observation.persistentId)) {
    return twinResolution(observation, idOwner.device, differences);
  }
  // A page view before the login has created a device that is nobody's: the account's own device may be the better match.
  if (isUnclaimed(input)) return null;
  const networkKnown = isOnOwnNetwork(idOwner.device, input.network.narrow);
  const elsewhere = isElsewhere(idOwner.device, input.network.narrow);
  const away = elsewhere && !input.network.knownToAccount;
  // An account new to the device on a network new to the device is typical of an id that many machines share.
  if (elsewhere && idOwner.usedByAccount === false) return null;
  if (differences.hard || differences.bits < (away ? MIN_DIFFERENCE_BITS_AWAY : MIN_DIFFERENCE_BITS)) return null;
  return byIdResolution(observation, idOwner.device, differences, networkKnown);
}

/**
 * Whether the event has an account, and the presented id belongs to a device that no account has used, or that nobody has proven and whose
 * id has not returned, such as one that only events under the public key have shown.
 */
function isUnclaimed({ accountKey, idOwner }: ResolveInput): boolean {
  if (accountKey === null || idOwner === null || idOwner.id.cloned) return false;
  const { accountCount, firstProofAt, provisional } = idOwner.device;
  return accountCount === 0 || (provisional && firstProofAt === null);
}

/**
 * Resolves among the owner of the presented id, the account's devices and those that share a key. Deterministic. The id of an unclaimed
 * device moves to the account's own device if that matches by its fingerprint, and to a new one if the unclaimed device contradicts the
 * event: anybody may have shown the id first. One page view under the public key, by another machine with an id that the owner's browser
 * had not logged in with, made the owner's payout changes look like a thief's (100, blocked).
 */
export function resolveAmong(input: CandidateInput): Resolution {
  const { idOwner, pool, observation, at } = input;
  if (isShipped(idOwner)) {
    return resolveCandidates({ ...input, idOwner: null, observation: { ...observation, persistentId: null } });
  }
  const owner = ownerWithin(input);
  if (owner === idOwner && isOfOther(input)) return resolveCandidates({ ...input, idOwner: null });
  const shared = { ...input, idOwner: owner };
  if (owner !== idOwner) {
    const own = decideById(shared) ?? resolveCandidates(shared);
    if (own.device !== null || owner?.device.firstProofAt !== null) return own;
    // Events have only named the account's device. With a device of the account that looks like the id's, the result would be neither.
  }
  const byId = isProvenByOthersOnly(idOwner) ? decideById(input) : null;
  if (byId !== null) return byId;
  if (idOwner !== null && isUnclaimed(input)) {
    const candidates = pool.candidates.filter(({ device }) => device.id !== idOwner.device.id);
    const own = resolveCandidates({ ...input, idOwner: null, pool: { ...pool, candidates } });
    const isRefuted = idOwner.device.provisional && isContradicted(idOwner.device, observation, at);
    if (own.device !== null || isRefuted) return own;
  }
  return resolveCandidates(input);
}

function resolveCandidates(input: CandidateInput): Resolution {
  const { observation, idOwner, pool } = input;
  const known = candidateDevices(input);
  if (isInsufficient(observation) && idOwner === null) return resolveByAccount(input, known.length);
  const scored = known.map(({ device, fromAccount }) => scoreCandidate(device, fromAccount, input));
  const refuted = refutedId(input, scored);
  const { ranked, none } = rankPossible(
    scored.filter((candidate) => !candidate.differences.hard),
    input,
  );
  const unownedId = observation.persistentId !== null && idOwner === null;
  const context = {
    observation,
    ranked,
    none: ranked[0]?.fromAccount ? withoutCaution(none) : none,
    refuted,
    unownedId,
    sharedId: refuted === null && isSharedId(idOwner),
    looksOwn: observation.fingerprint !== null && looksOwn(provenCandidates(scored, input)),
    candidateCount: known.length,
    deviceCount: pool.deviceCount,
  };
  const best = ranked[0];
  if (best === undefined) return newDeviceResolution(context);
  if (isDecisive(best, ranked, input)) {
    return best.ownsId && refuted === null
      ? byIdResolution(observation, best.device, best.differences, best.networkKnown, context)
      : linkedResolution(context, best);
  }
  if (1 - context.none <= DECISION.ambiguous) return newDeviceResolution(context);
  return ambiguousResolution(context);
}

function isInsufficient(observation: Observation): boolean {
  return observation.fingerprint === null && observation.persistentId === null;
}

/** The pool and the id's owner, each device once. Without a fingerprint, only the owner can be recognized. */
function candidateDevices(input: CandidateInput) {
  const devices = new Map<string, { device: DeviceRecord; fromAccount: boolean }>();
  for (const candidate of input.pool.candidates) {
    devices.set(candidate.device.id, { device: candidate.device, fromAccount: isFromAccount(candidate) });
  }
  const { idOwner } = input;
  if (idOwner !== null && !devices.has(idOwner.device.id)) {
    devices.set(idOwner.device.id, { device: idOwner.device, fromAccount: idOwner.usedByAccount === true });
  }
  return [...devices.values()];
}

/** The candidates on which a proof of the account counts: anybody may have claimed one, unless only browsers report. */
function provenCandidates(scored: readonly ScoredCandidate[], { pool, onlyClaims }: CandidateInput): ScoredCandidate[] {
  const proofOf = (one: Candidate) => (onlyClaims ? one.accountProofAt : one.accountServerProofAt) ?? null;
  const proven = new Set(pool.candidates.filter((one) => proofOf(one) !== null).map(({ device }) => device.id));
  return scored.filter(({ device }) => proven.has(device.id));
}

/** The presented id is refuted when a hard conflict rules out its owner. */
function refutedId(input: ResolveInput, scored: readonly ScoredCandidate[]): RefutedId | null {
  const { idOwner } = input;
  const candidate = scored.find((one) => one.device.id === idOwner?.device.id);
  if (idOwner === null || candidate === undefined || !candidate.differences.hard) return null;
  // Two machines active within a day mean a copied id, or one id shipped to many machines.
  const concurrent = Math.abs(input.at - idOwner.id.lastSeenAt) <= DAY;
  return { candidate, cloned: idOwner.id.cloned || concurrent };
}

/**
 * An event without usable signals is assigned to a device that represents only the account's server-side events, so that
 * it neither updates a real machine nor creates a device each time. A proven one comes first: a page view under the public key, with an id
 * and the owner's user agent, took its place, and the owner was challenged at every login with an app, or on a trip.
 */
function resolveByAccount(input: CandidateInput, candidateCount: number): Resolution {
  const { observation, pool } = input;
  const agent = observation.profile;
  const serverSide = pool.candidates
    .filter((candidate) => isFromAccount(candidate) && !candidate.device.isTrusted && candidate.device.provisional)
    .filter(({ device }) => countKnownSignals(device.profile) < MIN_SIGNALS)
    .filter(({ device }) => device.profile.os_family === agent.os_family)
    .filter(({ device }) => device.profile.browser_family === agent.browser_family)
    .sort(byProofAndVisit)[0];
  return insufficientResolution(observation, serverSide?.device ?? null, candidateCount);
}

/** The device that the account proved first, or else the one seen last. */
function byProofAndVisit(one: Candidate, other: Candidate): number {
  const [provenAt, otherProvenAt] = [firstProofOf(one), firstProofOf(other)];
  if (provenAt !== otherProvenAt) return provenAt - otherProvenAt;
  return other.device.lastSeenAt - one.device.lastSeenAt || (one.device.id < other.device.id ? -1 : 1);
}

/** After all times if the account has not proven the device. */
function firstProofOf({ accountProofAt }: Candidate): number {
  return accountProofAt ?? Number.POSITIVE_INFINITY;
}
