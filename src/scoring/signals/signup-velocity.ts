// SIGNUP_VELOCITY: one device, fingerprint or address creates account after account.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import type { Facts } from '../facts.ts';
import { formatCount, formatDuration } from '../format.ts';
import type { PastEvent } from '../history.ts';
import { defineSignal } from '../signal.ts';
import { countRows } from '../windows.ts';

const PER_DEVICE = 3;
const PER_ADDRESS = 10;

const isSignup = (row: PastEvent): boolean => row.type === 'signup';

/** A signup, or the login that follows the account's own signup within an hour. */
function isSignupOrFirstLogin({ input, state }: Facts): boolean {
  if (state === 'known' || state === 'trusted') return false;
  if (input.type === 'signup') return true;
  return input.type === 'login' && countRows(input.history.account, input.at - HOUR, isSignup) > 0;
}

// Evidence: no benign login, likelihood ratio 965 (40 points). Three signups a day on one device exceed a household;
// ten an hour from one address leave room for a school or a carrier. The same fingerprint in the same /16 detects a device
// with cleared storage.
export const signupVelocity = defineSignal({
  code: 'SIGNUP_VELOCITY',
  title: 'Too many signups',
  summary: 'One device, fingerprint or address creates account after account.',
  weight: 40,
  scope: 'acting',
  when:
    'the event is a signup, or a login within 1 hour of one, and there were at least 3 signups in 24 hours by device or by ' +
    'fingerprint within a /16, or 10 in 1 hour by address',
  windows: [
    { key: 'device', span: DAY },
    { key: 'fingerprint', span: DAY },
    { key: 'address', span: HOUR },
  ],
  blockCapable: () => true,
  fires(facts) {
    if (!isSignupOrFirstLogin(facts)) return null;
    const { input } = facts;
    const { history, network } = input;
    const own = input.type === 'signup' ? 1 : 0;
    const device = own + countRows(history.device, input.at - DAY, isSignup);
    if (device >= PER_DEVICE) return { key: 'device', signups: device, threshold: PER_DEVICE, window_ms: DAY };
    const isAlike = (row: PastEvent) =>
      isSignup(row) && row.wideNetwork === network.wide && row.fingerprint === input.fingerprint;
    // The address tells what a flood of signups with the same look hides in the fingerprint's window.
    const alike = Math.max(
      countRows(facts.network.usable ? history.fingerprint : [], input.at - DAY, isAlike),
      input.fingerprint === null ? 0 : countRows(facts.addressRows, input.at - DAY, isAlike),
    );
    if (own + alike >= PER_DEVICE) {
      return { key: 'fingerprint', signups: own + alike, threshold: PER_DEVICE, window_ms: DAY };
    }
    const address = own + countRows(facts.addressRows, input.at - HOUR, isSignup);
    if (address >= PER_ADDRESS) return { key: 'address', signups: address, threshold: PER_ADDRESS, window_ms: HOUR };
    return null;
  },
  describe: ({ key, signups, window_ms }) =>
    `${formatCount(signups, 'signup')} from this ${key} within ${formatDuration(window_ms)}.`,
});
