// PAYMENT_ON_NEW_DEVICE: a payment from a device that is new to the account.
import { formatCount } from '../format.ts';
import { isFreshForPayment, UNPROVEN, WITHOUT_SIGNALS } from '../fresh-device.ts';
import { defineSignal } from '../signal.ts';

// Evidence: no benign login, likelihood ratio 565 (37 points by formula). Held at 25: people buy things on new phones.
export const paymentOnNewDevice = defineSignal({
  code: 'PAYMENT_ON_NEW_DEVICE',
  title: 'Payment on a new device',
  summary: 'A payment is made on a device that is new to the account.',
  weight: 25,
  scope: 'context',
  types: ['payment_attempt'],
  when:
    'a payment_attempt comes from a device that is unproven, or under 24 hours old on an older account, or only looks like such a device; ' +
    'or, without browser signals, from a network that is new to the account in the days after a doubtful reset (PAYMENT_AFTER_RECOVERY)',
  fires(facts) {
    if (!isFreshForPayment(facts)) return null;
    return { state: facts.state, earlier_events: facts.input.history.pair?.eventCount ?? 0 };
  },
  describe: ({ state, earlier_events }) => {
    if (WITHOUT_SIGNALS.has(state)) return 'A payment from a network that is new to the account.';
    if (earlier_events === 0) return "The account's first event on this device is a payment.";
    const proof = UNPROVEN.has(state) ? 'has not proven' : 'proved only recently';
    return `A payment from a device that the account ${proof} (${formatCount(earlier_events, 'earlier event')}).`;
  },
});
