// FINGERPRINT_ONLY: the browser looks like one of the account's devices, but shows no stored id, on an unknown network.
import { defineSignal } from '../signal.ts';

// Evidence: 0.5 % of benign log-ins, likelihood ratio 0.2: statistics would give it no weight. It is there for
// security: fingerprints can be copied (Gummy Browsers, arXiv 2110.10129), so a look-alike from elsewhere must reach 40
// with the context signals, not 30. A look that many share vouches only near the account's own networks: there a
// stranger of the same model and the same provider is the one case left, and it is rare.
export const fingerprintOnly = defineSignal({
  code: 'FINGERPRINT_ONLY',
  weight: 10,
  scope: 'context',
  when:
    "no proven stored id, the exact look of one of the account's recognized devices, and a network the account has not proven; " +
    "the look must be the account's alone, or the /16 (or /32) hold a network it has proven",
  fires({ state, eventClass, input }) {
    if (state !== 'fp_elsewhere' || eventClass === 'passive') return null;
    return { confidence: input.resolution.confidence };
  },
  describe: ({ confidence }) =>
    `The device is recognized by its looks alone (confidence ${confidence}), away from the account's networks.`,
});
