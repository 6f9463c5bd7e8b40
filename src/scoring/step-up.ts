// Decides whether an event is the server's report of a passed second factor: the one event that settles a doubt.
import type { KeyKind } from '../vocabulary/words.ts';

/** Whether the server reports a passed second factor. Anyone could send the same type under the public key. */
export function isStepUp({ credential, type }: { credential: KeyKind; type: string }): boolean {
  return credential === 'secret' && type === 'mfa_passed';
}
