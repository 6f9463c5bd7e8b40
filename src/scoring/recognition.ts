// Determines the recognition state of an event's source, one of nine, from the resolver's result and past proofs.
import { LOGIN_TYPES } from '../vocabulary/event-types.ts';
import type { RecognitionState } from './assessment.ts';
import type { ScoringInput } from './facts.ts';
import { isConfirmedHere } from './firm-source.ts';
import { isSettledDevice } from './fresh-device.ts';
import { isReplaced } from './replaced-device.ts';

const RECOGNIZED: ReadonlySet<RecognitionState> = new Set([
  'trusted',
  'known',
  'recent',
  'fingerprint',
  'network_only',
]);

/** Whether a source in this state counts as recognized. */
export function isRecognized(state: RecognitionState): boolean {
  return RECOGNIZED.has(state);
}

/** Parts of a machine. Between two honest visits, at most one of them changes: a new monitor, or the time zone. On a trip, both do. */
export const STABLE_PARTS = ['gpu_renderer', 'screen', 'hardware_concurrency', 'timezone'] as const;

/** Stable parts that may differ under the same persistent id before the machine counts as another one. */
const MAX_STABLE_CHANGES = 1;

/** The stable parts that differ from the last visit of the resolved device. */
export function changedStableParts(input: ScoringInput): string[] {
  const { changedSignals, conflictingSignals } = input.resolution;
  return STABLE_PARTS.filter((part) =>
    [...changedSignals, ...conflictingSignals].some(({ signal }) => signal === part),
  );
}

/**
 * Whether the presented persistent id came from a visibly different machine: it was copied or spoofed. Not if that machine is the account's
 * own by now: owners who had copied their browser's data to a new computer, or had added memory and a graphics card, were strangers
 * forever (the change of the payout: 100, blocked).
 */
export function isTampered(input: ScoringInput): boolean {
  if (input.resolution.idRefuted) return !(isLinked(input) && isOwnMachine(input));
  return input.resolution.method === 'persistent_id' && isOtherMachine(changedStableParts(input));
}

/**
 * Not on a trip with a laptop: the monitor stays at home, and the time zone is the destination's. Its owner was a stranger there and again at
 * home, on every trip (login 80, challenged; payment in a session 100, blocked). The graphics card and the cores are those of the device.
 */
function isOtherMachine(changed: readonly string[]): boolean {
  const isTrip = changed.length === 2 && changed.includes('screen') && changed.includes('timezone');
  return changed.length > MAX_STABLE_CHANGES && !isTrip;
}

/**
 * Proven a day ago, or confirmed here by a second factor. With any proof, a thief with the password and the stolen id in the owner's network
 * would pay right after the first login (45, monitored, instead of 70, challenged).
 */
function isOwnMachine(input: ScoringInput): boolean {
  return isSettledDevice(input) || isConfirmedHere(input);
}

/**
 * Whether another account has recognized a source with this event's fingerprint. Thousands of common phones share one. Unrecognized
 * events do not count: neither a mistyped account name nor a forger may make an owner's fingerprint shared.
 */
function isFingerprintShared(input: ScoringInput): boolean {
  return input.history.seenFingerprint.elsewhere;
}

/**
 * Whether this account has recognized a source with exactly this fingerprint before. Private windows and cleared storage
 * make many devices of one browser: the resolver rightly reports an ambiguous match, but it is one of them. Not if anyone can guess the
 * signals: owners whose page had sent neither graphics nor fonts in its first days were recognized by the rest of them forever, and
 * someone with the password in their network paid (0, allowed) and changed the payout (45, monitored).
 */
function isOwnFingerprint(input: ScoringInput): boolean {
  return input.unguessed && input.history.seenFingerprint.own;
}

/** Whether the fingerprint matches one of the account's proven devices. */
function matchesOwnDevice(input: ScoringInput): boolean {
  return input.fingerprint !== null && (isOwnFingerprint(input) || isLinked(input));
}

/**
 * Whether the signals led to a device that the account has proven. They need as many as a stored id does: with the
 * user agent, the languages and the time zone of the owner's computer, its cores and its screen, anyone in the owner's network changed
 * the payout (45, monitored; 0, allowed within the hour after the owner's second factor there).
 */
function isLinked(input: ScoringInput): boolean {
  const { method, corroborated } = input.resolution;
  return (method === 'fingerprint_exact' || method === 'fingerprint_similar') && isProven(input) && corroborated;
}

function isProven(input: ScoringInput): boolean {
  return input.history.pair !== null && input.history.pair.firstProofAt !== null;
}

/**
 * Whether a login or a failed one names a browser and system that the account has not proven. Recognized by the network alone, 36 % of the guesses
 * from a simulated carrier's address and 66 % of those from a company's counted for nothing, and 52 of 81 logins with the right password
 * were let through (0). Not payments and changes: a server may report them without the browser, which only a login could prove.
 */
function isOnNewBrowser(input: ScoringInput): boolean {
  return LOGIN_TYPES.some((type) => type === input.type) && !isProven(input);
}

/**
 * The recognition state. A persistent id identifies a device. A fingerprint is only a hint: it recognizes only on a network that
 * the account has proven; otherwise any phone of the same model or a copied fingerprint would pass. A device without a proof for the
 * account is `unproven`, however it was resolved. `network.trusts` is false where a member's trust in the device does not count: for
 * a sensitive change from a network that is not firmly the owner's.
 */
export function recognize(input: ScoringInput, network: { known: boolean; trusts: boolean }): RecognitionState {
  const { method } = input.resolution;
  const withoutSignals = input.signalCount === 0 || method === 'insufficient_signals';
  // An account whose server normally sends signals is not recognized without them: the thief only has to block the SDK.
  const serverOnly = input.credential === 'secret' && !input.history.proofs.withSignals;
  if (serverOnly && withoutSignals) return network.known && !isOnNewBrowser(input) ? 'network_only' : 'none';

  const { pair } = input.history;
  const unproven = pair === null ? 'new' : 'unproven';
  if (withoutSignals || isTampered(input)) return unproven;
  if (method === 'persistent_id' && isProven(input)) {
    // The id alone can be stolen: without the signals of its device it recognizes nobody.
    if (!input.resolution.corroborated) return unproven;
    // A member trusts a machine, not its looks: an id that matching signals attached is no better than the signals.
    if (input.device.isTrusted && network.trusts && !input.resolution.idJoined && !isReplaced(input)) return 'trusted';
    return isSettledDevice(input) ? 'known' : 'recent';
  }
  // Never trusted: copied signals, in the network of an owner whose device a member trusts, changed the payout (15, allowed).
  if (network.known) return matchesOwnDevice(input) ? 'fingerprint' : unproven;
  return looksOwnElsewhere(input) ? 'fp_elsewhere' : unproven;
}

/**
 * Whether the event looks like one of the account's own devices on a network that the account has not proven. A fingerprint that other
 * accounts share says so near the account's networks only, unless the device has nothing else to show.
 */
function looksOwnElsewhere(input: ScoringInput): boolean {
  if (input.resolution.looksOwn) return true;
  return matchesOwnDevice(input) && (!isFingerprintShared(input) || input.history.networks.narrowInWide > 0);
}
