// Tests which past events and differences may take a login above 89: not those that anyone could have sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, login, NOW, pairOf, pastEvent } from '../../test/scoring/input.ts';
import { DAY } from '../vocabulary/clock.ts';
import type { ScoringInput } from './facts.ts';
import { withoutForgeable } from './forgeable.ts';
import type { PastEvent } from './history.ts';

const BY_ID: ScoringInput['resolution'] = { ...login().resolution, method: 'persistent_id' };
const BY_LOOKS: ScoringInput['resolution'] = { ...login().resolution, method: 'fingerprint_exact' };

test('reported failures count from the address of the login, unless they only look like the owner', () => {
  const counts = (resolution: ScoringInput['resolution'], changes: Partial<PastEvent>) => {
    const row = pastEvent(1000, { credential: 'secret', device: 'another', ...changes });
    return withoutForgeable(login({ resolution }, { account: [row] })).history.account.length === 1;
  };
  for (const resolution of [BY_ID, BY_LOOKS]) {
    assert.ok(counts(resolution, {}));
    assert.ok(!counts(resolution, { counterAddress: '8.8.8.8' }), 'a wrong password is easy to send from anywhere');
    assert.ok(!counts(resolution, { credential: 'public' }));
    assert.ok(counts(resolution, { type: 'login', counterAddress: '8.8.8.8' }), 'the server let it in');
  }
  assert.ok(counts(BY_ID, { recognized: true }));
  assert.ok(!counts(BY_LOOKS, { recognized: true }), 'a private window answers for no failures of its look-alikes');
});

test('events under the public key count for their own device only, if the login has its id', () => {
  const counts = (resolution: ScoringInput['resolution']) =>
    withoutForgeable(login({ resolution }, { device: [pastEvent(1000)] })).history.device.length === 1;
  assert.deepEqual([counts(BY_ID), counts(BY_LOOKS)], [true, false]);
});

test("events of the login's own device count on its account from its address only, because looks may have led to the device", () => {
  const counts = (account: string, credential: 'public' | 'secret') => {
    const row = pastEvent(1000, { account, credential, counterAddress: '8.8.8.8' });
    return withoutForgeable(login({ resolution: BY_ID }, { device: [row] })).history.device.length === 1;
  };
  for (const credential of ['public', 'secret'] as const) {
    assert.deepEqual([counts('account', credential), counts('another', credential)], [false, true], credential);
  }
});

test('on a device that only others have proven for a day, its id makes no event certain', () => {
  const device = { ...login().device, firstProofAt: NOW - DAY };
  const counts = (row: PastEvent, changes: Partial<ScoringInput> = { device }, history = {}) =>
    withoutForgeable(login({ resolution: BY_ID, ...changes }, { device: [row], ...history })).history.device.length ===
    1;
  assert.ok(!counts(pastEvent(1000)));
  const elsewhere = pastEvent(1000, { credential: 'secret', counterAddress: '8.8.8.8', account: 'another' });
  assert.ok(!counts(elsewhere));
  assert.ok(counts(elsewhere, { device: { ...device, firstProofAt: NOW - DAY + 1 } }));
  assert.ok(counts(elsewhere, { device }, { pair: pairOf({ firstProofAt: NOW - 1 }) }));
  assert.ok(counts(pastEvent(1000, { credential: 'secret' })), 'from the same address');
});

test('differences from the last visit count where the server reports logins, or if they refute the id', () => {
  const changedSignals = [{ signal: 'screen' }];
  const left = (changes: Partial<ScoringInput['resolution']>, verified = false) =>
    withoutForgeable(
      login({ resolution: { ...BY_ID, changedSignals, ...changes } }, { environment: environment({ verified }) }),
    ).resolution.changedSignals.length;
  assert.deepEqual([left({}), left({}, true), left({ idRefuted: true })], [0, 1, 1]);
});

test('the input itself is returned if all of it counts', () => {
  const input = login({ resolution: BY_ID }, { account: [pastEvent(1000)] });
  assert.equal(withoutForgeable(input), input);
});
