// KNOWN_DEVICE: the account's own device, identified by its stored id and proven at least a day ago.
import { formatDuration } from '../format.ts';
import { defineSignal } from '../signal.ts';

// Evidence: 90 % of benign logins, likelihood ratio below 0.05, which would allow -27. Held at -15, so that a stolen
// stored id gains an attacker little. While it fires, nothing blocks (ceiling C2).
export const knownDevice = defineSignal({
  code: 'KNOWN_DEVICE',
  title: 'Known device',
  summary: "The account's own device, identified by its stored id.",
  weight: -15,
  scope: 'context',
  types: 'any',
  when:
    'the event carries the stored id of a device that the account proved at least 24 hours ago, and the device has not ' +
    'appeared as another machine for 24 hours',
  recognizes: true,
  fires({ state, input }) {
    const provenAt = input.history.pair?.firstProofAt;
    if (state !== 'known' || provenAt === null || provenAt === undefined) return null;
    return { first_proven_at: provenAt, proven_for_ms: input.at - provenAt };
  },
  describe: ({ proven_for_ms }) => `The account's own device, proven ${formatDuration(proven_for_ms)} ago.`,
});
