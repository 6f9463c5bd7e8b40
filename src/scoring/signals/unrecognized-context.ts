// UNRECOGNIZED_CONTEXT: an established account recognizes neither the source nor the network.
import { formatCount, formatDuration } from '../format.ts';
import { defineSignal } from '../signal.ts';

// Evidence: 2.1 % of benign logins, likelihood ratio 17: 20 points with rounding up. This is the case that risk-based
// authentication is made for: a correct password from a device and network the account has never used.
export const unrecognizedContext = defineSignal({
  code: 'UNRECOGNIZED_CONTEXT',
  title: 'Unrecognized context',
  summary: 'An established account recognizes neither the source nor the network.',
  weight: 20,
  scope: 'context',
  when: 'the account has at least 2 proofs, the first over 24 hours old, and has proven neither this source nor this network',
  fires({ established, recognized, network, eventClass, input }) {
    if (!established || recognized || !network.novel || eventClass === 'passive') return null;
    const firstAt = input.history.proofs.firstAt ?? input.at;
    return { proofs: input.history.proofs.count, history_ms: input.at - firstAt };
  },
  describe: ({ proofs, history_ms }) =>
    `In ${formatDuration(history_ms)} and ${formatCount(proofs, 'confirmed login')}, the account has proven neither this device nor this network.`,
});
