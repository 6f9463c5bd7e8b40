// Decides whether a device is new to the account: the condition behind sensitive changes and payments.
import { DAY } from '../vocabulary/clock.ts';
import type { Facts, ScoringInput } from './facts.ts';
import type { Pair } from './history.ts';
import { isNewcomer } from './newcomer.ts';
import { unrecognizedFailuresOnAccount } from './windows.ts';

/** States of a device that the account has not proven. */
export const UNPROVEN: ReadonlySet<string> = new Set(['new', 'unproven', 'fp_elsewhere']);
/** The states where the server sends no signals: the network is all that is known of the source. */
export const WITHOUT_SIGNALS: ReadonlySet<string> = new Set(['network_only', 'none']);
const FRESH_FOR = DAY;
/** A thief with the victim's telephone number passes the second factor too, and waits a day: banks hold changes longer. */
const FRESH_AFTER_RECOVERY_FOR = 3 * DAY;

/** How long ago the account's first proof of a device must be for the device to be known, ms. */
export function settlesAfter({ afterRecovery }: Pick<Pair, 'afterRecovery'>): number {
  return afterRecovery ? FRESH_AFTER_RECOVERY_FOR : FRESH_FOR;
}

/** Whether a proof at this time is so close to a doubtful recovery that it does not count yet. */
export function isNearRecovery(provenAt: number | null, recoveredAt: number | null): boolean {
  if (provenAt === null || recoveredAt === null) return false;
  return Math.abs(provenAt - recoveredAt) < FRESH_AFTER_RECOVERY_FOR;
}

/** Whether the account has proven the device for long enough, and it has not appeared as another machine since. */
export function isSettledDevice({ at, device: { replacedAt }, history: { pair } }: ScoringInput): boolean {
  if (pair === null || pair.firstProofAt === null) return false;
  return Math.max(pair.firstProofAt, replacedAt ?? 0) <= at - settlesAfter(pair);
}

/**
 * Whether the device is unproven for the account, or was first proven under 24 hours ago while the account is older; under
 * 72 hours if a doubtful password reset was completed near the proof. Proofs count, not first events: anyone may send an event that
 * shows a device with an account. On the account's first day every device is fresh, so freshness means nothing then. A private window
 * that only looks like a device of the account is as fresh as that device: otherwise, a window that first came from elsewhere could
 * change the phone number immediately with the password, in the owner's network (45, monitored), and pay after a reset (0, allowed).
 */
export function isFreshDevice(facts: Facts): boolean {
  const { state, input } = facts;
  if (UNPROVEN.has(state)) return true;
  if (WITHOUT_SIGNALS.has(state)) return false;
  const { pair, seenFingerprint } = input.history;
  const isProven = pair !== null && pair.firstProofAt !== null;
  const fresh = isProven ? !isSettledDevice(input) : !seenFingerprint.settled;
  return fresh && isOlderAccount(input) && !isOnlyNamed(facts);
}

/** Whether the account was first seen before its first day: within it, everything is new. */
function isOlderAccount({ at, history: { accountFirstSeenAt } }: ScoringInput): boolean {
  return accountFirstSeenAt !== null && accountFirstSeenAt <= at - FRESH_FOR;
}

/**
 * Whether a server that sends no signals reports an event from a network that is new to an older account, in the days after a doubtful
 * password reset. A thief with the owner's mailbox and telephone number reset the password, passed the second factor and paid (0, allowed).
 */
export function isNetworkOfRecovery({ state, network, input }: Facts): boolean {
  if (!WITHOUT_SIGNALS.has(state) || network.firm || network.settled) return false;
  return isOlderAccount(input) && isNearRecovery(input.at, input.history.recoveredAt);
}

/** Whether a payment comes from a device or, where the server sends no signals, from a network that is new to the account. */
export function isFreshForPayment(facts: Facts): boolean {
  return isFreshDevice(facts) || isNetworkOfRecovery(facts);
}

/**
 * Whether events before the account's first day say nothing about it: anyone may name an account before its customer exists. Where
 * the server reports logins, the account is older only if it was proven, or if someone is guessing its password.
 */
function isOnlyNamed(facts: Facts): boolean {
  const { input } = facts;
  return input.history.environment.verified && isNewcomer(input) && unrecognizedFailuresOnAccount(facts, DAY) === 0;
}
