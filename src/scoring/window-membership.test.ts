// Tests which windows store an event. How many rows they store is in window-limits.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, HOME, known, login, NOW, pairOf, pastEvent, proofs } from '../../test/scoring/input.ts';
import { DAY, HOUR } from '../vocabulary/clock.ts';
import { WINDOW_BIT, WINDOW_NAMES } from '../vocabulary/windows.ts';
import { deriveFacts } from './derive-facts.ts';
import type { ScoringInput } from './facts.ts';
import type { History, PastEvent } from './history.ts';
import { windowsOf } from './window-membership.ts';

/** The windows that store the event, separated by spaces. */
function windows(input: ScoringInput): string {
  const bits = windowsOf(deriveFacts(input));
  return WINDOW_NAMES.filter((name) => (bits & WINDOW_BIT[name]) > 0).join(' ');
}

const VERIFIED = environment({ verified: true });
const TOKEN = { sessionToken: 'token' };

test('an event is stored where it is evidence', () => {
  const stored = (type: string, changes: Partial<ScoringInput> = {}) => windows(login({ type, ...changes }));
  assert.equal(stored('login'), 'account device');
  assert.equal(stored('payment_attempt'), 'account');
  assert.equal(stored('email_change'), 'account');
  assert.equal(stored('login_failed'), 'account address device fingerprint');
  assert.equal(stored('signup'), 'account address device fingerprint');
  assert.equal(stored('payment_failed'), 'account address device fingerprint');
  assert.equal(stored('password_reset_requested'), 'account address device');
  assert.equal(stored('mfa_challenge'), 'account device');
  assert.equal(stored('mfa_failed'), 'account device');
  assert.equal(stored('logout'), '');
  assert.equal(stored('logout', TOKEN), 'session');
  assert.equal(stored('login_failed', { accountKey: null }), 'address device fingerprint');
  assert.equal(stored('login_failed', { fingerprint: null }), 'account address device');
  const hidden = { ...login().network, classification: 'private' } as const;
  assert.equal(stored('login_failed', { network: hidden }), 'account device fingerprint');
});

test('a recognized source is at home at its address, but its failures say nothing about others there', () => {
  assert.equal(windows(known()), 'account address device fingerprint');
  assert.equal(windows(known({ type: 'payment_attempt' })), 'account address device fingerprint');
  assert.equal(windows(known({ type: 'login_failed' })), 'account device');
});

test('a source recognized by its looks or network is at home from the second day of its account on', () => {
  const seenFingerprint = { own: true, settled: true, elsewhere: false };
  const byLooks = (firstAt: number | null) =>
    windows(login({}, { seenFingerprint, networks: HOME, proofs: proofs({ firstAt, knownSince: firstAt }) }));
  assert.equal(byLooks(NOW - DAY), 'account address device fingerprint');
  assert.equal(byLooks(NOW - DAY + 1), 'account device');
  assert.equal(byLooks(null), 'account device');
  const newAccount = proofs({ firstAt: NOW - HOUR, knownSince: NOW - HOUR });
  const trusted = { device: { ...login().device, isTrusted: true } };
  for (const [changes, firstProofAt] of [
    [{}, NOW - HOUR],
    [{}, NOW - DAY],
    [trusted, NOW - HOUR],
  ] as const) {
    const byId = known(changes, { proofs: newAccount, pair: pairOf({ firstProofAt }) });
    assert.equal(windows(byId), 'account address device fingerprint');
  }
});

test('where the server reports logins, claims are stored for their own device, and signups where they count', () => {
  const claimed = (type: string, history: Partial<History> = {}) =>
    windows(login({ type, ...TOKEN }, { environment: VERIFIED, ...history }));
  assert.equal(claimed('login_failed'), 'device');
  assert.equal(claimed('signup'), 'address device fingerprint');
  assert.equal(claimed('logout'), '');
  assert.equal(claimed('login_failed', { claimsCount: false }), '');
  assert.equal(claimed('signup', { claimsCount: false }), 'address fingerprint');
  const device = (count: number, changes: Partial<PastEvent> = {}) => ({
    device: Array.from({ length: count }, (_, index) => pastEvent(index, { account: `other${index}`, ...changes })),
  });
  assert.equal(claimed('login_failed', device(59)), 'device');
  assert.equal(claimed('login_failed', device(60)), '');
  assert.equal(claimed('login_failed', device(60, { credential: 'secret' })), 'device');
  assert.equal(claimed('login_failed', device(60, { at: NOW - HOUR })), 'device');
});

test('a session stores one row an hour of each device, fingerprint and address, and half of it for strangers', () => {
  const stored = (count: number, changes: Partial<PastEvent>, ago = HOUR - 1000, input = login) => {
    const session = Array.from({ length: count }, () => pastEvent(ago, changes));
    return windows(input({ type: 'logout', ...TOKEN }, { session })) === 'session';
  };
  assert.ok(!stored(1, {}));
  assert.ok(stored(1, {}, HOUR));
  assert.ok(stored(1, { device: 'another' }));
  assert.ok(stored(1, { fingerprint: 'another' }));
  assert.ok(stored(1, { counterAddress: '1.1.1.1' }));
  for (const machine of [
    { counterAddress: '1.1.1.1' },
    { fingerprint: 'another', counterAddress: '1.1.1.1' },
    { device: 'another', counterAddress: '1.1.1.1' },
  ]) {
    assert.ok(stored(19, machine), 'nineteen addresses of one machine');
    assert.ok(!stored(20, machine));
    assert.ok(!stored(20, machine, 6 * HOUR - 1000));
    assert.ok(stored(20, machine, 6 * HOUR));
  }
  const stranger = { device: 'another', fingerprint: 'another' };
  assert.ok(stored(99, stranger, 11 * HOUR));
  assert.ok(!stored(100, stranger, 11 * HOUR));
  assert.ok(stored(100, { ...stranger, recognized: true }, 11 * HOUR));
  assert.ok(stored(100, stranger, 11 * HOUR, known), 'the owner');
});
