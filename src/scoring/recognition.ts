// How the account knows the source of an event: one of nine states, from the resolver's answer and what was proven.
import { DAY } from '../vocabulary/clock.ts';
import type { RecognitionState } from './assessment.ts';
import type { ScoringInput } from './facts.ts';

const RECOGNIZED: ReadonlySet<RecognitionState> = new Set([
  'trusted',
  'known',
  'recent',
  'fingerprint',
  'network_only',
]);

/** Whether the account recognizes a source in this state. */
export function isRecognized(state: RecognitionState): boolean {
  return RECOGNIZED.has(state);
}

/** Parts of a machine that one honest visit to the next changes at most one of: a monitor, or a time zone. */
export const STABLE_PARTS = ['gpu_renderer', 'screen', 'hardware_concurrency', 'timezone'] as const;

/** How many stable parts may differ under the same persistent id before it counts as another machine's. */
const STABLE_CHANGES_TOLERATED = 1;

/** The stable parts that differ from the last visit of the answered device. */
export function changedStableParts(input: ScoringInput): string[] {
  const { changedSignals, conflictingSignals } = input.resolution;
  return STABLE_PARTS.filter((part) =>
    [...changedSignals, ...conflictingSignals].some(({ signal }) => signal === part),
  );
}

/** Whether the presented persistent id came from a machine that is visibly not its own: a copied or spoofed id. */
export function isTampered(input: ScoringInput): boolean {
  if (input.resolution.idRefuted) return true;
  return input.resolution.method === 'persistent_id' && changedStableParts(input).length > STABLE_CHANGES_TOLERATED;
}

/**
 * Whether a recognized source of another account has shown this event's fingerprint. Common phones share one among
 * thousands. Unrecognized rows do not count: a mistyped name, or a forger, must not take an owner's look from them.
 */
function isSharedLook(input: ScoringInput): boolean {
  return input.history.seenFingerprint.elsewhere;
}

/**
 * Whether a recognized source of this account has shown exactly this fingerprint before. Private windows and cleared
 * storage make many devices of one browser: the resolver rightly calls it ambiguous which, but it is one of them.
 */
function isOwnLook(input: ScoringInput): boolean {
  return input.history.seenFingerprint.own;
}

/** Whether the event looks like one of the account's proven devices. */
function resemblesOwn(input: ScoringInput): boolean {
  const { method } = input.resolution;
  if (input.fingerprint === null) return false;
  return isOwnLook(input) || ((method === 'fingerprint_exact' || method === 'fingerprint_similar') && isProven(input));
}

function isProven(input: ScoringInput): boolean {
  return input.history.pair !== null && input.history.pair.firstProofAt !== null;
}

/**
 * The recognition state. A persistent id identifies (`persistent_id`); a fingerprint only hints, and recognizes on a
 * network the account has proven: before that rule any phone of the same model, or a copied fingerprint, passed.
 * A device that never proved itself to the account is `unproven`, however it was resolved.
 */
export function recognize(input: ScoringInput, networkKnown: boolean): RecognitionState {
  const { method } = input.resolution;
  const withoutSignals = input.signalCount === 0 || method === 'insufficient_signals';
  if (input.credential === 'secret' && withoutSignals) return networkKnown ? 'network_only' : 'none';

  const { pair } = input.history;
  const unproven = pair === null ? 'new' : 'unproven';
  if (withoutSignals || isTampered(input)) return unproven;
  if (method === 'persistent_id' && isProven(input)) {
    if (input.device.isTrusted) return 'trusted';
    return (pair?.firstProofAt ?? input.at) <= input.at - DAY ? 'known' : 'recent';
  }
  if (!resemblesOwn(input)) return unproven;
  if (networkKnown) return input.device.isTrusted && isProven(input) ? 'trusted' : 'fingerprint';
  return isSharedLook(input) && input.history.networks.narrowInWide === 0 ? unproven : 'fp_elsewhere';
}
