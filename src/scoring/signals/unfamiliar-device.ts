// UNFAMILIAR_DEVICE: a right password from a device like none ever seen, where nothing else speaks for it.
import { defineSignal } from '../signal.ts';

// Evidence: likelihood ratio about 4 against the other unrecognised contexts (a seen device that is yet unproven, a twin of
// a known one): 8 points by the rule, held at 5. It breaks the tie at 50: takeovers come from machines that resemble
// nothing, honest people mostly from ones that resemble something. Failures do not carry it, so the fifth wrong password
// from a strange device stays at 89.
export const unfamiliarDevice = defineSignal({
  code: 'UNFAMILIAR_DEVICE',
  weight: 5,
  scope: 'context',
  when: 'UNRECOGNIZED_CONTEXT at a log-in, and the device resembles none that was ever seen',
  fires({ established, state, network, input, eventClass }) {
    if (!established || state !== 'new' || !network.novel || eventClass !== 'success') return null;
    const shownBefore = input.history.fingerprint.some((row) => row.account === input.accountKey);
    if (input.device.id !== null || shownBefore) return null;
    return { confidence: input.resolution.confidence };
  },
  describe: ({ confidence }) => `The device resembles none that was seen before (confidence ${confidence}).`,
});
