// Decides which events make later second factors doubtful, and which devices they keep fresh.
import { isNearRecovery } from '../../scoring/fresh-device.ts';
import { sensitiveChangeUnconfirmed } from '../../scoring/signals/sensitive-change-unconfirmed.ts';
import { sensitiveChangeUnrecognized } from '../../scoring/signals/sensitive-change-unrecognized.ts';
import { isStepUp } from '../../scoring/step-up.ts';
import { isVoidClaim } from '../../scoring/void-claim.ts';
import { isStopped } from '../../vocabulary/decisions.ts';
import type { EventType } from '../../vocabulary/event-types.ts';
import type { Recording } from './recording.ts';

/**
 * The states of a source with the stored id of a device that the account proved long ago. No other state suffices: signals can be
 * copied, anyone may use a network, and a second factor before the new password may just have proven a thief's device.
 */
const SETTLED_BY_ID: ReadonlySet<string> = new Set(['trusted', 'known']);

/**
 * Types that report a new password. Many servers report every new password as `password_change`, even after a reset. A thief whose reset
 * was reported that way changed the payout a day later (0, allowed).
 */
const NEW_PASSWORD: ReadonlySet<string> = new Set([
  'password_reset_completed',
  'password_change',
] satisfies EventType[]);

/** A person who changes one of these receives the second factors and resets from then on. */
const RECEIVERS: ReadonlySet<string> = new Set(['phone_change', 'email_change', 'mfa_disabled'] satisfies EventType[]);

/**
 * Whether the event may give the account's second factors and resets to someone else: a password reset completed by a source other
 * than the account's devices, or an unconfirmed source that changes where they go. Anyone who knows the account's name can request a
 * reset; only a person who can read the owner's messages completes it.
 */
export function isDoubtfulRecovery(recording: Recording): boolean {
  const { input, observed, history, assessed } = recording;
  if (isVoidClaim(input.credential, history.environment)) return false;
  if (RECEIVERS.has(observed.type)) return isUnconfirmedChange(recording);
  // An id that matching signals attached is no better than the signals.
  const isSettled = SETTLED_BY_ID.has(assessed.assessment.state) && !assessed.resolution.idJoined;
  return NEW_PASSWORD.has(observed.type) && !isSettled;
}

const UNCONFIRMED: ReadonlySet<string> = new Set([sensitiveChangeUnconfirmed.code, sensitiveChangeUnrecognized.code]);

/**
 * Whether such a change goes through unconfirmed: it is only monitored by default, or a rule or a higher threshold lets it through. A
 * challenged change requires the second factor from before the change.
 */
function isUnconfirmedChange({ assessed: { assessment, decision } }: Recording): boolean {
  return !isStopped(decision.decision) && assessment.signals.some(({ code }) => UNCONFIRMED.has(code));
}

/**
 * Whether the server reports a second factor as passed, outside the three days after a doubtful recovery: a thief with the password and
 * the owner's network waited a day, changed the phone number (30, monitored), passed the second factor and changed the payout
 * (0, allowed).
 */
export function isConfirmation({ input, observed, history }: Recording): boolean {
  const isDoubted = isNearRecovery(observed.at, history.recoveredAt);
  return isStepUp({ credential: input.credential, type: observed.type }) && !isDoubted;
}

/**
 * Whether the account proves the device for the first time while a reset by an unknown source keeps devices fresh. When they stayed fresh
 * for one day only, a thief who waited that long with the second factor changed the payout.
 */
export function isFirstProofAfterRecovery({ observed, history, assessed }: Recording): boolean {
  const isFirst = assessed.assessment.proves && (assessed.deviceHistory.pair?.firstProofAt ?? null) === null;
  return isFirst && isNearRecovery(observed.at, history.recoveredAt);
}
