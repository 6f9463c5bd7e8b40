// FINGERPRINT_ONLY: the fingerprint is that of a device of the account, without its stored id and on an unknown network.
import { defineSignal } from '../signal.ts';
import { isStepUp } from '../step-up.ts';

// Evidence: 0.5 % of benign logins, likelihood ratio 0.2: by statistics alone, the signal would have no weight. It
// exists for security. Fingerprints can be copied (Gummy Browsers, arXiv 2110.10129), so a look-alike from another
// network must reach 30 with NEW_NETWORK. It is then monitored, and far from the account's networks it proves nothing.
// The signal replaces UNRECOGNIZED_CONTEXT: with both, owners who cleared their storage ranked above completely unknown
// people (attack share 3 % at 40, 42 % at 30). A fingerprint that many devices share counts only near the account's own
// networks. One rare case remains there: a stranger with the same model and the same provider.
export const fingerprintOnly = defineSignal({
  code: 'FINGERPRINT_ONLY',
  title: 'Fingerprint match only',
  summary: 'The fingerprint is that of a device of the account, without its stored id and on an unknown network.',
  weight: 20,
  scope: 'context',
  when:
    'the event has no proven stored id and comes from a network that the account has not proven, but its ' +
    "fingerprint equals the fingerprint of one of the account's recognized devices. In addition, no other account may have the " +
    'fingerprint, unless the account has proven a network in the /16 (or /32), or the device has never shown a stored id',
  fires({ state, input }) {
    if (state !== 'fp_elsewhere') return null;
    // As with NEW_DEVICE, a second factor that the server reports as passed settles the doubt.
    if (isStepUp(input)) return null;
    return { confidence: input.resolution.confidence };
  },
  describe: () =>
    "The device has the fingerprint of one of the account's devices, but not its stored id, and is away from the account's networks.",
});
