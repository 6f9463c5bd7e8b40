// Tests how many rows that count for the same a history window stores, so that no flood pushes out what counts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, HOME, known, login, pastEvent, proofs } from '../../test/scoring/input.ts';
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import { WINDOW_BIT, type WindowName } from '../vocabulary/windows.ts';
import { deriveFacts } from './derive-facts.ts';
import type { ScoringInput } from './facts.ts';
import type { History, PastEvent } from './history.ts';
import { windowsOf } from './window-membership.ts';

/** An account without any network, where a new device is allowed from anywhere. */
const UNUSED = { ...AWAY, anyProven: false };

interface LimitCase {
  /** The window, and what its limit is for. */
  of: `${Exclude<WindowName, 'session'>}: ${string}`;
  input: (history: Partial<History>) => ScoringInput;
  /** What the rows that count for the same have in common. */
  alike: Partial<PastEvent>;
  /** What makes a row count for something else. */
  unlike?: Partial<PastEvent>;
  most: number;
  span: number;
}

const event =
  (type: string, ...networks: History['networks'][]) =>
  (history: Partial<History>) =>
    login({ type }, { networks: networks[0] ?? AWAY, ...history });
const ownDevice = (type: string, networks: History['networks']) => (history: Partial<History>) =>
  known({ type }, { networks, ...history });
const STRANGER = { device: 'another', fingerprint: 'another', counterAddress: '1.1.1.1', wideNetwork: '1.1.0.0/16' };
const NEIGHBOR = { ...STRANGER, counterAddress: '9.9.8.8', wideNetwork: '9.9.0.0/16' };
const ABROAD = { counterAddress: '1.1.1.1', wideNetwork: '1.1.0.0/16' };
const FAILED = 'login_failed';
const RESET = 'password_reset_requested';
const looks = (history: Partial<History>) =>
  login(
    { type: FAILED },
    { networks: HOME, seenFingerprint: { own: true, settled: true, elsewhere: false }, ...history },
  );

const LIMITS: LimitCase[] = [
  {
    of: 'account: failures of a device',
    input: event(FAILED),
    alike: ABROAD,
    unlike: { device: 'another' },
    most: 20,
    span: DAY,
  },
  { of: 'account: failures of strangers far away', input: event(FAILED), alike: STRANGER, most: 200, span: DAY },
  {
    of: 'account: failures near its network',
    input: event(FAILED, HOME),
    alike: NEIGHBOR,
    unlike: STRANGER,
    most: 20,
    span: DAY,
  },
  { of: 'account: failures without a network', input: event(FAILED, UNUSED), alike: STRANGER, most: 60, span: DAY },
  {
    of: 'account: recognized failures at one address',
    input: ownDevice(FAILED, HOME),
    alike: { recognized: true },
    most: 20,
    span: DAY,
  },
  {
    of: 'account: recognized failures in its network',
    input: ownDevice(FAILED, HOME),
    alike: { recognized: true, counterAddress: '9.9.8.8' },
    unlike: { recognized: true, ...ABROAD },
    most: 60,
    span: DAY,
  },
  {
    of: 'account: recognized failures on a trip',
    input: ownDevice(FAILED, AWAY),
    alike: { recognized: true, ...ABROAD },
    unlike: { recognized: true, device: 'another', ...ABROAD },
    most: 60,
    span: DAY,
  },
  {
    of: 'account: failures of one look',
    input: looks,
    alike: { recognized: true, device: 'another', counterAddress: '1.1.1.1' },
    unlike: { recognized: true, ...STRANGER },
    most: 20,
    span: DAY,
  },
  {
    of: 'account: logins from one network',
    input: event('login'),
    alike: { type: 'login', device: 'another' },
    unlike: { type: 'login', wideNetwork: '1.1.0.0/16' },
    most: 1,
    span: 30 * MINUTE,
  },
  {
    of: 'account: second factors',
    input: (history) => login({ type: 'mfa_passed', credential: 'secret' }, history),
    alike: { type: 'mfa_passed', credential: 'secret', ...STRANGER },
    unlike: { type: 'mfa_passed' },
    most: 20,
    span: HOUR,
  },
  {
    of: 'account: changes',
    input: event('phone_change'),
    alike: { type: 'email_change', ...STRANGER },
    unlike: { type: 'mfa_challenge', ...STRANGER },
    most: 10,
    span: HOUR,
  },
  {
    of: 'account: payments',
    input: event('payment_attempt'),
    alike: { type: 'payment_attempt', ...STRANGER },
    unlike: { type: 'payment_attempt', credential: 'secret' },
    most: 10,
    span: MINUTE,
  },
  {
    of: 'address: payments of new sources',
    input: (history) =>
      login({ type: 'payment_attempt' }, { proofs: proofs({ firstAt: null, knownSince: null }), ...history }),
    alike: { type: 'payment_attempt', ...STRANGER, account: 'other' },
    unlike: { type: 'payment_attempt', credential: 'secret' },
    most: 10,
    span: MINUTE,
  },
  { of: 'account: signups', input: event('signup'), alike: { type: 'signup', ...STRANGER }, most: 8, span: HOUR },
  { of: 'account: resets', input: event(RESET), alike: { type: RESET, ...STRANGER }, most: 20, span: HOUR },
  {
    of: 'account: prompts',
    input: event('mfa_challenge'),
    alike: { type: 'mfa_challenge', ...STRANGER },
    unlike: { type: 'mfa_challenge', credential: 'secret' },
    most: 4,
    span: 4 * MINUTE,
  },
  {
    of: 'account: wrong codes',
    input: event('mfa_failed'),
    alike: { type: 'mfa_failed', ...STRANGER },
    unlike: { type: 'mfa_failed', credential: 'secret' },
    most: 4,
    span: 4 * MINUTE,
  },
  {
    of: 'account: failed payments',
    input: ownDevice('payment_failed', HOME),
    alike: { type: 'payment_failed', recognized: true, device: 'another' },
    most: 20,
    span: HOUR,
  },
  {
    of: 'account: failed payments of a device',
    input: ownDevice('payment_failed', HOME),
    alike: { type: 'payment_failed', recognized: true },
    unlike: { type: 'payment_failed', recognized: true, credential: 'secret', device: 'another' },
    most: 20,
    span: DAY,
  },
];

for (const window of ['address', 'fingerprint'] as const) {
  LIMITS.push({
    of: `${window}: logins of a recognized account`,
    input: ownDevice('login', HOME),
    alike: { type: 'login', recognized: true, ...STRANGER },
    unlike: { type: 'login', recognized: true, account: 'other' },
    most: 1,
    span: 30 * MINUTE,
  });
}

/** Rows that count for the same whoever sends them, or of one account, look or address; `unlike` counts for something else. */
const SHARED: [
  of: LimitCase['of'],
  type: string,
  alike: Partial<PastEvent>,
  unlike: Partial<PastEvent> | undefined,
  most: number,
  span: number,
][] = [
  ['address: failures on an account', FAILED, STRANGER, { account: 'other' }, 20, DAY],
  ['address: signups', 'signup', { ...STRANGER, account: 'other' }, { credential: 'secret' }, 60, HOUR],
  ['address: resets of an account', RESET, STRANGER, { account: 'other' }, 8, HOUR],
  ['address: resets', RESET, { ...STRANGER, account: 'other' }, undefined, 60, HOUR],
  ['address: failed payments of a look', 'payment_failed', { account: 'other' }, { fingerprint: 'another' }, 8, HOUR],
  ['address: failed payments', 'payment_failed', { ...STRANGER, account: 'other' }, { credential: 'secret' }, 60, HOUR],
  ['device: failures on an account', FAILED, ABROAD, { account: 'other' }, 20, DAY],
  ['device: logins of an account', 'login', ABROAD, { account: 'other' }, 1, 30 * MINUTE],
  ['device: signups of an account', 'signup', ABROAD, { account: 'other' }, 8, HOUR],
  ['device: signups', 'signup', { account: 'other' }, undefined, 60, HOUR],
  ['device: resets of an account', RESET, ABROAD, { account: 'other' }, 8, HOUR],
  ['device: resets', RESET, { account: 'other' }, undefined, 60, HOUR],
  ['device: prompts', 'mfa_challenge', { account: 'other' }, undefined, 4, 4 * MINUTE],
  ['device: wrong codes', 'mfa_failed', { account: 'other' }, undefined, 4, 4 * MINUTE],
  ['device: failed payments of an account', 'payment_failed', ABROAD, { account: 'other' }, 8, HOUR],
  ['device: failed payments', 'payment_failed', { account: 'other' }, undefined, 60, HOUR],
  ['fingerprint: failures on an account', FAILED, { device: 'another', ...ABROAD }, { account: 'other' }, 20, DAY],
  ['fingerprint: signups nearby', 'signup', { account: 'other' }, ABROAD, 20, HOUR],
  ['fingerprint: signups', 'signup', { account: 'other', ...ABROAD }, { credential: 'secret', ...ABROAD }, 60, HOUR],
  ['fingerprint: failed payments at an address', 'payment_failed', { account: 'other' }, ABROAD, 8, HOUR],
  ['fingerprint: failed payments', 'payment_failed', { account: 'other', ...ABROAD }, undefined, 60, HOUR],
];
for (const [of, type, alike, unlike, most, span] of SHARED) {
  LIMITS.push({ of, input: event(type), alike: { type, ...alike }, unlike: unlike && { type, ...unlike }, most, span });
}

for (const { of, input, alike, unlike, most, span } of LIMITS) {
  test(`the window stores a limited number of rows (${of})`, () => {
    const name = of.slice(0, of.indexOf(':')) as Exclude<WindowName, 'session'>;
    /** Whether the event is stored after a row a second ago and `count - 1` older ones. */
    const isStored = (count: number, ago: number, changes = alike) => {
      const older = Array.from({ length: count - 1 }, () => pastEvent(ago, { type: FAILED, ...changes }));
      const newest = pastEvent(count === 1 ? ago : 1000, { type: FAILED, ...changes });
      const facts = deriveFacts(input({ [name]: count === 0 ? [] : [newest, ...older] }));
      return (windowsOf(facts) & WINDOW_BIT[name]) > 0;
    };
    assert.ok(isStored(most - 1, span - 1000), `one less than ${most}`);
    assert.ok(!isStored(most, span - 1000), `${most}`);
    assert.ok(isStored(most, span), 'longer ago');
    if (unlike !== undefined) assert.ok(isStored(most, span - 1000, unlike), 'of something else');
    assert.ok(isStored(most, span - 1000, { ...alike, recognized: alike.recognized !== true }), 'of others');
    const type = alike.type === 'mfa_challenge' ? 'signup' : 'mfa_challenge';
    assert.ok(isStored(most, span - 1000, { ...alike, type }), 'of another type');
  });
}

const isOnAccount = (input: ScoringInput) => (windowsOf(deriveFacts(input)) & WINDOW_BIT.account) > 0;
const many = (count: number, ago: number, changes: Partial<PastEvent>) =>
  Array.from({ length: count }, () => pastEvent(ago, changes));

test('an event is stored when nothing alike was for half an hour, unless the limit is for all rows of a type', () => {
  const isStored = (type: string, count: number, ago: number) =>
    isOnAccount(login({ type }, { account: many(count, ago, { type }) }));
  assert.deepEqual([isStored(FAILED, 20, 30 * MINUTE - 1), isStored(FAILED, 20, 30 * MINUTE)], [false, true]);
  assert.deepEqual([isStored('signup', 7, 30 * MINUTE), isStored('signup', 8, 30 * MINUTE)], [true, false]);
});

test('failures elsewhere do not displace those near a network of the account, nor those of one device another', () => {
  const unsettled = { ...HOME, narrowSettled: false };
  const failed = { type: FAILED };
  assert.ok(isOnAccount(login(failed, { networks: HOME, account: many(200, 1000, STRANGER) })));
  assert.ok(isOnAccount(login(failed, { networks: UNUSED, account: many(20, 1000, NEIGHBOR) })), 'without a network');
  const abroad = many(60, 1000, ABROAD);
  assert.ok(isOnAccount(login(failed, { networks: unsettled, account: abroad })));
  const recognized = abroad.map((row) => ({ ...row, recognized: true }));
  assert.ok(
    !isOnAccount(known(failed, { networks: unsettled, account: recognized })),
    'a source without a settled home',
  );
  const others = many(200, 1000, { ...STRANGER, recognized: true });
  assert.ok(isOnAccount(known(failed, { networks: AWAY, account: others })), 'another recognized device');
});

test('second factors do not displace a login', () => {
  const account = many(20, 1000, { type: 'mfa_passed', credential: 'secret', ...STRANGER });
  assert.ok(isOnAccount(login({ credential: 'secret' }, { account })));
});

test('a day has at most forty wrong codes of an account and forty failed payments of strangers, but any number of prompts', () => {
  for (const type of ['mfa_failed', 'payment_failed', 'mfa_challenge']) {
    const isStored = (count: number) => {
      // After a pause of half an hour, the next one is always stored.
      const account = Array.from({ length: count }, (_, index) =>
        pastEvent(index === 0 ? 10 * MINUTE : HOUR + index * MINUTE, { type, device: 'another' }),
      );
      return isOnAccount(login({ type }, { account }));
    };
    assert.deepEqual([isStored(39), isStored(40)], [true, type === 'mfa_challenge'], type);
  }
});
