// FINGERPRINT_ONLY: the fingerprint is that of a device of the account, without its stored id and on an unknown network.
import { defineSignal } from '../signal.ts';
import { isStepUp } from '../step-up.ts';

// Evidence: 0.5 % of benign logins, likelihood ratio 0.2: by statistics alone it would have no weight. It exists for
// security: fingerprints can be copied (Gummy Browsers, arXiv 2110.10129), so a look-alike from elsewhere must reach 30 with
// NEW_NETWORK: it is monitored, and far from the account's networks proves nothing. It replaces UNRECOGNIZED_CONTEXT: with both
// the owner who cleared the storage ranked above people of whom nothing was known (attack share 3 % at 40, 42 % at 30). A
// fingerprint shared by many devices counts only near the account's own networks; the one case left there, a stranger with the
// same model and the same provider, is rare.
export const fingerprintOnly = defineSignal({
  code: 'FINGERPRINT_ONLY',
  title: 'Fingerprint match only',
  summary: 'The fingerprint is that of a device of the account, without its stored id and on an unknown network.',
  weight: 20,
  scope: 'context',
  when:
    "without a proven stored id, the fingerprint equals that of one of the account's recognized devices, on a network that the account has " +
    "not proven; the fingerprint must be the account's alone, or the /16 (or /32) must contain a network that it has proven",
  fires({ state, eventClass, input }) {
    if (state !== 'fp_elsewhere' || eventClass === 'passive') return null;
    // As with NEW_DEVICE, a second factor that the server reports as passed settles the doubt.
    if (isStepUp(input)) return null;
    return { confidence: input.resolution.confidence };
  },
  describe: ({ confidence }) =>
    `The device is recognized by its fingerprint only (confidence ${confidence}), away from the account's networks.`,
});
