// Tests which devices of an account were one client in succession, and the candidate that stands for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf, ELSEWHERE, HOME, NOW } from '../../test/devices/machines.ts';
import { DAY } from '../vocabulary/clock.ts';
import type { ScoredCandidate } from './candidates.ts';
import type { DeviceRecord } from './observation.ts';
import { mergeSuccession, successionOf } from './succession.ts';

/** A device that was used on the days from `first` to `last` before now. */
function used(
  id: string,
  first: number,
  last: number,
  changes: Partial<ScoredCandidate> = {},
  device: Partial<DeviceRecord> = {},
): ScoredCandidate {
  return {
    device: deviceOf(
      {},
      { id, firstSeenAt: NOW - first * DAY, lastSeenAt: NOW - last * DAY, networks: [HOME], ...device },
    ),
    fromAccount: true,
    ownsId: false,
    networkKnown: false,
    atHome: false,
    away: true,
    differences: { agree: [], differ: [], unknown: [], hard: false, bits: 0 },
    bits: 10,
    probability: 0.4,
    ...changes,
  };
}
const ids = (ranked: ScoredCandidate[], narrow: string | null = HOME) =>
  successionOf(ranked, narrow)
    ?.map(({ device }) => device.id)
    .join('') ?? null;
const UNLIKELY = { probability: 0.004 };

test('devices that the evidence cannot tell apart are a succession if each ended before the next began', () => {
  const [old, middle, young] = [used('a', 30, 20), used('b', 19, 10), used('c', 9, 1)];
  assert.equal(ids([young, old, middle]), 'cba');
  assert.equal(ids([young]), null, 'one device');
  assert.equal(ids([]), null);
  assert.equal(ids([young, used('d', 19, 9)]), null, 'two phones in use at the same time');
});

test('older devices of the account belong to it, others do not', () => {
  const young = used('c', 9, 1);
  assert.equal(ids([young, used('a', 30, 20, UNLIKELY)]), 'ca');
  assert.equal(ids([young, used('a', 30, 9, UNLIKELY)]), null, 'it was in use when the newer one began');
  assert.equal(ids([young, used('a', 30, 20, { ...UNLIKELY, fromAccount: false })]), null);
  assert.equal(ids([young, used('a', 30, 20, UNLIKELY, { isTrusted: true })]), null);
  assert.equal(ids([young, used('a', 30, 20, { fromAccount: false })]), null, 'a rival of another account');
  assert.equal(ids([young, used('a', 30, 20, {}, { isTrusted: true })]), null, 'a rival that a member trusts');
  const passer = used('x', 30, 1, { ...UNLIKELY, fromAccount: false });
  assert.equal(ids([young, used('a', 30, 20), passer]), 'ca', 'an unlikely device of another account');
  assert.equal(ids([young, used('b', 25, 15, UNLIKELY), used('a', 30, 20, UNLIKELY)]), 'cba', 'older ones may overlap');
  const limit = used('a', 30, 9, { probability: 0.4 / 100 });
  assert.equal(ids([young, limit]), null, 'a hundredth is no rival');
});

test('the newest shares a network with the event or an earlier device: copied signals do not continue a device', () => {
  const copy = used('c', 9, 1, {}, { networks: [ELSEWHERE] });
  const old = used('a', 30, 20);
  assert.equal(ids([copy, old]), null);
  assert.equal(ids([copy, old], ELSEWHERE), 'ca');
  const moved = used('b', 19, 10, {}, { networks: [HOME, ELSEWHERE] });
  assert.equal(ids([copy, moved, old], null), 'cba', 'one of the earlier devices');
  assert.equal(ids([copy, old], null), null);
  assert.equal(ids([used('c', 9, 1), old], null), 'ca');
});

test('the newest device stands for all, with the odds of the best and the networks of each', () => {
  const best = used('a', 30, 20, { bits: 12, networkKnown: true });
  const newest = used('c', 9, 1, { bits: 8 });
  const other = used('x', 5, 1, { fromAccount: false });
  const [merged, ...rest] = mergeSuccession([best, newest, other], [newest, best]);
  assert.deepEqual(rest, [other]);
  assert.deepEqual(
    [merged?.device.id, merged?.bits, merged?.networkKnown, merged?.atHome, merged?.away, merged?.fromAccount],
    ['c', 12, true, true, false, true],
  );
  const unknown = mergeSuccession(
    [{ ...best, networkKnown: false }, newest],
    [newest, best].map((one) => ({ ...one, networkKnown: false })),
  );
  assert.deepEqual([unknown[0]?.networkKnown, unknown[0]?.atHome, unknown[0]?.away], [false, false, true]);
  const atHome = { ...newest, atHome: true, away: false };
  assert.equal(mergeSuccession([atHome], [atHome])[0]?.atHome, true);
});
