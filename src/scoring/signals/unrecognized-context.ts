// UNRECOGNIZED_CONTEXT: an established account recognizes neither the source nor the network.
import type { Facts } from '../facts.ts';
import { formatCount, formatDuration } from '../format.ts';
import { defineSignal } from '../signal.ts';
import { isStepUp } from '../step-up.ts';

/**
 * Whether an established account recognizes neither the source nor the network. The account's own fingerprint on another
 * network is FINGERPRINT_ONLY instead.
 */
export function isUnrecognizedContext({ established, recognized, state, network }: Facts): boolean {
  return established && !recognized && state !== 'fp_elsewhere' && network.novel;
}

/**
 * An unrecognized context in which signals rank: no second factor that the server reports as passed settles the doubt.
 */
export function isDoubtfulContext(facts: Facts): boolean {
  return isUnrecognizedContext(facts) && !isStepUp(facts.input);
}

// Evidence: 2.1 % of benign logins, likelihood ratio 17: 20 points with rounding up. This is the case that risk-based
// authentication is made for: a correct password from a device and network the account has never used.
export const unrecognizedContext = defineSignal({
  code: 'UNRECOGNIZED_CONTEXT',
  title: 'Unrecognized context',
  summary: 'An established account recognizes neither the source nor the network.',
  weight: 20,
  scope: 'context',
  when: 'the account has at least 2 proofs, the first over 24 hours old, and has proven neither this source, nor its fingerprint, nor this network',
  fires(facts) {
    if (!isUnrecognizedContext(facts)) return null;
    const { input } = facts;
    const firstAt = input.history.proofs.firstAt ?? input.at;
    return { proofs: input.history.proofs.count, history_ms: input.at - firstAt };
  },
  describe: ({ proofs, history_ms }) =>
    `In ${formatDuration(history_ms)} and ${formatCount(proofs, 'confirmed login')}, the account has proven neither this device nor this network.`,
});
