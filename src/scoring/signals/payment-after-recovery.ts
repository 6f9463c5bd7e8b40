// PAYMENT_AFTER_RECOVERY: a new device pays in the days around a doubtful password reset.
import type { Facts } from '../facts.ts';
import { isFreshForPayment, isNearRecovery, isNetworkOfRecovery, WITHOUT_SIGNALS } from '../fresh-device.ts';
import { defineSignal } from '../signal.ts';

/**
 * Whether a doubtful password reset was completed in the days around the device's first proof or, if nothing has proven it, in the days
 * before this event. A thief who had reset the password and passed the second factor on one device paid in a private window there
 * (45, monitored).
 */
function isOfRecovery(facts: Facts): boolean {
  if (isNetworkOfRecovery(facts)) return true;
  const { at, history } = facts.input;
  if (history.pair?.afterRecovery === true) return true;
  return (history.pair?.firstProofAt ?? null) === null && isNearRecovery(at, history.recoveredAt);
}

// Evidence: 10 of 125,013 benign events of eight populations, without devices that nothing has proven, likelihood ratio 14 (15 points by
// formula). Raised to 25 deliberately, so that the payment is challenged (25 + 25): a thief who receives the owner's messages, for
// example after a SIM swap, reset the password, passed the second factor and paid at once or a day later (25, allowed). People who
// forgot the password on a new phone confirm payments for three days, as they do changes of the payout. Without signals, where a
// network takes the place of the device, such payments are 30 of 50,720 honest events of three populations, and 168 attacks.
export const paymentAfterRecovery = defineSignal({
  code: 'PAYMENT_AFTER_RECOVERY',
  title: 'Payment after a password reset',
  summary: 'A new source pays on an account whose password was just reset.',
  weight: 25,
  scope: 'context',
  types: ['payment_attempt'],
  when:
    'PAYMENT_ON_NEW_DEVICE fires, and a device that was not known before has reset or changed the password, or an unconfirmed one has ' +
    'changed email, phone or MFA unchallenged: within three days before or after the first proof of the paying device or, if ' +
    'nothing has proven it, within three days before the payment; without browser signals, within three days before a payment from a ' +
    'network that the account has neither proven for a day (three days around the reset) nor on its first day, nor confirmed',
  fires(facts) {
    if (!isFreshForPayment(facts) || !isOfRecovery(facts)) return null;
    return { state: facts.state };
  },
  describe: ({ state }) => {
    const source = WITHOUT_SIGNALS.has(state) ? 'network' : 'device';
    return `The account's password, email, phone or second factor was reset or changed in the last few days, and this ${source} was not known before.`;
  },
});
