// Tests which signals leave out page views, second factors that the server reports, and events without an account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AWAY,
  codes,
  failing,
  HOME,
  known,
  login,
  NOW,
  pairOf,
  pastEvent,
  proofs,
} from '../../../test/scoring/input.ts';
import { DAY, MINUTE } from '../../vocabulary/clock.ts';
import type { ScoringInput } from '../facts.ts';
import type { History } from '../history.ts';
import { score } from '../score.ts';

/** Of these codes, those that fire. */
const fired = (expected: readonly string[], changes: Partial<ScoringInput>, history: Partial<History>) =>
  codes(score(login(changes, history))).filter((code) => expected.includes(code));

test('a page view says nothing about the account, whatever its history', () => {
  const history = {
    proofs: proofs({ firstAt: NOW - 200 * DAY, lastAt: NOW - 100 * DAY }),
    account: Array.from({ length: 10 }, (_, index) =>
      pastEvent(MINUTE, { device: 'x', counterAddress: '1.1.1.1', fingerprint: 'x', wideNetwork: `1.${index}.0.0/16` }),
    ),
    device: Array.from({ length: 9 }, (_, index) => pastEvent(MINUTE, { type: 'login', account: `other${index}` })),
  };
  const about = [
    'NEW_DEVICE',
    'NEW_NETWORK',
    'UNRECOGNIZED_CONTEXT',
    'RAPID_NETWORK_CHANGE',
    'DORMANT_ACCOUNT',
    'ACCOUNT_UNDER_ATTACK',
    'MULTIPLE_ACCOUNTS_PER_DEVICE',
  ];
  assert.deepEqual(fired(about, {}, history), about);
  assert.deepEqual(fired(about, { type: 'logout' }, history), []);
  const seen = { pair: pairOf() };
  assert.deepEqual(fired(['UNPROVEN_DEVICE'], {}, seen), ['UNPROVEN_DEVICE']);
  assert.deepEqual(fired(['UNPROVEN_DEVICE'], { type: 'logout' }, seen), []);
  const looks = { seenFingerprint: { own: true, settled: true, elsewhere: false } };
  assert.deepEqual(fired(['FINGERPRINT_ONLY'], {}, looks), ['FINGERPRINT_ONLY']);
  assert.deepEqual(fired(['FINGERPRINT_ONLY'], { type: 'logout' }, looks), []);
  const bare = { credential: 'secret', signalCount: 0 } as const;
  const unknown = ['UNKNOWN_SOURCE', 'UNPROVEN_BROWSER'];
  assert.deepEqual(fired(unknown, bare, {}), unknown);
  assert.deepEqual(fired(unknown, { ...bare, type: 'logout' }, {}), []);
});

test('a second factor that the server reports settles the doubt about its source', () => {
  const doubts = ['NEW_DEVICE', 'UNPROVEN_DEVICE', 'FINGERPRINT_ONLY', 'FIRST_SEEN_RECENTLY', 'LONG_HISTORY'];
  const looks = { seenFingerprint: { own: true, settled: true, elsewhere: false } };
  for (const history of [{}, { pair: pairOf() }, looks]) {
    assert.ok(fired(doubts, { type: 'mfa_passed' }, history).length > 0, 'a claim');
    assert.deepEqual(fired(doubts, { type: 'mfa_passed', credential: 'secret' }, history), []);
  }
});

test('an event without an account has no new device', () => {
  assert.deepEqual(fired(['NEW_DEVICE'], { accountKey: null }, {}), []);
});

test('a source without signals is unknown on a public network, or away from those of its account', () => {
  const unknown = (classification: 'public' | 'private', networks: History['networks']) => {
    const bare = { credential: 'secret', signalCount: 0, network: { ...login().network, classification } } as const;
    return fired(['UNKNOWN_SOURCE'], bare, { networks }).length === 1;
  };
  const unused = { ...AWAY, anyProven: false };
  assert.deepEqual([unknown('public', AWAY), unknown('public', unused)], [true, true]);
  assert.deepEqual([unknown('private', AWAY), unknown('private', unused)], [true, false]);
});

test('a failed login is brute force instead of an account under attack, and a recognized source is neither', () => {
  const account = Array.from({ length: 12 }, () =>
    pastEvent(MINUTE, { device: 'x', fingerprint: 'x', counterAddress: 'x' }),
  );
  const about = ['ACCOUNT_UNDER_ATTACK'];
  assert.deepEqual(fired(about, {}, { account }), about);
  assert.deepEqual(fired(about, { type: 'login_failed' }, { account }), []);
  assert.deepEqual(codes(score(known({}, { account }))), ['KNOWN_DEVICE']);
});

test('failures count against logins alone, and a wave only away from the networks of the account', () => {
  const account = Array.from({ length: 4 }, () => pastEvent(MINUTE));
  const device = Array.from({ length: 4 }, (_, index) => pastEvent(MINUTE, { account: `other${index}` }));
  const about = ['LOGIN_FAILURES_ELEVATED', 'MULTI_ACCOUNT_FAILURES', 'ATTACK_WAVE'];
  const history = { account, device, environment: failing(60) };
  assert.deepEqual(fired(about, {}, history), about);
  assert.deepEqual(fired(about, { type: 'email_change' }, history), []);
  assert.deepEqual(fired(['ATTACK_WAVE'], {}, { ...history, networks: HOME }), []);
});

test('repeated prompts are abuse under a public key, and from an unrecognized source', () => {
  const burst = { account: Array.from({ length: 9 }, () => pastEvent(MINUTE, { type: 'mfa_failed' })) };
  const own = { account: burst.account.map((row) => ({ ...row, recognized: true })) };
  const about = ['MFA_ABUSE_SUSPECTED'];
  for (const type of ['mfa_challenge', 'mfa_failed', 'mfa_passed']) {
    assert.deepEqual(fired(about, { type }, burst), about, type);
    assert.deepEqual(fired(about, { type, credential: 'secret' }, burst), [], type);
    assert.ok(!codes(score(known({ type }, own))).includes('MFA_ABUSE_SUSPECTED'), type);
  }
  for (const type of ['login', 'mfa_disabled']) assert.deepEqual(fired(about, { type }, burst), [], type);
});
