// KNOWN_DEVICE: the account's own device, proven at least a day ago, by its stored id.
import { defineSignal } from '../signal.ts';
import { spanned } from '../wording.ts';

// Evidence: 90 % of benign log-ins, likelihood ratio below 0.05, which would allow -27. Kept at -15, so that a stolen
// stored id buys little. With it nothing blocks (ceiling C2).
export const knownDevice = defineSignal({
  code: 'KNOWN_DEVICE',
  weight: -15,
  scope: 'context',
  when: 'the stored id of a device that proved itself to the account at least 24 hours ago',
  fires({ state, input }) {
    const provenAt = input.history.pair?.firstProofAt;
    if (state !== 'known' || provenAt === null || provenAt === undefined) return null;
    return { first_proven_at: provenAt, proven_for_ms: input.at - provenAt };
  },
  describe: ({ proven_for_ms }) => `The account's own device, proven ${spanned(proven_for_ms)} ago.`,
});
