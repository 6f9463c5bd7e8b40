// SIGNUP_VELOCITY: one device, one look or one address makes account after account.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import type { Facts } from '../facts.ts';
import type { PastEvent } from '../history.ts';
import { defineSignal } from '../signal.ts';
import { countRows } from '../windows.ts';
import { counted, spanned } from '../wording.ts';

const PER_DEVICE = 3;
const PER_ADDRESS = 10;

const isSignup = (row: PastEvent): boolean => row.type === 'signup';

/** A sign-up, or the log-in that follows the account's own sign-up within the hour. */
function concerned({ input, state }: Facts): boolean {
  if (state === 'known' || state === 'trusted') return false;
  if (input.type === 'signup') return true;
  return input.type === 'login' && countRows(input.history.account, input.at - HOUR, isSignup) > 0;
}

// Evidence: no benign log-in, likelihood ratio 965 (40 points). Three sign-ups a day on one device is past a household's;
// ten an hour from one address leaves room for a school or a carrier. Same fingerprint in the same /16 sees a cleared device.
export const signupVelocity = defineSignal({
  code: 'SIGNUP_VELOCITY',
  weight: 40,
  scope: 'acting',
  when:
    'a sign-up, or a log-in within 1 hour of it: at least 3 sign-ups in 24 hours by device or by fingerprint within a /16, ' +
    'or 10 in 1 hour by address',
  windows: [
    { key: 'device', span: DAY },
    { key: 'fingerprint', span: DAY },
    { key: 'address', span: HOUR },
  ],
  blockCapable: () => true,
  fires(facts) {
    if (!concerned(facts)) return null;
    const { input } = facts;
    const { history, network } = input;
    const own = input.type === 'signup' ? 1 : 0;
    const device = own + countRows(history.device, input.at - DAY, isSignup);
    if (device >= PER_DEVICE) return { key: 'device', signups: device, threshold: PER_DEVICE, window_ms: DAY };
    const alike = countRows(
      facts.network.usable ? history.fingerprint : [],
      input.at - DAY,
      (row) => isSignup(row) && row.wideNetwork === network.wide,
    );
    if (own + alike >= PER_DEVICE) {
      return { key: 'fingerprint', signups: own + alike, threshold: PER_DEVICE, window_ms: DAY };
    }
    const address = own + countRows(facts.addressRows, input.at - HOUR, isSignup);
    if (address >= PER_ADDRESS) return { key: 'address', signups: address, threshold: PER_ADDRESS, window_ms: HOUR };
    return null;
  },
  describe: ({ key, signups, window_ms }) =>
    `${counted(signups, 'sign-up')} from this ${key} within ${spanned(window_ms)}.`,
});
