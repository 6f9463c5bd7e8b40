// Tests which failed logins a login corrects, and that a wave leaves them out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, failing, has, login, NOW, pairOf, pastEvent, rows } from '../../test/scoring/input.ts';
import { HOUR, MINUTE } from '../vocabulary/clock.ts';
import { WINDOW_BIT } from '../vocabulary/windows.ts';
import type { PastEvent } from './history.ts';
import { score } from './score.ts';

const BY_ID = { resolution: { ...login().resolution, method: 'persistent_id' } } as const;
const ELSEWHERE = { network: { ...login().network, counterKey: '8.8.8.8' } };

/** Times, counted back from now, of the failures that a login after these rows corrects. */
function corrected(account: PastEvent[], changes = {}, lastSeenAgo = 1): number[] {
  const pair = pairOf({ lastSeenAt: NOW - lastSeenAgo });
  return score(login({ ...BY_ID, ...changes }, { account, pair })).corrects.map((time) => NOW - time);
}

test('a login corrects the failures of its own device within the hour', () => {
  const mistyped = rows(3, () => ({}), MINUTE);
  assert.deepEqual(corrected(mistyped), [60_000, 61_000, 62_000]);
  assert.deepEqual(corrected(mistyped, { type: 'login_failed' }), []);
  assert.deepEqual(corrected(mistyped, { type: 'mfa_passed', credential: 'secret' }), []);
  assert.deepEqual(corrected([pastEvent(HOUR)]), []);
  assert.deepEqual(corrected([pastEvent(MINUTE, { device: 'another' })]), []);
  assert.deepEqual(corrected([pastEvent(MINUTE, { recognized: true })]), [], 'these are no part of a wave');
});

test('without a stored id, only failures from the same address are the own ones', () => {
  const looks = { resolution: { ...login().resolution, method: 'insufficient_signals' } } as const;
  assert.deepEqual(corrected([pastEvent(MINUTE)], looks), [60_000]);
  assert.deepEqual(corrected([pastEvent(MINUTE)], { ...looks, ...ELSEWHERE }), []);
  assert.deepEqual(corrected([pastEvent(MINUTE)], ELSEWHERE), [60_000], 'the id is the own one anywhere');
});

test('each failure is corrected once', () => {
  const before = [pastEvent(MINUTE, { type: 'login' }), pastEvent(2 * MINUTE)];
  assert.deepEqual(corrected(before), []);
  assert.deepEqual(corrected([pastEvent(1000), ...before]), [1000]);
  assert.deepEqual(corrected([pastEvent(MINUTE)], {}, -MINUTE), [], 'reported after what happened later');
  assert.deepEqual(corrected([pastEvent(MINUTE)], {}, 0), []);
  const flood = rows(50, () => ({ type: 'login', device: 'another' }));
  assert.deepEqual(corrected([...flood, pastEvent(2 * MINUTE)]), [], 'the login that corrected it may be lost');
});

test('a login that corrects a failure is stored in the window of the account, however many were before', () => {
  const pair = pairOf({ lastSeenAt: NOW - 1000 });
  const before = rows(1, () => ({ type: 'login', device: 'another' }), 2000);
  const isStored = (account: PastEvent[]) => (score(login(BY_ID, { account, pair })).windows & WINDOW_BIT.account) > 0;
  assert.ok(!isStored(before));
  assert.ok(isStored([pastEvent(1000), ...before]));
  const device = [pastEvent(2000, { type: 'login' })];
  const { windows } = score(login(BY_ID, { account: [pastEvent(1000)], device, pair }));
  assert.equal(windows & WINDOW_BIT.device, 0, 'only there');
});

test('claims correct claims only, and none where the server reports logins', () => {
  const reported = [pastEvent(MINUTE, { credential: 'secret' })];
  assert.deepEqual(corrected(reported), []);
  assert.deepEqual(corrected(reported, { credential: 'secret' }), [60_000]);
  assert.deepEqual(corrected([pastEvent(MINUTE)], { credential: 'secret' }), [60_000]);
  const history = { account: [pastEvent(MINUTE)], pair: pairOf(), environment: environment({ verified: true }) };
  assert.deepEqual(score(login(BY_ID, history)).corrects, []);
});

test('a wave leaves out what was corrected, this login included', () => {
  const wave = (corrected: number) => {
    const { failures } = failing(30);
    return environment({ failures: { ...failures, corrected_login: { lastHour: corrected, byHour: [], byDay: [] } } });
  };
  const newcomer = (corrected: number, history = {}) => score(login({}, { environment: wave(corrected), ...history }));
  assert.ok(has(newcomer(20), 'ATTACK_WAVE'));
  assert.ok(!has(newcomer(21), 'ATTACK_WAVE'));
  const own = { account: rows(4, () => ({}), MINUTE), pair: pairOf({ firstSeenAt: NOW - 5 * MINUTE }) };
  assert.ok(!has(score(login(BY_ID, { environment: wave(17), ...own })), 'ATTACK_WAVE'));
  assert.ok(has(score(login(BY_ID, { environment: wave(16), ...own })), 'ATTACK_WAVE'));
});
