// Builds the six answers of recognition, each with its confidence and one sentence why.
import type { Scored } from './candidates.ts';
import type { Differences } from './differences.ts';
import { describeDifferences, enumerate, heaviest, wordFor } from './explain.ts';
import type { DeviceRecord, Observation, Resolution } from './observation.ts';
import { PROFILE_NAMES, type SignalName } from './signal-names.ts';
import { DECISION, WEIGHTS_VERSION } from './weights.ts';

/** The holder of the presented id that cannot be this machine. */
export interface Refuted {
  candidate: Scored;
  cloned: boolean;
}

export interface AnswerContext {
  observation: Observation;
  /** Candidates without hard conflicts, most probable first. */
  ranked: readonly Scored[];
  /** Probability of "none of these". */
  none: number;
  refuted: Refuted | null;
  /** Whether an id was presented that no device holds: it may be attached. A held id never moves. */
  freeId: boolean;
  candidateCount: number;
  deviceCount: number;
}

/** The presented id decides. `context` is absent when nothing else had to be read. */
export function byIdAnswer(
  observation: Observation,
  device: DeviceRecord,
  differences: Differences,
  networkKnown: boolean,
  context: AnswerContext | null = null,
): Resolution {
  const texts = compared(observation, device, differences);
  const matched = ['persistent_id', ...differences.agree, ...(networkKnown ? ['network'] : [])];
  return {
    method: 'persistent_id',
    confidence: idConfidence(differences, context),
    candidateCount: context?.candidateCount ?? 1,
    reason: idReason(differences),
    matchedSignals: matched,
    ...texts,
    evidence: evidenceOf(context),
    device,
    provisional: false,
    learns: true,
    attachId: false,
    idRefuted: false,
    idCloned: false,
  };
}

/** No change 100, each four bits of difference one point less; a posterior below that is the truth. */
function idConfidence(differences: Differences, context: AnswerContext | null): number {
  const byChange = Math.max(95, Math.floor(100 + differences.bits / 4));
  const best = context?.ranked[0];
  return best === undefined ? byChange : Math.min(byChange, Math.round(100 * best.probability));
}

function idReason(differences: Differences): string {
  if (differences.differ.length === 0) {
    return 'The id stored on this device was presented and every signal that could be compared is unchanged.';
  }
  return `The id stored on this device was presented; changed since its last visit: ${heaviest(differences.differ)}.`;
}

/** Linked by its signals to `best`. */
export function linkedAnswer(context: AnswerContext, best: Scored): Resolution {
  const { observation, refuted } = context;
  const { device, differences } = best;
  const exact = differences.differ.length === 0;
  const cap = isIos(device) && !best.fromAccount ? DECISION.capFingerprintIos : DECISION.capFingerprint;
  const network = best.networkKnown ? ', on a network it was seen on' : best.away ? ', from elsewhere' : '';
  const whose = best.fromAccount ? 'a device of this account' : 'one known device';
  const how = exact
    ? `Every signal that could be compared equals those of ${whose} alone${network}`
    : `The signals are those of ${whose} alone${network}; changed: ${heaviest(differences.differ)}`;
  return {
    method: exact ? 'fingerprint_exact' : 'fingerprint_similar',
    confidence: Math.min(cap, Math.round(100 * best.probability)),
    candidateCount: context.candidateCount,
    reason: `${how}.${refutedText(refuted)}`,
    matchedSignals: [...differences.agree, ...(best.networkKnown ? ['network'] : [])],
    ...compared(observation, device, differences),
    evidence: evidenceOf(context),
    device,
    provisional: device.provisional,
    learns: !best.away,
    attachId: context.freeId && !best.away,
    idRefuted: refuted !== null,
    idCloned: refuted?.cloned ?? false,
  };
}

/** Resembles known devices, but not one of them surely enough: a provisional device is made. */
export function ambiguousAnswer(context: AnswerContext): Resolution {
  const { observation, none, refuted } = context;
  const best = context.ranked[0] as Scored;
  return {
    method: 'ambiguous',
    // The probability that a new device is the right answer; that of the likeliest known one stands in the evidence.
    confidence: Math.min(DECISION.capAmbiguous, Math.round(100 * none)),
    candidateCount: context.candidateCount,
    reason: `${ambiguousReason(context.ranked, best)}${refutedText(refuted)}`,
    matchedSignals: [...best.differences.agree, ...(best.networkKnown ? ['network'] : [])],
    ...compared(observation, best.device, best.differences),
    evidence: evidenceOf(context),
    device: null,
    provisional: true,
    learns: true,
    attachId: context.freeId,
    idRefuted: refuted !== null,
    idCloned: refuted?.cloned ?? false,
  };
}

function ambiguousReason(ranked: readonly Scored[], best: Scored): string {
  if (best.device.isTrusted && !best.ownsId) {
    return 'Resembles a trusted device, but its stored id was not presented; trust is never given to a likeness.';
  }
  if (!best.ownsId && best.away) {
    return 'The signals resemble a known device, but they come without its id and from elsewhere, as a copy would.';
  }
  const near = ranked.filter((one) => best.probability < DECISION.runnerUp * one.probability).length;
  return near > 1
    ? `The signals fit ${near} known devices about equally well; none is chosen.`
    : `The signals resemble one known device, but not surely enough (${Math.floor(100 * best.probability)} %).`;
}

/** Nothing known fits, or the presented id belongs to another machine. */
export function newDeviceAnswer(context: AnswerContext): Resolution {
  const { observation, none, refuted } = context;
  const best = refuted?.candidate ?? context.ranked[0] ?? null;
  const texts =
    best === null
      ? { changedSignals: [], conflictingSignals: [], unknownSignals: unknownOf(observation) }
      : compared(observation, best.device, best.differences);
  return {
    method: 'new_device',
    confidence: Math.round(100 * none),
    candidateCount: context.candidateCount,
    reason: newReason(context),
    matchedSignals: best?.differences.agree ?? [],
    ...texts,
    evidence: evidenceOf(context),
    device: null,
    provisional: false,
    learns: true,
    attachId: context.freeId,
    idRefuted: refuted !== null,
    idCloned: refuted?.cloned ?? false,
  };
}

function newReason({ refuted, candidateCount }: AnswerContext): string {
  if (refuted !== null) {
    const why = enumerate(
      refuted.candidate.differences.differ.filter(({ hard }) => hard).map(({ signal }) => wordFor(signal)),
    );
    return `The presented id belongs to a different machine: ${why} cannot change on one machine.`;
  }
  return candidateCount === 0
    ? 'No known device shares its id, its signals or its account.'
    : 'The known devices that share something with it differ too much.';
}

/**
 * The id joined `device` by likeness, then an older id of that device came back, and now this one does: two storages are
 * alive at once, on two machines alike. The younger id gets a device of its own, so that a wrong link ends here.
 */
export function twinAnswer(observation: Observation, device: DeviceRecord, differences: Differences): Resolution {
  return {
    method: 'new_device',
    confidence: DECISION.capAmbiguous,
    candidateCount: 1,
    reason: 'Two machines alike shared one record and now use their ids in turn: this one becomes a device of its own.',
    matchedSignals: differences.agree,
    ...compared(observation, device, differences),
    evidence: evidenceOf(null),
    device: null,
    provisional: false,
    learns: true,
    attachId: true,
    idRefuted: false,
    idCloned: false,
  };
}

/** Too few signals and no id: nothing but the account is known. */
export function insufficientAnswer(
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
        : 'Too few signals were sent to recognize a device; the account alone is known.',
    matchedSignals: [],
    changedSignals: [],
    conflictingSignals: [],
    unknownSignals: unknownOf(observation),
    evidence: { posterior: 0, runnerUp: 0, deviceCount: 0, weights: WEIGHTS_VERSION },
    device,
    provisional: true,
    learns: true,
    attachId: false,
    idRefuted: false,
    idCloned: false,
  };
}

function compared(observation: Observation, device: DeviceRecord, differences: Differences) {
  const { changed, conflicting } = describeDifferences(differences, device.profile, observation.profile);
  return {
    changedSignals: changed,
    conflictingSignals: conflicting,
    unknownSignals: withMalformed(observation, differences.unknown),
  };
}

function unknownOf(observation: Observation): string[] {
  return withMalformed(
    observation,
    PROFILE_NAMES.filter((name) => observation.profile[name] === undefined),
  );
}

function withMalformed(observation: Observation, unknown: readonly SignalName[]): string[] {
  const id = observation.persistentId === null ? ['persistent_id'] : [];
  return [...new Set([...id, ...unknown, ...observation.malformed])];
}

function refutedText(refuted: Refuted | null): string {
  return refuted === null ? '' : ' The presented id belongs to a different machine and was not followed.';
}

function evidenceOf(context: AnswerContext | null) {
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
