// UNFAMILIAR_DEVICE: a right password from a device that looks like none the account was ever seen on, nowhere it knows.
import { defineSignal } from '../signal.ts';

// Evidence: likelihood ratio above 4 against the other unrecognized contexts (a seen device that is yet unproven, a twin of
// an own one): 8 points by the rule, held at 5. It breaks the tie at 50: takeovers come from machines the account never
// showed, honest people mostly from ones it did. With it 96 % of the takeovers rank above the 99th percentile of honest
// log-ins, without it 18 %. Failures do not carry it, so the fifth wrong password from a strange device stays at 89.
export const unfamiliarDevice = defineSignal({
  code: 'UNFAMILIAR_DEVICE',
  weight: 5,
  scope: 'context',
  when: 'UNRECOGNIZED_CONTEXT at a log-in, sign-up or passed second factor, from a device made by this event whose look the account never showed',
  fires({ established, state, network, input, eventClass }) {
    if (!established || state !== 'new' || !network.novel || eventClass !== 'success') return null;
    const shownBefore = input.history.fingerprint.some((row) => row.account === input.accountKey);
    if (input.device.id !== null || shownBefore) return null;
    return { confidence: input.resolution.confidence };
  },
  describe: () => 'The account was never seen on a device that looks like this one.',
});
