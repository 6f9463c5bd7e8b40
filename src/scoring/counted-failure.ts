// Decides which failures count for the whole environment, where a wave of them shows an attack that changes its sources.
import type { CountedFailureKind } from '../vocabulary/failure-kinds.ts';
import type { Facts } from './facts.ts';
import { isNewcomer } from './newcomer.ts';
import { isVoidClaim } from './void-claim.ts';

/**
 * The count that the event belongs to: failed logins of unrecognized sources, failed payments of new accounts, or none. A claimed
 * failed payment counts even where the server reports logins, but separately from what the server reports: a server that reports
 * only logins would otherwise never see card testing, and the count challenges new accounts only.
 */
export function countedFailure({ input, isUnrecognizedFailure }: Facts): CountedFailureKind | null {
  if (input.type === 'payment_failed') {
    if (!isNewcomer(input)) return null;
    return input.credential === 'public' ? 'claimed_payment' : 'payment';
  }
  return isUnrecognizedFailure && !isVoidClaim(input.credential, input.history.environment) ? 'login' : null;
}
