// NEW_DEVICE: the account has never been seen on this device.
import { defineSignal } from '../signal.ts';
import { isStepUp } from '../step-up.ts';

// Evidence: 2.6 % of benign logins, likelihood ratio 28 on the development logins, hence 20 points. With this signal
// alone, the event stays in `allow`, because new phones are common. Okta and OWASP (credential stuffing cheat sheet)
// use the same signal. It triggers the `device.new` webhook, once per account and device. It does not fire for passive
// types, which say nothing about an account, or for mfa_passed from a backend, which already proves the owner.
export const newDevice = defineSignal({
  code: 'NEW_DEVICE',
  title: 'New device',
  summary: 'The account has never been seen on this device.',
  weight: 20,
  scope: 'context',
  when: 'the account was never seen on this device (except for passive types and for a server-sent mfa_passed)',
  webhook: 'device.new',
  fires({ state, input }) {
    if (state !== 'new' || input.accountKey === null) return null;
    if (isStepUp(input)) return null;
    return { device_created: input.device.id === null, resolution: input.resolution.method };
  },
  describe: ({ device_created, resolution }) => {
    if (!device_created) return 'The device is known from other accounts, but this account has never used it.';
    return resolution === 'ambiguous'
      ? 'The device resembles known ones, but could not be matched to any of them.'
      : 'The device has never been seen before.';
  },
});
