// Tests when a network counts as known for sensitive changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, login, NOW, proofs } from '../../test/scoring/input.ts';
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
