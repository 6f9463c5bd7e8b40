// PAYMENT_ON_NEW_DEVICE: a payment from a device the account hardly knows.
import { isFreshDevice } from '../fresh-device.ts';
import { defineSignal } from '../signal.ts';
import { counted } from '../wording.ts';

// Evidence: no benign log-in, likelihood ratio 565 (37 points by the rule). Held at 25: new phones buy things.
export const paymentOnNewDevice = defineSignal({
  code: 'PAYMENT_ON_NEW_DEVICE',
  weight: 25,
  scope: 'context',
  when: 'a payment_attempt from a device that is unproven, or under 24 hours old on an older account',
  fires(facts) {
    if (facts.input.type !== 'payment_attempt' || !isFreshDevice(facts)) return null;
    return { state: facts.state, earlier_events: facts.input.history.pair?.eventCount ?? 0 };
  },
  describe: ({ earlier_events }) =>
    earlier_events === 0
      ? 'A payment as the first event of the account on this device.'
      : `A payment from a device the account hardly knows (${counted(earlier_events, 'earlier event')}).`,
});
