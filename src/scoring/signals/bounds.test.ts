// Tests the bounds of signals: each fires at its bound and not just below it, so that a changed constant fails a test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, CHROME, failing, HOME, has, known, login, NOW, pastEvent, proofs } from '../../../test/scoring/input.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../vocabulary/clock.ts';
import type { History, PastEvent } from '../history.ts';
import { score } from '../score.ts';

const FAILED = { type: 'login_failed' } as const;
/** A source that shares nothing with the event but the account. */
const STRANGER = { account: 'account', device: 'x', counterAddress: '1.1.1.1', fingerprint: 'x', agent: 'x' } as const;

/** `count` past events of other accounts, all `ago` ms before the event. */
const others = (count: number, ago: number, changes: (index: number) => Partial<PastEvent>) =>
  Array.from({ length: count }, (_, index) => pastEvent(ago, { account: `other${index}`, ...changes(index) }));

const fires = (code: string, changes: Parameters<typeof login>[0], history: Partial<History>) =>
  has(score(login(changes, history)), code);

test('an account is dormant when its last proof is more than 90 days old', () => {
  const proven = (ago: number) => ({ proofs: proofs({ firstAt: NOW - 200 * DAY, lastAt: NOW - ago }) });
  assert.ok(fires('DORMANT_ACCOUNT', {}, proven(90 * DAY + MINUTE)));
  assert.ok(!fires('DORMANT_ACCOUNT', {}, proven(90 * DAY)));
});

test('a device has many accounts within 24 hours', () => {
  const device = (ago: number) => ({ device: others(3, ago, () => ({ type: 'login' })) });
  assert.ok(fires('MULTIPLE_ACCOUNTS_PER_DEVICE', {}, device(DAY - MINUTE)));
  assert.ok(!fires('MULTIPLE_ACCOUNTS_PER_DEVICE', {}, device(DAY + MINUTE)));
});

test('password resets, failed payments and networks count within an hour', () => {
  const reset = { type: 'password_reset_requested' } as const;
  const payment = { type: 'payment_failed' } as const;
  const elsewhere = (index: number) => ({ account: 'account', type: 'login', wideNetwork: `1.${index}.0.0/16` });
  for (const [ago, expected] of [
    [HOUR - MINUTE, true],
    [HOUR + MINUTE, false],
  ] as const) {
    const device = (type: string) => ({ device: others(3, ago, () => ({ type })) });
    assert.equal(fires('PASSWORD_RESET_VELOCITY', reset, device(reset.type)), expected);
    assert.equal(fires('PAYMENT_VELOCITY', payment, device(payment.type)), expected);
    assert.equal(fires('RAPID_NETWORK_CHANGE', {}, { account: others(3, ago, elsewhere) }), expected);
  }
});

test('three wrong passwords of a source are several, and five of others on the account within 24 hours', () => {
  const own = (count: number) => ({ account: others(count, MINUTE, () => ({ account: 'account' })) });
  assert.ok(fires('LOGIN_FAILURES_ELEVATED', FAILED, own(2)));
  assert.ok(!fires('LOGIN_FAILURES_ELEVATED', FAILED, own(1)));
  const byOthers = (count: number, ago: number) => ({ account: others(count, ago, () => STRANGER) });
  assert.ok(fires('LOGIN_FAILURES_ELEVATED', {}, byOthers(5, DAY - MINUTE)));
  assert.ok(!fires('LOGIN_FAILURES_ELEVATED', {}, byOthers(4, DAY - MINUTE)));
  assert.ok(!fires('LOGIN_FAILURES_ELEVATED', {}, byOthers(5, DAY + MINUTE)));
});

test('ten wrong passwords of strangers within an hour, or fifteen within a day, put an account under attack', () => {
  const underAttack = (count: number, ago: number) =>
    fires('ACCOUNT_UNDER_ATTACK', {}, { account: others(count, ago, () => STRANGER) });
  assert.ok(underAttack(10, HOUR - MINUTE));
  assert.ok(!underAttack(9, HOUR - MINUTE));
  assert.ok(!underAttack(14, HOUR + MINUTE));
  assert.ok(underAttack(15, DAY - MINUTE));
  assert.ok(!underAttack(15, DAY + MINUTE));
});

test('a recognized device may fail 39 times a day from all addresses, and 59 times in a network of the account', () => {
  const guessed = (count: number, networks: History['networks'], from: (index: number) => Partial<PastEvent>) => {
    const row = (index: number) => ({ account: 'account', recognized: true, ...from(index) });
    return has(score(known(FAILED, { networks, account: others(count - 1, HOUR, row) })), 'BRUTE_FORCE_SUSPECTED');
  };
  const abroad = (index: number) => ({ counterAddress: `1.${index}.1.1`, wideNetwork: `1.${index}.0.0/16` });
  const nearby = (index: number) => ({ counterAddress: `9.9.8.${index}` });
  assert.deepEqual([guessed(39, AWAY, abroad), guessed(40, AWAY, abroad)], [false, true]);
  assert.deepEqual([guessed(59, HOME, nearby), guessed(60, HOME, nearby)], [false, true]);
});

test('a new device is challenged after 20 wrong passwords in a network of the account, or 60 on an unused account', () => {
  const after = (count: number, networks: History['networks'], from: Partial<PastEvent>) =>
    fires('BRUTE_FORCE_SUSPECTED', {}, { networks, account: others(count, HOUR, () => ({ ...STRANGER, ...from })) });
  assert.deepEqual([after(19, HOME, {}), after(20, HOME, {})], [false, true]);
  const unused = { ...AWAY, anyProven: false };
  const abroad = { wideNetwork: '1.1.0.0/16' };
  assert.deepEqual([after(59, unused, abroad), after(60, unused, abroad)], [false, true]);
});

test('wrong passwords count within 10 minutes, or 20 times a day from a recognized device', () => {
  const own = (ago: number) => ({ account: others(2, ago, () => ({ account: 'account' })) });
  assert.ok(fires('LOGIN_FAILURES_ELEVATED', FAILED, own(10 * MINUTE - SECOND)));
  assert.ok(!fires('LOGIN_FAILURES_ELEVATED', FAILED, own(10 * MINUTE + SECOND)));
  for (const code of ['BRUTE_FORCE_SUSPECTED', 'PERSISTENT_FAILURES']) {
    const recognized = (count: number) =>
      has(
        score(known(FAILED, { account: others(count - 1, HOUR, () => ({ account: 'account', recognized: true })) })),
        code,
      );
    assert.deepEqual([recognized(19), recognized(20)], [false, true], code);
  }
});

test('failing accounts are several, or credential stuffing, at the counts of the catalog', () => {
  const bounds: [
    code: string,
    key: 'address' | 'device' | 'fingerprint',
    accounts: number,
    ago: number,
    within: number,
  ][] = [
    ['MULTI_ACCOUNT_FAILURES', 'address', 4, MINUTE, HOUR],
    ['MULTI_ACCOUNT_FAILURES', 'device', 3, MINUTE, DAY],
    ['MULTI_ACCOUNT_FAILURES', 'fingerprint', 4, MINUTE, HOUR],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'address', 8, MINUTE, HOUR],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'address', 20, 2 * HOUR, DAY],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'device', 5, MINUTE, DAY],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'fingerprint', 8, MINUTE, HOUR],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'fingerprint', 15, 2 * HOUR, 6 * HOUR],
  ];
  for (const [code, key, accounts, ago, within] of bounds) {
    const failed = (count: number, at: number) =>
      fires(code, FAILED, { [key]: others(count - 1, at, () => ({})), environment: failing(count - 1) });
    const found = [failed(accounts - 1, ago), failed(accounts, ago), failed(accounts, within + MINUTE)];
    assert.deepEqual(found, [false, true, false], `${code}: ${accounts} accounts by ${key}`);
  }
});

test('prompts for a second factor are a burst within 15 minutes', () => {
  const passed = { type: 'mfa_passed' } as const;
  const prompts = (ago: number) => ({ account: others(4, ago, () => ({ account: 'account', type: 'mfa_failed' })) });
  assert.ok(fires('MFA_ABUSE_SUSPECTED', passed, prompts(15 * MINUTE - SECOND)));
  assert.ok(!fires('MFA_ABUSE_SUSPECTED', passed, prompts(15 * MINUTE + SECOND)));
});

test('ten signups from an address within an hour are too many, whoever is at home there', () => {
  const customers = others(20, HOUR / 2, (index) => ({ account: `old${index}`, type: 'login', recognized: true }));
  const newcomer = (index: number) => ({ type: 'signup', fingerprint: `newcomer${index}` });
  const address = (count: number, ago: number) => ({ address: [...others(count, ago, newcomer), ...customers] });
  const signup = { type: 'signup' } as const;
  assert.ok(fires('SIGNUP_VELOCITY', signup, address(9, HOUR - MINUTE)));
  assert.ok(!fires('SIGNUP_VELOCITY', signup, address(8, HOUR - MINUTE)));
  assert.ok(!fires('SIGNUP_VELOCITY', signup, address(9, HOUR + MINUTE)));
});

test('automation is suspected at 60 points with 30 of inconsistency, and has left traces at 30', () => {
  const own = { user_agent: CHROME, platform: 'Win32', plugins_count: 5 };
  const noLanguages = { languages: [] };
  const noWindow = { window: { outer_width: 0, outer_height: 0, focused: true } };
  const software = { webgl_renderer: 'Google SwiftShader' };
  const untouched = { behavior: { key_events: 0, pointer_events: 0 } };
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1';
  const untouchable = { user_agent: phone, platform: 'iPhone', max_touch_points: 0 };
  const of = (...reports: object[]) => {
    const signals = Object.assign({}, own, ...reports);
    const { automation, signals: fired } = score(known({ signals }));
    return [automation.score, fired.find(({ code }) => code.startsWith('AUTOMATION'))?.code];
  };
  assert.deepEqual(of(noLanguages, noWindow), [60, 'AUTOMATION_SUSPECTED']);
  assert.deepEqual(of(noLanguages, software), [55, 'AUTOMATION_TRACES']);
  assert.deepEqual(of(untouchable, noWindow, untouched), [75, 'AUTOMATION_TRACES'], 'an inconsistency of 25');
  assert.deepEqual(of(noWindow), [30, 'AUTOMATION_TRACES']);
  assert.deepEqual(of(software), [25, undefined]);
});
