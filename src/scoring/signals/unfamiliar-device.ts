// UNFAMILIAR_DEVICE: a correct password from a device unlike any the account has used, on a network it has not proven.
import { defineSignal } from '../signal.ts';

// Evidence: likelihood ratio above 4 against the other unrecognized contexts (a device that was seen but is not yet
// proven, a twin of one of the account's own): 8 points by formula, held at 5. It breaks the tie at 50: takeovers come from
// machines the account never used, honest people mostly from ones it did. With it 96 % of the takeovers rank above the
// 99th percentile of honest logins, without it 18 %. Failures do not carry it, so that the fifth wrong password from an
// unknown device stays at 89.
export const unfamiliarDevice = defineSignal({
  code: 'UNFAMILIAR_DEVICE',
  title: 'Unfamiliar device',
  weight: 5,
  scope: 'context',
  when:
    'UNRECOGNIZED_CONTEXT fires at a login, signup or passed second factor, on a device created by this event whose ' +
    'fingerprint was not seen on the account in the last 24 hours',
  fires({ established, state, network, input, eventClass }) {
    if (!established || state !== 'new' || !network.novel || eventClass !== 'success') return null;
    const seenBefore = input.history.fingerprint.some((row) => row.account === input.accountKey);
    if (input.device.id !== null || seenBefore) return null;
    return { confidence: input.resolution.confidence };
  },
  describe: () => 'The account was never seen on a device that looks like this one.',
});
