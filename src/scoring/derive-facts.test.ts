// Tests the facts about the network and the account, above all when a network counts for sensitive changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, HOME, login, NOW, proofs } from '../../test/scoring/input.ts';
import { DAY, HOUR } from '../vocabulary/clock.ts';
import { deriveFacts } from './derive-facts.ts';

/** Whether a network that was proven an hour ago is known, for an account that was known for `accountAge` by then. */
function isKnown(type: string, accountAge: number, settled = false): boolean {
  const networks = { ...AWAY, narrowProven: true, narrowInWide: 1, narrowSettled: settled };
  return deriveFacts(login({ type }, { networks, proofs: proofs({ knownSince: NOW - accountAge }) })).network.known;
}

test('a network counts for sensitive changes once it has settled, but on the first day of an account at once', () => {
  assert.deepEqual([isKnown('login', 30 * DAY), isKnown('payout_change', 30 * DAY)], [true, false]);
  assert.ok(isKnown('payout_change', 30 * DAY, true));
  assert.ok(isKnown('payout_change', HOUR), 'nothing has settled yet');
  assert.deepEqual([isKnown('payout_change', DAY - 1), isKnown('payout_change', DAY)], [true, false]);
});

test('neighbors count like the network itself, settled ones for sensitive changes', () => {
  const known = (type: string, narrowInWide: number, settledInWide: number) =>
    deriveFacts(login({ type }, { networks: { ...AWAY, narrowInWide, settledInWide } })).network.known;
  assert.deepEqual([known('login', 2, 0), known('login', 3, 0)], [false, true]);
  assert.deepEqual([known('payout_change', 3, 2), known('payout_change', 3, 3)], [false, true]);
});

test('an address that is not public is neither known nor firm', () => {
  const of = (changes: object, networks = HOME) => {
    const { usable, known, firm } = deriveFacts(
      login({ network: { ...login().network, ...changes } }, { networks }),
    ).network;
    return [usable, known, firm];
  };
  assert.deepEqual(of({}), [true, true, true]);
  assert.deepEqual(of({}, { ...HOME, narrowFirm: false }), [true, true, false]);
  assert.deepEqual(of({ classification: 'private' }), [false, false, false]);
  assert.deepEqual(of({ counterKey: null }), [false, false, false]);
  assert.deepEqual(of({}, { ...HOME, narrowFirm: false, anyProven: false }), [true, true, true]);
});

test('an account is established by two proofs, the first more than a day ago', () => {
  const established = (count: number, firstAt: number | null) =>
    deriveFacts(login({}, { proofs: proofs({ count, firstAt }) })).established;
  assert.deepEqual([established(1, NOW - 2 * DAY), established(2, NOW - 2 * DAY)], [false, true]);
  assert.deepEqual([established(2, NOW - DAY), established(2, NOW - DAY - 1)], [false, true]);
  assert.equal(established(2, null), false);
});
