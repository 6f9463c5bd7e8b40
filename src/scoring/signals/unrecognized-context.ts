// UNRECOGNIZED_CONTEXT: neither the source nor the network is one that an established account knows.
import { defineSignal } from '../signal.ts';
import { counted, spanned } from '../wording.ts';

// Evidence: 2.1 % of benign log-ins, likelihood ratio 17: 20 points with rounding up. This is the case that risk-based
// authentication exists for: a right password from nowhere the account has ever been.
export const unrecognizedContext = defineSignal({
  code: 'UNRECOGNIZED_CONTEXT',
  weight: 20,
  scope: 'context',
  when: 'the account has at least 2 proofs, the first over 24 hours old, and knows neither this source nor this network',
  fires({ established, recognized, network, eventClass, input }) {
    if (!established || recognized || !network.novel || eventClass === 'passive') return null;
    const firstAt = input.history.proofs.firstAt ?? input.at;
    return { proofs: input.history.proofs.count, history_ms: input.at - firstAt };
  },
  describe: ({ proofs, history_ms }) =>
    `In ${spanned(history_ms)} and ${counted(proofs, 'confirmed log-in')}, the account has proven neither this device nor this network.`,
});
