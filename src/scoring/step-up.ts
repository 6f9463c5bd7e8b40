// Decides whether an event is the server's report of a passed second factor: the one statement that settles a doubt.
import type { KeyKind } from '../vocabulary/words.ts';

/** Anyone could send the same type under the public key; only the customer's server knows. */
export function isStepUp({ credential, type }: { credential: KeyKind; type: string }): boolean {
  return credential === 'secret' && type === 'mfa_passed';
}
