// Decides whether an account is new: nobody had proven it a day ago.
import { DAY } from '../vocabulary/clock.ts';
import type { ScoringInput } from './facts.ts';

/**
 * Whether the account has no proof older than a day. Proofs count, not the first event: anyone may name an account, and an
 * attacker's own attempt must not make the account look known.
 */
export function isNewcomer({ at, history }: ScoringInput): boolean {
  const { knownSince } = history.proofs;
  return knownSince === null || knownSince > at - DAY;
}
