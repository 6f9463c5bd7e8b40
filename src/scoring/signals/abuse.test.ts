// Tests the abuse signals: signups, resets, payments, sensitive changes, sessions and missing signals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AWAY,
  environment,
  HOME,
  has,
  known,
  login,
  NOW,
  pairOf,
  pastEvent,
  proofs,
  rows,
} from '../../../test/scoring/input.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import type { Assessment } from '../assessment.ts';
import type { PastEvent } from '../history.ts';
import { score } from '../score.ts';

const metadata = (assessment: Assessment, code: string) =>
  assessment.signals.find((signal) => signal.code === code)?.metadata;

const others = (n: number, type: string, changes: (index: number) => object = () => ({})) =>
  rows(n, (index) => ({ account: `other${index}`, type, ...changes(index) }));

test('MULTIPLE_ACCOUNTS_PER_DEVICE fires at four accounts that do not recognize the device', () => {
  assert.ok(has(score(login({}, { device: others(3, 'login') })), 'MULTIPLE_ACCOUNTS_PER_DEVICE'));
  assert.ok(!has(score(login({}, { device: others(2, 'login') })), 'MULTIPLE_ACCOUNTS_PER_DEVICE'));
  assert.ok(!has(score(login({}, { device: others(9, 'login_failed') })), 'MULTIPLE_ACCOUNTS_PER_DEVICE'));
  assert.ok(!has(score(known({}, { device: others(9, 'login') })), 'MULTIPLE_ACCOUNTS_PER_DEVICE'));
  const kiosk = others(9, 'login', () => ({ recognized: true }));
  assert.ok(!has(score(login({}, { device: kiosk })), 'MULTIPLE_ACCOUNTS_PER_DEVICE'));
});

test('counts signups by device, by fingerprint within a /16, and by address', () => {
  const signup = { type: 'signup' } as const;
  assert.ok(has(score(login(signup, { device: others(2, 'signup') })), 'SIGNUP_VELOCITY'));
  assert.ok(!has(score(login(signup, { device: others(1, 'signup') })), 'SIGNUP_VELOCITY'));
  assert.ok(has(score(login(signup, { fingerprint: others(2, 'signup') })), 'SIGNUP_VELOCITY'));
  const elsewhere = others(4, 'signup', () => ({ wideNetwork: '1.1.0.0/16' }));
  assert.ok(!has(score(login(signup, { fingerprint: elsewhere })), 'SIGNUP_VELOCITY'));
  const office = others(9, 'login', () => ({ recognized: true, fingerprint: 'another' }));
  const neighbors = (count: number) => others(count, 'signup', (index) => ({ fingerprint: `fingerprint${index}` }));
  const signups = (count: number, customers: typeof office) => ({ address: [...neighbors(count), ...customers] });
  assert.ok(has(score(login(signup, signups(9, office))), 'SIGNUP_VELOCITY'));
  assert.ok(!has(score(login(signup, signups(8, office))), 'SIGNUP_VELOCITY'), 'nine in an office');
  assert.ok(has(score(login(signup, signups(3, []))), 'SIGNUP_VELOCITY'), 'four where nobody is at home');
  assert.ok(!has(score(login(signup, signups(2, []))), 'SIGNUP_VELOCITY'));
  assert.ok(has(score(login(signup, { address: others(2, 'signup') })), 'SIGNUP_VELOCITY'));
});

test('counts signups with a fingerprint on any network where few old customers have it', () => {
  const signup = { type: 'signup' } as const;
  const phones = (count: number) => others(count, 'signup', (index) => ({ wideNetwork: `1.${index}.0.0/16` }));
  const customers = (count: number) => others(count, 'login', () => ({ recognized: true }));
  const fires = (fingerprint: ReturnType<typeof rows>, changes = {}) =>
    has(score(login(signup, { fingerprint, environment: environment(changes) })), 'SIGNUP_VELOCITY');
  assert.ok(fires(phones(5)));
  assert.ok(!fires(phones(4)));
  assert.ok(fires([...phones(5), ...customers(3)]));
  assert.ok(!fires([...phones(5), ...customers(4)]), 'a common phone');
  assert.ok(!fires(phones(5), { firstEventAt: NOW - 6 * DAY }), 'a new service has no old customers');
});

test('CARD_TESTING_SUSPECTED challenges new accounts while the payments of new accounts fail', () => {
  const newcomer = proofs({ count: 1, firstAt: NOW - HOUR, knownSince: NOW - HOUR });
  const wave = (lastHour: number, byHour: number[] = [], byDay: number[] = []) => ({
    networks: HOME,
    proofs: newcomer,
    environment: environment({ failures: { ...environment().failures, claimed_payment: { lastHour, byHour, byDay } } }),
  });
  const fires = (type: string, history: Parameters<typeof login>[1]) =>
    has(score(known({ type }, history)), 'CARD_TESTING_SUSPECTED');
  assert.ok(fires('payment_failed', wave(7)));
  assert.ok(!fires('payment_attempt', wave(7)));
  assert.ok(fires('payment_attempt', wave(8)));
  assert.ok(fires('signup', wave(8)));
  assert.ok(!fires('login', wave(8)));
  const launched = { ...wave(8).environment, firstEventAt: NOW - DAY + 1 };
  assert.ok(!fires('signup', { ...wave(8), environment: launched }), 'on the first day, everybody is new');
  assert.ok(fires('signup', { ...wave(8), environment: { ...launched, firstEventAt: NOW - DAY } }));
  assert.ok(fires('payment_attempt', { ...wave(8), environment: launched }));
  assert.ok(!fires('payment_failed', { ...wave(8), proofs: proofs() }), 'an old customer');
  assert.ok(!fires('payment_failed', wave(16, Array(168).fill(3))), 'guests whose payments fail all the time');
  assert.ok(fires('payment_failed', wave(17, Array(168).fill(3))));
  assert.ok(!fires('payment_failed', wave(44, [], [10, 10, 10, 10])), 'a restaurant at noon');
  assert.ok(fires('payment_failed', wave(45, [], [10, 10, 10, 10])));
  assert.ok(fires('payment_failed', wave(7, [], [300, 300, 300])), 'an attack on three days');
  assert.equal(score(login({ type: 'payment_failed' }, wave(400))).score, 70, 'never blocks');
});

test('CARD_TESTING_SUSPECTED ignores claims where the server reports failed payments itself', () => {
  const fires = (changes: Parameters<typeof environment>[0], credential: 'public' | 'secret' = 'secret') => {
    const newcomer = proofs({ count: 1, firstAt: NOW - HOUR, knownSince: NOW - HOUR });
    const history = { networks: HOME, proofs: newcomer, environment: environment(changes) };
    return has(score(known({ type: 'payment_failed', credential }, history)), 'CARD_TESTING_SUSPECTED');
  };
  const { failures } = environment();
  const claimed = { ...failures, claimed_payment: { lastHour: 400, byHour: [], byDay: [] } };
  assert.ok(fires({ verified: true, failures: claimed }), 'a server that reports logins only');
  assert.ok(!fires({ verified: true, failures: { ...claimed, payment: { lastHour: 0, byHour: [1], byDay: [] } } }));
  assert.ok(!fires({ verified: true, failures: { ...claimed, payment: { lastHour: 1, byHour: [], byDay: [] } } }));
  assert.ok(
    fires({ failures: { ...claimed, payment: { lastHour: 0, byHour: [1], byDay: [] } } }),
    'browsers report logins',
  );
  const reported = { ...failures, payment: { lastHour: 7, byHour: [], byDay: [] } };
  assert.ok(fires({ verified: true, failures: reported }));
  assert.ok(!fires({ verified: true, failures: reported }, 'public'));
});

test('a failed payment of a new account and a failed login of a stranger are counted', () => {
  const newcomer = { proofs: proofs({ count: 1, firstAt: NOW - HOUR, knownSince: NOW - HOUR }) };
  const verified = environment({ verified: true });
  assert.equal(score(login({ type: 'payment_failed', credential: 'secret' }, newcomer)).failure, 'payment');
  assert.equal(score(login({ type: 'payment_failed' }, newcomer)).failure, 'claimed_payment');
  assert.equal(score(login({ type: 'payment_failed' })).failure, null);
  assert.equal(score(login({ type: 'payment_attempt' }, newcomer)).failure, null);
  assert.equal(score(login({ type: 'login_failed' })).failure, 'login');
  assert.equal(score(known({ type: 'login_failed' })).failure, null);
  assert.equal(score(login({ type: 'login_failed' }, { environment: verified })).failure, null);
  const claim = score(login({ type: 'payment_failed' }, { ...newcomer, environment: verified }));
  assert.equal(claim.failure, 'claimed_payment', 'it counts against new accounts only');
});

test('SIGNUP_VELOCITY includes logins and payments within a day of the signup, but no later ones', () => {
  const account = [pastEvent(30 * MINUTE, { type: 'signup' })];
  const device = others(3, 'signup');
  assert.ok(has(score(login({}, { account, device })), 'SIGNUP_VELOCITY'));
  assert.ok(has(score(login({ type: 'payment_attempt' }, { account, device })), 'SIGNUP_VELOCITY'));
  assert.ok(!has(score(login({ type: 'email_change' }, { account, device })), 'SIGNUP_VELOCITY'));
  assert.ok(!has(score(login({}, { device })), 'SIGNUP_VELOCITY'));
  assert.ok(!has(score(known({}, { account, device })), 'SIGNUP_VELOCITY'));
});

test('resets of four accounts may block; unrecognized resets of one account may not', () => {
  const reset = { type: 'password_reset_requested' } as const;
  const type = 'password_reset_requested';
  assert.equal(metadata(score(login(reset, { device: others(3, type) })), 'PASSWORD_RESET_VELOCITY')?.key, 'device');
  assert.equal(metadata(score(login(reset, { address: others(3, type) })), 'PASSWORD_RESET_VELOCITY')?.key, 'address');
  assert.ok(!has(score(login(reset, { address: others(2, type) })), 'PASSWORD_RESET_VELOCITY'));
  const account = rows(60, () => ({ type, device: 'x', counterAddress: '1.1.1.1', fingerprint: 'x' }));
  const failures = rows(40, () => ({ device: 'x', counterAddress: '1.1.1.1', fingerprint: 'x' }));
  const flooded = score(login(reset, { account: [...account, ...failures] }));
  assert.equal(metadata(flooded, 'PASSWORD_RESET_VELOCITY')?.key, 'account');
  assert.equal(flooded.score, 89);
  assert.equal(score(known(reset, { account })).score, 0);
});

test('resets from an address count where they outnumber its old customers, or look alike', () => {
  const type = 'password_reset_requested';
  const campus = others(20, 'login', (index) => ({ recognized: true, fingerprint: `laptop${index}` }));
  const resets = (count: number, fingerprint: (index: number) => string) =>
    others(count, type, (index) => ({ account: `forgetful${index}`, fingerprint: fingerprint(index) }));
  const fires = (address: PastEvent[]) => has(score(login({ type }, { address })), 'PASSWORD_RESET_VELOCITY');
  const people = (count: number) => resets(count, (index) => `phone${index}`);
  assert.ok(fires(people(3)));
  assert.ok(!fires([...people(19), ...campus]), 'twenty students who forgot their password');
  assert.ok(fires([...people(20), ...campus]));
  const tool = resets(3, () => 'fingerprint');
  assert.ok(fires([...tool, ...campus]), 'one tool behind the address');
  const fleet = campus.map((row) => ({ ...row, fingerprint: 'fingerprint' }));
  assert.ok(!fires([...tool, ...fleet]), 'laptops that look alike');
});

test('counts failed payments by device, by fingerprint on one address, and by account', () => {
  const failed = { type: 'payment_failed' } as const;
  const key = (history: Parameters<typeof login>[1]) =>
    metadata(score(login(failed, history)), 'PAYMENT_VELOCITY')?.key;
  assert.equal(key({ device: others(3, 'payment_failed') }), 'device');
  assert.equal(key({ device: others(2, 'payment_failed') }), undefined);
  assert.equal(key({ fingerprint: others(3, 'payment_failed') }), 'fingerprint');
  assert.equal(key({ fingerprint: others(3, 'payment_failed', () => ({ counterAddress: '1.1.1.1' })) }), undefined);
  assert.equal(key({ account: rows(3, () => ({ type: 'payment_failed', device: 'x' })) }), 'account');
  const own = rows(3, () => ({ type: 'payment_failed', recognized: true }));
  assert.ok(has(score(known(failed, { device: own })), 'PAYMENT_VELOCITY'));
  assert.ok(!has(score(known(failed, { device: others(9, 'payment_failed') })), 'PAYMENT_VELOCITY'));
});

test('ten failed payments of a day count on a device, and on one account of it as card testing', () => {
  const codes = (count: number, changes: Partial<PastEvent> = {}) => {
    const reported = { type: 'payment_failed', recognized: true, credential: 'secret', ...changes } as const;
    const device = rows(count, (index) => ({ ...reported, at: NOW - (index + 1) * 2 * HOUR }));
    const tested = score(known({ type: 'payment_failed' }, { device }));
    return ['PAYMENT_VELOCITY', 'CARD_TESTING_SUSPECTED'].filter((code) => has(tested, code));
  };
  assert.deepEqual(codes(8), []);
  assert.deepEqual(codes(9), ['PAYMENT_VELOCITY', 'CARD_TESTING_SUSPECTED']);
  assert.deepEqual(codes(9, { account: 'other' }), ['PAYMENT_VELOCITY'], 'of a salesman');
  assert.deepEqual(codes(9, { credential: 'public' }), ['PAYMENT_VELOCITY'], 'claims of a recognized source');
});

test('a stolen id with a copied fingerprint scores 0 at login and 55 at a sensitive change', () => {
  const networks = AWAY;
  assert.equal(score(known({}, { networks })).score, 0);
  assert.equal(score(known({ type: 'email_change' }, { networks })).score, 55);
  assert.equal(score(known({ type: 'email_change' })).score, 0);
});

test("a device is fresh for 24 hours, but not on the account's first day", () => {
  const pair = pairOf({ eventCount: 2, firstProofAt: NOW - HOUR, lastProofAt: NOW - HOUR });
  assert.equal(score(known({ type: 'payout_change' }, { pair })).score, 60);
  assert.ok(has(score(known({ type: 'payment_attempt' }, { pair })), 'PAYMENT_ON_NEW_DEVICE'));
  const firstDay = {
    accountFirstSeenAt: NOW - 2 * HOUR,
    proofs: proofs({ count: 1, firstAt: NOW - HOUR, lastAt: NOW - HOUR, knownSince: NOW - HOUR }),
  };
  assert.equal(score(known({ type: 'payout_change' }, { pair, ...firstDay })).score, 0);
  assert.ok(!has(score(known({ type: 'payment_failed' }, { pair })), 'PAYMENT_ON_NEW_DEVICE'));
});

test('SESSION_DEVICE_CHANGED fires on another machine, not on cleared storage', () => {
  const token = { sessionToken: 'token' };
  const session = (changes: object) => [
    pastEvent(HOUR, { type: 'login', device: 'x', fingerprint: 'x', sessionToken: 'token', ...changes }),
  ];
  assert.ok(has(score(login(token, { session: session({}) })), 'SESSION_DEVICE_CHANGED'));
  assert.ok(!has(score(login(token, { session: session({ fingerprint: 'fingerprint' }) })), 'SESSION_DEVICE_CHANGED'));
  assert.ok(!has(score(login(token, { session: session({ device: 'device' }) })), 'SESSION_DEVICE_CHANGED'));
  assert.ok(!has(score(login(token, { session: session({ at: NOW - 13 * HOUR }) })), 'SESSION_DEVICE_CHANGED'));
  assert.ok(!has(score(known(token, { session: session({}) })), 'SESSION_DEVICE_CHANGED'));
  const { resolution } = login();
  const noisy = { ...token, resolution: { ...resolution, method: 'ambiguous' as const } };
  assert.ok(!has(score(login(noisy, { session: session({}) })), 'SESSION_DEVICE_CHANGED'));
  const provisional = (method: 'fingerprint_similar' | 'fingerprint_exact') =>
    score(login({ ...token, resolution: { ...resolution, method, provisional: true } }, { session: session({}) }));
  assert.ok(!has(provisional('fingerprint_similar'), 'SESSION_DEVICE_CHANGED'));
  assert.ok(has(provisional('fingerprint_exact'), 'SESSION_DEVICE_CHANGED'), 'a second event of a thief');
  const elsewhere = session({ counterAddress: '1.1.1.1' });
  assert.ok(has(score(login(noisy, { session: elsewhere })), 'SESSION_DEVICE_CHANGED'));
});

test("a sensitive change with the account's own fingerprint elsewhere is challenged", () => {
  const change = { type: 'email_change' };
  assert.equal(score(login(change)).score, 100);
  const ownFingerprint = score(login(change, { seenFingerprint: { own: true, settled: true, elsewhere: false } }));
  assert.ok(has(ownFingerprint, 'FINGERPRINT_ONLY') && has(ownFingerprint, 'SENSITIVE_CHANGE_UNRECOGNIZED'));
  assert.equal(ownFingerprint.score, 89);
});

test('SIGNALS_MISSING fires below 8 signal keys under a public key only', () => {
  assert.ok(has(score(login({ signalCount: 7 })), 'SIGNALS_MISSING'));
  assert.ok(!has(score(login({ signalCount: 8 })), 'SIGNALS_MISSING'));
  assert.ok(!has(score(login({ signalCount: 7, credential: 'secret' })), 'SIGNALS_MISSING'));
});

test('failures, challenged successes and public successes in verified mode prove nothing', () => {
  const home = {
    networks: HOME,
  };
  const verified = environment({ verified: true });
  assert.equal(score(login({}, home)).proves, true);
  assert.equal(score(login({}, { ...home, environment: verified })).proves, false);
  assert.equal(score(login({ credential: 'secret' }, { ...home, environment: verified })).proves, true);
  assert.equal(score(login({ type: 'login_failed' }, home)).proves, false);
  assert.equal(score(login({ type: 'password_reset_completed', credential: 'secret' }, home)).proves, false);
  const reported = proofs({ withSignals: true, fingerprinted: true, serverSent: true });
  assert.equal(score(login({ credential: 'secret' }, { proofs: reported })).proves, false);
  assert.equal(score(login({ credential: 'secret' })).proves, true, 'all that is known of the account is claimed');
  const bot = { credential: 'secret', signals: { automation: { webdriver: true } } } as const;
  const ownBot = score(login(bot, { ...home, environment: verified }));
  assert.deepEqual([ownBot.score, ownBot.proves], [70, true], 'a declared bot of the account, reported by the backend');
  assert.equal(score(login(bot, { proofs: reported })).proves, false, 'a bot from an unknown device and network');
  const dormant = {
    proofs: proofs({ firstAt: NOW - 300 * DAY, lastAt: NOW - 100 * DAY }),
    ...home,
  };
  assert.equal(score(login({}, dormant)).score, 30);
  assert.equal(score(login({}, dormant)).proves, false);
});

test('failed payments at an address are card testing if they exceed ten, a quarter of a usual day, and the old customers there', () => {
  const newcomer = { networks: HOME, proofs: proofs({ count: 1, firstAt: NOW - HOUR, knownSince: NOW - HOUR }) };
  const fires = (count: number, byHour: number[] = [], changes: Partial<PastEvent> = {}, customers = 0) => {
    const declined = { type: 'payment_failed', ...changes };
    const address = [
      ...rows(count, (index) => ({ ...declined, account: `guest${index}`, at: NOW - (index + 1) * HOUR })),
      ...rows(customers, (index) => ({ account: `old${index}`, type: 'login', recognized: true, settled: true })),
    ];
    const { failures } = environment();
    const usual = environment({ failures: { ...failures, payment: { lastHour: 0, byHour, byDay: [] } } });
    const event = login(
      { type: 'payment_attempt', credential: 'secret' },
      { ...newcomer, address, environment: usual },
    );
    return has(score(event), 'CARD_TESTING_SUSPECTED');
  };
  assert.deepEqual([fires(9), fires(10)], [false, true]);
  assert.deepEqual([fires(10, [], {}, 9), fires(10, [], {}, 10)], [true, false]);
  const busy = Array(168).fill(2);
  assert.deepEqual([fires(11, busy), fires(12, busy)], [false, true], '48 a day');
  const known = { recognized: true, settled: true };
  assert.ok(!fires(12, [], known), 'on devices that their accounts have known for a day');
  assert.ok(fires(12, [], { ...known, byId: false }), 'on what only looks like a device of the account');
});
