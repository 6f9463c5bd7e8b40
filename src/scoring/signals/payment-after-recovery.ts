// PAYMENT_AFTER_RECOVERY: a new device that set the account's password pays.
import type { Facts } from '../facts.ts';
import { isFreshDevice } from '../fresh-device.ts';
import { defineSignal } from '../signal.ts';

/**
 * Whether a doubtful password reset came with the device: in the days around its first proof, or from the device itself if nothing has
 * proven it.
 */
function isOfRecovery({ input: { device, history } }: Facts): boolean {
  if (history.pair?.afterRecovery === true) return true;
  if (history.pair?.firstProofAt != null) return false;
  return history.account.some((row) => row.type === 'password_reset_completed' && row.device === device.id);
}

// Evidence: 10 of 125,013 benign events of eight populations, likelihood ratio 14 (15 points by formula). Raised to 25 deliberately, so that
// the payment is challenged (25 + 25): whoever receives the owner's messages, such as after a SIM swap, resets the password,
// passes the second factor and paid at once or a day later (25, allowed). People who forgot the password on a new phone confirm
// payments for three days, as they do for changes of the payout.
export const paymentAfterRecovery = defineSignal({
  code: 'PAYMENT_AFTER_RECOVERY',
  title: 'Payment after a password reset',
  summary: 'A new device pays on an account whose password was just reset.',
  weight: 25,
  scope: 'context',
  when:
    'PAYMENT_ON_NEW_DEVICE fires, and a password was reset or changed within three days before or after the first proof of ' +
    'the device (not by a device known before), or by the device itself if nothing has proven it',
  fires(facts) {
    if (facts.input.type !== 'payment_attempt' || !isFreshDevice(facts) || !isOfRecovery(facts)) return null;
    return { state: facts.state };
  },
  describe: () => "The account's password was reset around the first login on this device.",
});
