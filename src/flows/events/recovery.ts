// Which password resets are doubtful, and which devices they keep fresh.
import { isNearRecovery } from '../../scoring/fresh-device.ts';
import { isVoidClaim } from '../../scoring/void-claim.ts';
import type { Recording } from './recording.ts';

/**
 * The states of a source with the stored id of a device that the account proved long ago. No other state suffices: signals can be
 * copied, anyone may use a network, and a second factor before the new password has just proven a thief's device.
 */
const SETTLED_BY_ID: ReadonlySet<string> = new Set(['trusted', 'known']);

/**
 * Many servers report every new password, after a reset too, as `password_change`. A thief whose reset was reported that way changed the
 * payout a day later (0, allowed).
 */
const NEW_PASSWORD: ReadonlySet<string> = new Set(['password_reset_completed', 'password_change']);

/**
 * Whether a password reset is completed, and not by one of the account's devices. Anyone who knows the account's name can request
 * one; only who can read the owner's messages completes it.
 */
export function isDoubtfulRecovery({ input, observed, history, assessed }: Recording): boolean {
  const isCompleted = NEW_PASSWORD.has(observed.type) && !isVoidClaim(input.credential, history.environment);
  // An id that matching signals attached is no better than the signals.
  return isCompleted && (assessed.resolution.idJoined || !SETTLED_BY_ID.has(assessed.assessment.state));
}

/**
 * Whether the account proves the device for the first time while a reset by a source that it did not know keeps devices fresh. With one
 * day, a thief who waited that long with the second factor changed the payout.
 */
export function isFirstProofAfterRecovery({ observed, history, assessed }: Recording): boolean {
  const isFirst = assessed.assessment.proves && (assessed.deviceHistory.pair?.firstProofAt ?? null) === null;
  return isFirst && isNearRecovery({ firstProofAt: observed.at }, history.recoveredAt);
}
