// PAYMENTS_AT_ONCE: an account, or new accounts at one address, pay faster than a person can, before any result is known.
import { formatDuration, formatMinimum, startSentence } from '../format.ts';
import {
  AT_ONCE_SPAN,
  PAYMENTS_AT_ONCE,
  paymentsAtOnceAtAddress,
  paymentsAtOnceOnAccount,
} from '../payments-at-once.ts';
import { defineSignal } from '../signal.ts';

// Evidence: of 9,441 benign payments of eight populations, none is the third of its account or its address within a minute. 65, so that a
// known device is challenged (65 - 15): only declined payments counted, so that a program that did not wait for the results tried two
// hundred cards in four seconds (0, allowed), with one account or with a new account for each. It cannot block, because a program that
// pays a batch of bills looks the same.
export const paymentsAtOnce = defineSignal({
  code: 'PAYMENTS_AT_ONCE',
  title: 'Payments at the same moment',
  summary: 'Payments are made faster than a person can make them.',
  weight: 65,
  scope: 'acting',
  types: ['payment_attempt'],
  when:
    `the server reports the payment, and in ${formatDuration(AT_ONCE_SPAN)} it has reported ${PAYMENTS_AT_ONCE} of the account, from sources ` +
    'that the account recognizes or from others, as this one; or, for an account without a proof older than a day, ' +
    `${PAYMENTS_AT_ONCE} at the address, on devices that their accounts had not known for a day, and more than there are old customers`,
  windows: [
    { key: 'account', span: AT_ONCE_SPAN },
    { key: 'address', span: AT_ONCE_SPAN },
  ],
  fires(facts) {
    const ofAccount = paymentsAtOnceOnAccount(facts);
    const [key, payments] =
      ofAccount >= PAYMENTS_AT_ONCE ? ['account', ofAccount] : ['address', paymentsAtOnceAtAddress(facts)];
    if (payments < PAYMENTS_AT_ONCE) return null;
    return { key, payments, threshold: PAYMENTS_AT_ONCE, window_ms: AT_ONCE_SPAN };
  },
  describe: ({ key, payments, window_ms }) => {
    const count = startSentence(formatMinimum(payments, PAYMENTS_AT_ONCE, 'payment'));
    const by = key === 'account' ? 'of this account' : 'of new accounts at this address';
    return `${count} ${by} within ${formatDuration(window_ms)}, before their results can be known.`;
  },
});
