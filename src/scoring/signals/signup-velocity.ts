// SIGNUP_VELOCITY: one device, fingerprint or address creates account after account.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { typesOfClass } from '../../vocabulary/event-types.ts';
import { PARTITION_CAP } from '../../vocabulary/windows.ts';
import type { Facts } from '../facts.ts';
import { isFailedAttempt } from '../forgeable.ts';
import { formatDuration, formatMinimum, startSentence } from '../format.ts';
import type { PastEvent } from '../history.ts';
import { MOST_STORED } from '../most-stored.ts';
import { mayLackCustomers, oldCustomers, UNCOUNTED_CUSTOMERS } from '../old-customers.ts';
import { defineSignal } from '../signal.ts';
import { countRows } from '../windows.ts';
import { isYoungEnvironment } from '../young-environment.ts';

const PER_DEVICE = 3;
const PER_ADDRESS = 10;
const PER_QUIET_ADDRESS = 4;
const PER_RARE_FINGERPRINT = 6;
const CUSTOMERS_PER_SIGNUP = 4;
const isSignup = (row: PastEvent): boolean => row.type === 'signup';

/**
 * Which signups at an address or with a fingerprint count. Where the server reports this account's, claims add nothing: twelve with the
 * fingerprint of a common phone challenged every newcomer who has one (60). While the server reports logins, an account's window
 * has no claims, so the signup before a login or payment is one that the server reported.
 */
function isCountedBy({ input: { credential, type, history } }: Facts): (row: PastEvent) => boolean {
  const isReported = history.environment.verified && (credential === 'secret' || type !== 'signup');
  return isReported ? (row) => isSignup(row) && row.credential === 'secret' : isSignup;
}

/** A signup, or a login or payment that follows the account's own signup within a day. */
function isOfNewAccount({ input, state }: Facts): boolean {
  if (state === 'known' || state === 'trusted') return false;
  if (input.type === 'signup') return true;
  return countRows(input.history.account, input.at - DAY, isSignup) > 0;
}

/**
 * Signups with the event's fingerprint on any network if they are at least twice the old customers who show it; otherwise 0. With
 * more old customers, the fingerprint is that of a common phone.
 */
function signupsOfRareFingerprint(facts: Facts, own: number): number {
  const { input } = facts;
  if (isYoungEnvironment(input)) return 0;
  const { fingerprint } = input.history;
  const since = input.at - DAY;
  const signups = own + countRows(fingerprint, since, isCountedBy(facts));
  return signups >= 2 * oldCustomers(fingerprint, since) ? signups : 0;
}

/**
 * How many signups with the event's fingerprint in one /16 (or /32) are too many: three, or a quarter of the old customers who showed it
 * within the day if that is more. Newcomers with the most common phone meet in the /16 of a carrier, and the more customers a site has,
 * the more of them: a fixed three challenged everyone else with that phone (60). Making a fingerprint common takes four aged accounts
 * for each signup, and twice as many signups anywhere are still too many. A window full of different customers cannot count them all.
 */
function manyAlike(facts: Facts): number {
  const { fingerprint } = facts.input.history;
  const since = facts.input.at - DAY;
  if (mayLackCustomers(fingerprint, since)) return Number.POSITIVE_INFINITY;
  return Math.max(PER_DEVICE, Math.ceil(oldCustomers(fingerprint, since) / CUSTOMERS_PER_SIGNUP));
}

/** A type, not an interface, so that it is assignable to Metadata. */
type Reached = { key: 'device' | 'fingerprint' | 'address'; signups: number; threshold: number; window_ms: number };
type Evidence = Reached & { shared: boolean };

/** The first count of signups that is too high; null if none is. */
function reachedCount(facts: Facts): Reached | null {
  if (!isOfNewAccount(facts)) return null;
  const { input } = facts;
  const { history, network } = input;
  const own = input.type === 'signup' ? 1 : 0;
  const device = own + countRows(history.device, input.at - DAY, isSignup);
  if (device >= PER_DEVICE) return { key: 'device', signups: device, threshold: PER_DEVICE, window_ms: DAY };
  const isCounted = isCountedBy(facts);
  const isAlike = (row: PastEvent) =>
    isCounted(row) && row.wideNetwork === network.wide && row.fingerprint === input.fingerprint;
  // The address shows what a flood of signups with the same look pushes out of the fingerprint's window.
  const alike = Math.max(
    countRows(facts.network.usable ? history.fingerprint : [], input.at - DAY, isAlike),
    input.fingerprint === null ? 0 : countRows(facts.addressRows, input.at - DAY, isAlike),
  );
  const many = manyAlike(facts);
  if (own + alike >= many) return { key: 'fingerprint', signups: own + alike, threshold: many, window_ms: DAY };
  const anywhere = input.fingerprint === null ? 0 : signupsOfRareFingerprint(facts, own);
  if (anywhere >= PER_RARE_FINGERPRINT) {
    return { key: 'fingerprint', signups: anywhere, threshold: PER_RARE_FINGERPRINT, window_ms: DAY };
  }
  const address = own + countRows(facts.addressRows, input.at - HOUR, isCounted);
  if (address >= PER_ADDRESS) return { key: 'address', signups: address, threshold: PER_ADDRESS, window_ms: HOUR };
  const daily = own + countRows(facts.addressRows, input.at - DAY, isCounted);
  if (daily < PER_QUIET_ADDRESS || daily <= oldCustomers(facts.addressRows, input.at - DAY)) return null;
  return { key: 'address', signups: daily, threshold: PER_QUIET_ADDRESS, window_ms: DAY };
}

// Evidence: no benign login, likelihood ratio 965 (40 points). Three signups a day on one device are more than a
// household needs. Ten an hour from one address leave room for a school or a carrier. The same fingerprint in the same
// /16 detects a device with cleared storage. Four signups a day, from an address with fewer old customers than that,
// come from a slow farm of emulators (no benign signup in six populations; detected emulator signups 0 -> 94 %). Newcomers
// who signed up behind one address were blocked (100) when they logged in there on the day of an attack, which only
// challenges, or paid after a reset: 18 of 25,319 events of a simulated game's first six days.
export const signupVelocity = defineSignal({
  code: 'SIGNUP_VELOCITY',
  title: 'Too many signups',
  summary: 'One device, fingerprint or address creates account after account.',
  weight: 40,
  scope: 'acting',
  types: ['signup', 'login', ...typesOfClass('payment')],
  when:
    'the event is a signup, or a login or payment within 24 hours of a signup, and one of these counts is reached: ' +
    `${PER_DEVICE} signups in 24 hours on the device; ${PER_DEVICE} with the fingerprint in one /16, if they are at least a quarter as ` +
    `many as the old customers with it, and these are fewer than ${UNCOUNTED_CUSTOMERS} in the last ${PARTITION_CAP.success} logins ` +
    `with it; ${PER_RARE_FINGERPRINT} signups with the fingerprint anywhere, and at least twice as many as old customers with it; ` +
    `${PER_ADDRESS} in 1 hour from the address; or ${PER_QUIET_ADDRESS} in 24 hours ` +
    'from the address, and more than old customers there. By address and fingerprint, signups under the public key count ' +
    'only if the server did not report the signup of the account. Blocks unless `shared`: by address or fingerprint, except a failed payment',
  windows: [
    { key: 'device', span: DAY },
    { key: 'fingerprint', span: DAY },
    { key: 'address', span: HOUR },
    { key: 'address', span: DAY },
  ],
  blockCapable: ({ shared }) => !shared,
  fires(facts): Evidence | null {
    const reached = reachedCount(facts);
    return reached && { ...reached, shared: reached.key !== 'device' && !isFailedAttempt(facts) };
  },
  describe: ({ key, signups, window_ms }: Evidence) =>
    `${startSentence(formatMinimum(signups, MOST_STORED.attempts, 'signup'))} from this ${key} within ${formatDuration(window_ms)}.`,
});
