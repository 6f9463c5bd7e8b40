// Decides whether an event establishes nothing: a claim under the public key where the customer's server reports logins.
import type { KeyKind } from '../vocabulary/words.ts';
import type { History } from './history.ts';

/** Whether anyone could have sent the event while the server reports logins itself ("verified mode"). */
export function isVoidClaim(credential: KeyKind, environment: Pick<History['environment'], 'verified'>): boolean {
  return credential === 'public' && environment.verified;
}
