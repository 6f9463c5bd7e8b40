// Tests the effect of a password reset that the event's own source completed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codes, failing, has, login, NOW, pairOf, pastEvent, proofs, rows } from '../../test/scoring/input.ts';
import { HOUR, MINUTE } from '../vocabulary/clock.ts';
import type { PastEvent } from './history.ts';
import { ownResetAt } from './own-reset.ts';
import { score } from './score.ts';

test('wrong passwords before a reset that the server reported of the same device are no guesses', () => {
  const method = 'persistent_id' as const;
  const resolution = { ...login().resolution, method };
  const reset = (changes: Partial<PastEvent> = {}) =>
    pastEvent(10_000, { type: 'password_reset_completed', credential: 'secret', ...changes });
  const failures = rows(9, undefined, 20_000);
  const wave = failing(60);
  const after = (account: PastEvent[], type = 'login') =>
    codes(
      score(login({ type, resolution }, { account, pair: pairOf({ firstSeenAt: NOW - MINUTE }), environment: wave })),
    );
  const guessing = ['BRUTE_FORCE_SUSPECTED', 'ATTACK_WAVE'];
  const isGuessing = (account: PastEvent[]) => guessing.every((code) => after(account).includes(code));
  assert.ok(isGuessing(failures));
  assert.deepEqual(
    after([reset(), ...failures]).filter((code) => guessing.includes(code)),
    [],
  );
  assert.ok(after([...rows(4), reset(), ...failures], 'login_failed').includes('BRUTE_FORCE_SUSPECTED'), 'five since');
  const newcomer = { proofs: proofs({ count: 0, firstAt: null, knownSince: null }), pair: pairOf() };
  const others = failing(8);
  const first = (account: PastEvent[]) =>
    has(
      score(login({ type: 'login_failed', resolution }, { ...newcomer, account, environment: others })),
      'UNKNOWN_ACCOUNT',
    );
  assert.deepEqual([first([]), first([reset()])], [true, false]);
  assert.ok(isGuessing([reset({ credential: 'public' }), ...failures]), 'a claim');
  assert.ok(isGuessing([reset({ device: 'another' }), ...failures]));
  const again = [
    pastEvent(1000, { ...reset(), at: NOW - 1000 }),
    ...rows(9, undefined, 5_000),
    pastEvent(2 * HOUR, { ...reset(), at: NOW - 2 * HOUR }),
  ];
  assert.ok(isGuessing(again), 'a second reset');
  assert.ok(isGuessing([reset({ type: 'password_reset_requested' }), ...failures]), 'no link was opened');
});

test('without the stored id, only a reset from the same address is the own one', () => {
  const own = (method: 'persistent_id' | 'fingerprint_exact', from: Partial<PastEvent>, changes = {}) => {
    const reset = pastEvent(1000, { type: 'password_reset_completed', credential: 'secret', ...from });
    const resolution = { ...login().resolution, method };
    return ownResetAt(login({ resolution, ...changes }, { account: [reset] })) !== null;
  };
  const elsewhere = { counterAddress: '1.1.1.1' };
  assert.deepEqual([own('persistent_id', {}), own('persistent_id', elsewhere)], [true, true]);
  assert.deepEqual([own('fingerprint_exact', {}), own('fingerprint_exact', elsewhere)], [true, false]);
  const hidden = { network: { ...login().network, counterKey: null } };
  assert.equal(own('fingerprint_exact', { counterAddress: null }, hidden), false);
});
