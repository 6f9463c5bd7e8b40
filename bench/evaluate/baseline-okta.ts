// A baseline: Okta's behavior detection with its published defaults, as of 2026, and a sign-on rule that steps up on it.
import { HOUR } from '../../src/vocabulary/clock.ts';
import type { EventLine } from './logins-input.ts';
import { wideNetwork } from './network-keys.ts';

/**
 * Successful sign-ins that a new one is compared with: New Device 20, New Geo-Location 20, New IP 50
 * (help.okta.com, "About behavior types"). Without an address database, the /16 or /32 stands for the location.
 */
const DEVICES = 20;
const LOCATIONS = 20;
const ADDRESSES = 50;
/** Velocity: faster than 805 km/h. Without coordinates: another location within an hour of the last sign-in. */
const VELOCITY_SPAN = HOUR;

interface SignIn {
  at: number;
  device: string;
  address: string;
  location: string;
}

/**
 * For each event, whether the user would be asked for another factor: velocity, or a new device at a new address and
 * location (Okta's risk scoring rates several changed behaviors as high risk; one alone is common). Okta locks an account
 * after ten failed sign-ins in a row (default password policy). Only sign-ins are assessed; each success adds to the history.
 */
export function oktaLike(events: readonly EventLine[]): boolean[] {
  const histories = new Map<string, SignIn[]>();
  const failures = new Map<string, number>();
  return events.map((event) => {
    const account = event.account?.id;
    if (account === undefined) return false;
    if (event.event === 'login_failed') {
      const count = (failures.get(account) ?? 0) + 1;
      failures.set(account, count);
      return count > LOCKOUT_FAILURES;
    }
    if (event.event !== 'login') return false;
    const address = event.ip_address ?? '';
    const id = event.signals?.persistent_id;
    const device = typeof id === 'string' ? id : `agent ${event.user_agent}`;
    const signIn: SignIn = { at: event.at, device, address, location: wideNetwork(address) };
    const history = histories.get(account) ?? [];
    const isLocked = (failures.get(account) ?? 0) > LOCKOUT_FAILURES;
    failures.set(account, 0);
    histories.set(account, [signIn, ...history].slice(0, ADDRESSES));
    return isLocked || (history.length > 0 && stepsUp(signIn, history));
  });
}

const LOCKOUT_FAILURES = 10;

function stepsUp(signIn: SignIn, history: readonly SignIn[]): boolean {
  const isNew = (key: 'device' | 'location' | 'address', depth: number): boolean =>
    history.slice(0, depth).every((past) => past[key] !== signIn[key]);
  const newLocation = isNew('location', LOCATIONS);
  const last = history[0];
  const hurried = last !== undefined && newLocation && signIn.at - last.at < VELOCITY_SPAN;
  return hurried || (newLocation && isNew('device', DEVICES) && isNew('address', ADDRESSES));
}
