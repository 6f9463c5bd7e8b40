// Builds the six kinds of resolution, each with its confidence and a one-sentence reason.
import { isAnotherAccounts, type ScoredCandidate } from './candidates.ts';
import { isCorroborated, looksLike } from './corroboration.ts';
import type { Differences } from './differences.ts';
import { describeDifferences, heaviestDifferences, joinNames, signalLabel } from './explain.ts';
import { isJoinedId } from './joined-ids.ts';
import type { DeviceRecord, Observation, Resolution } from './observation.ts';
import { joinedIdsOf, PROFILE_NAMES, type SignalName } from './signal-names.ts';
import { DECISION, WEIGHTS_VERSION } from './weights.ts';

/** The owner of the presented id, which a hard conflict rules out as this machine. */
export interface RefutedId {
  candidate: ScoredCandidate;
  cloned: boolean;
}

export interface ResolutionContext {
  observation: Observation;
  /** Candidates without hard conflicts, most probable first. */
  ranked: readonly ScoredCandidate[];
  /** Probability of "none of these". */
  none: number;
  refuted: RefutedId | null;
  /** Whether a presented id has no owner and may therefore be attached. An owned id never moves to another device. */
  unownedId: boolean;
  /** Whether the presented id leads to a device that the account has never used (`shared-ids.ts`). */
  sharedId: boolean;
  looksOwn: boolean;
  candidateCount: number;
  deviceCount: number;
}

/** Resolved by the presented id. `context` is absent when no candidates had to be read. */
export function byIdResolution(
  observation: Observation,
  device: DeviceRecord,
  differences: Differences,
  networkKnown: boolean,
  context: ResolutionContext | null = null,
): Resolution {
  const texts = comparisonTexts(observation, device, differences);
  const matched = ['persistent_id', ...differences.agree, ...(networkKnown ? ['network'] : [])];
  return {
    method: 'persistent_id',
    confidence: idConfidence(differences, context),
    candidateCount: context?.candidateCount ?? 1,
    reason: byIdReason(differences),
    matchedSignals: matched,
    ...texts,
    evidence: evidenceOf(context),
    device,
    provisional: false,
    updatesDevice: true,
    attachId: false,
    idRefuted: false,
    idCloned: false,
    corroborated: isCorroborated(observation, device, differences),
    idJoined: isJoinedId(joinedIdsOf(device.profile), observation.persistentId),
    looksOwn: false,
    sharesId: false,
  };
}

/** 100 without changes, minus one point for each four bits of difference, at least 95, but never above the posterior. */
function idConfidence(differences: Differences, context: ResolutionContext | null): number {
  const byChange = Math.max(95, Math.floor(100 + differences.bits / 4));
  const best = context?.ranked[0];
  return best === undefined ? byChange : Math.min(byChange, Math.round(100 * best.probability));
}

function byIdReason(differences: Differences): string {
  if (differences.differ.length === 0) {
    return "The device's stored id was presented, and every comparable signal is unchanged.";
  }
  return `The device's stored id was presented. Changed since the last visit: ${heaviestDifferences(differences.differ)}.`;
}

/** Linked to `best` by the signals. */
export function linkedResolution(context: ResolutionContext, best: ScoredCandidate): Resolution {
  const { observation, refuted } = context;
  const { device, differences } = best;
  const exact = differences.differ.length === 0;
  const cap = isIos(device) && !best.fromAccount ? DECISION.capFingerprintIos : DECISION.capFingerprint;
  const network = best.networkKnown
    ? ', on a network where it was seen before'
    : best.away
      ? ', from a network new to the device and the account'
      : '';
  const match = best.fromAccount ? 'only one device of this account' : 'only one known device';
  const corroborated = isCorroborated(observation, device, differences) && looksLike(device, differences);
  const updatesDevice = corroborated && !best.away;
  const how = exact
    ? `Every comparable signal matches ${match}${network}`
    : `The signals match ${match}${network}; changed: ${heaviestDifferences(differences.differ)}`;
  return {
    method: exact ? 'fingerprint_exact' : 'fingerprint_similar',
    confidence: Math.min(cap, Math.round(100 * best.probability)),
    candidateCount: context.candidateCount,
    reason: `${how}.${refutedSuffix(refuted)}`,
    matchedSignals: [...differences.agree, ...(best.networkKnown ? ['network'] : [])],
    ...comparisonTexts(observation, device, differences),
    evidence: evidenceOf(context),
    device,
    provisional: device.provisional,
    updatesDevice,
    attachId: context.unownedId && updatesDevice,
    ...idFindings(refuted),
    corroborated,
    looksOwn: context.looksOwn,
  };
}

/** Resembles known devices, but none with enough certainty: a provisional device is created. */
export function ambiguousResolution(context: ResolutionContext): Resolution {
  const { observation, none, refuted } = context;
  const best = context.ranked[0] as ScoredCandidate;
  return {
    method: 'ambiguous',
    // The probability that a new device is correct; the evidence has the probability of the likeliest known one.
    confidence: Math.min(DECISION.capAmbiguous, Math.max(DECISION.floorAmbiguous, Math.round(100 * none))),
    candidateCount: context.candidateCount,
    reason: `${ambiguousReason(context.ranked, best)}${refutedSuffix(refuted)}`,
    matchedSignals: [...best.differences.agree, ...(best.networkKnown ? ['network'] : [])],
    ...comparisonTexts(observation, best.device, best.differences),
    evidence: evidenceOf(context),
    device: null,
    provisional: true,
    updatesDevice: true,
    attachId: context.unownedId,
    ...idFindings(refuted),
    looksOwn: context.looksOwn,
    sharesId: context.sharedId,
  };
}

function ambiguousReason(ranked: readonly ScoredCandidate[], best: ScoredCandidate): string {
  if (best.device.isTrusted && !best.ownsId) {
    return 'Resembles a trusted device, but its stored id was not presented; matching signals alone never grant trust.';
  }
  if (!best.ownsId && best.away) {
    return 'The signals resemble a known device, but arrive without its id from a new network, as a copy would.';
  }
  if (best.ownsId && best.away && !best.fromAccount) {
    return 'The stored id belongs to a device that this account has never used, on a network new to both.';
  }
  const near = ranked.filter((one) => best.probability < DECISION.runnerUp * one.probability);
  if (near.every(isAnotherAccounts)) {
    return 'The signals resemble a device of other accounts, and signals alone never link to one.';
  }
  if (near.length > 1) return `The signals fit ${near.length} known devices about equally well; none was selected.`;
  // Rounded down: a probability below the threshold is never shown as the threshold itself.
  const reached = Math.floor(1000 * best.probability) / 10;
  return `The signals resemble one known device with a probability of ${reached} %; a link requires ${100 * DECISION.link} %.`;
}

/** No known device fits, or the presented id belongs to another machine. */
export function newDeviceResolution(context: ResolutionContext): Resolution {
  const { observation, none, refuted } = context;
  const best = refuted?.candidate ?? context.ranked[0] ?? null;
  const texts =
    best === null
      ? { changedSignals: [], conflictingSignals: [], unknownSignals: unknownSignals(observation) }
      : comparisonTexts(observation, best.device, best.differences);
  return {
    method: 'new_device',
    confidence: Math.round(100 * none),
    candidateCount: context.candidateCount,
    reason: newDeviceReason(context),
    matchedSignals: best?.differences.agree ?? [],
    ...texts,
    evidence: evidenceOf(context),
    device: null,
    provisional: false,
    updatesDevice: true,
    attachId: context.unownedId,
    ...idFindings(refuted),
    sharesId: context.sharedId,
  };
}

function newDeviceReason({ refuted, candidateCount }: ResolutionContext): string {
  if (refuted !== null) {
    const why = joinNames(
      refuted.candidate.differences.differ.filter(({ hard }) => hard).map(({ signal }) => signalLabel(signal)),
    );
    return `The presented id belongs to a different machine: ${why} cannot change on one machine.`;
  }
  return candidateCount === 0
    ? 'No known device shares the id, the signals or the account of this event.'
    : 'The known devices that share signals or the account with this event differ too much.';
}

/**
 * The id was attached to `device` by matching signals, then an older id of that device returned, and now this one
 * returns: two browser storages are in use on two similar machines. The newer id gets a separate device, which ends
 * the wrong link.
 */
export function twinResolution(observation: Observation, device: DeviceRecord, differences: Differences): Resolution {
  return {
    method: 'new_device',
    confidence: DECISION.capAmbiguous,
    candidateCount: 1,
    reason: 'Two similar machines shared one device and now present their ids in turn; this one gets its own device.',
    matchedSignals: differences.agree,
    ...comparisonTexts(observation, device, differences),
    evidence: evidenceOf(null),
    device: null,
    provisional: false,
    updatesDevice: true,
    attachId: true,
    ...idFindings(null),
  };
}

/** Too few signals and no id: only the account, if any, is known. */
export function insufficientResolution(
  observation: Observation,
  device: DeviceRecord | null,
  candidateCount: number,
): Resolution {
  return {
    method: 'insufficient_signals',
    confidence: device === null ? 0 : DECISION.capInsufficient,
    candidateCount,
    reason:
      device === null
        ? 'Too few signals were sent to recognize any device.'
        : 'Too few signals were sent to recognize a device; only the account is known.',
    matchedSignals: [],
    changedSignals: [],
    conflictingSignals: [],
    unknownSignals: unknownSignals(observation),
    evidence: { posterior: 0, runnerUp: 0, deviceCount: 0, weights: WEIGHTS_VERSION },
    device,
    provisional: true,
    updatesDevice: true,
    attachId: false,
    ...idFindings(null),
  };
}

function comparisonTexts(observation: Observation, device: DeviceRecord, differences: Differences) {
  const { changed, conflicting } = describeDifferences(differences, device.profile, observation.profile);
  return {
    changedSignals: changed,
    conflictingSignals: conflicting,
    unknownSignals: withMalformed(observation, differences.unknown),
  };
}

function unknownSignals(observation: Observation): string[] {
  return withMalformed(
    observation,
    PROFILE_NAMES.filter((name) => observation.profile[name] === undefined),
  );
}

function withMalformed(observation: Observation, unknown: readonly SignalName[]): string[] {
  const id = observation.persistentId === null ? ['persistent_id'] : [];
  return [...new Set([...id, ...unknown, ...observation.malformed])];
}

/** The facts about a presented id that did not resolve the device. */
function idFindings(refuted: RefutedId | null) {
  const [idRefuted, idCloned] = [refuted !== null, refuted?.cloned ?? false];
  return { idRefuted, idCloned, corroborated: false, idJoined: false, looksOwn: false, sharesId: false };
}

function refutedSuffix(refuted: RefutedId | null): string {
  return refuted === null ? '' : ' The presented id belongs to a different machine and was ignored.';
}

function evidenceOf(context: ResolutionContext | null) {
  return {
    posterior: context === null ? 1 : (context.ranked[0]?.probability ?? 0),
    runnerUp: context?.ranked[1]?.probability ?? 0,
    deviceCount: context?.deviceCount ?? 0,
    weights: WEIGHTS_VERSION,
  };
}

function isIos(device: DeviceRecord): boolean {
  return device.profile.os_family === 'iOS' || device.profile.os_family === 'iPadOS';
}
