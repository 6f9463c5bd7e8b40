// Decides which failures count for the whole environment, where a wave of them shows an attack that changes its sources.
import type { FailureKind } from '../vocabulary/failure-kinds.ts';
import type { Facts } from './facts.ts';
import { isNewcomer } from './newcomer.ts';
import { isVoidClaim } from './void-claim.ts';

/** The count that the event belongs to: failed logins of unrecognized sources, failed payments of new accounts, or none. */
export function countedFailure({ input, isUnrecognizedFailure }: Facts): FailureKind | null {
  if (isVoidClaim(input.credential, input.history.environment)) return null;
  if (isUnrecognizedFailure) return 'login';
  return input.type === 'payment_failed' && isNewcomer(input) ? 'payment' : null;
}
