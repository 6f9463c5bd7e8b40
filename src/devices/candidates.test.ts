// Tests the prior odds of candidates and the evidence of networks, with empty profiles, so that no signal adds any bits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf, ELSEWHERE, HOME, NOW, seen } from '../../test/devices/machines.ts';
import { DAY } from '../vocabulary/clock.ts';
import {
  type CandidateInput,
  type CurrentIdOwner,
  isAnotherAccounts,
  isElsewhere,
  isFromAccount,
  posteriors,
  type ScoredCandidate,
  scoreCandidate,
} from './candidates.ts';
import type { DeviceRecord, IdOwner, Profile } from './observation.ts';
import { UNSTABLE } from './signal-names.ts';

const NETWORKS = [
  HOME,
  '1.1.1.0/24',
  '1.1.2.0/24',
  '1.1.3.0/24',
  '1.1.4.0/24',
  '1.1.5.0/24',
  '1.1.6.0/24',
  '1.1.7.0/24',
];
/** With the thousand devices of the world, 1,024: ten bits. */
const POOL = { candidates: [], crowdedKeys: [], deviceCount: 24, frequencies: new Map<string, number>() };
/** An event at home, without a known id. */
const EVENT: CandidateInput = {
  observation: seen({}),
  idOwner: null,
  at: NOW,
  network: { narrow: HOME, knownToAccount: false },
  accountKey: 'account',
  onlyClaims: false,
  pool: POOL,
};

interface Given {
  device?: Partial<DeviceRecord>;
  profile?: Profile;
  fromAccount?: boolean;
  presented?: Partial<IdOwner>;
  input?: Partial<Pick<CandidateInput, 'observation' | 'accountKey'> & CandidateInput['network']>;
}

function scored({ device: changes, profile = {}, fromAccount = true, presented, input = {} }: Given): ScoredCandidate {
  const device = deviceOf({}, { networks: NETWORKS, profile, ...changes });
  const id = { deviceId: device.id, cloned: false, conflicts: 0, lastSeenAt: NOW, ...presented };
  const idOwner: CurrentIdOwner | null = presented === undefined ? null : { id, device };
  const { narrow = HOME, knownToAccount = false, ...event } = input;
  return scoreCandidate(device, fromAccount, {
    ...EVENT,
    idOwner,
    network: { narrow, knownToAccount },
    observation: { ...seen({}), profile },
    ...event,
  });
}
const bits = (given: Given) => Math.round(scored(given).bits * 1000) / 1000;
const stranger = { fromAccount: false };
const away = { input: { narrow: ELSEWHERE } };

test('a device of the account is likelier than a stranger, and much likelier with its id', () => {
  assert.deepEqual([bits({}), bits({ presented: {} })], [1, 31]);
  assert.deepEqual([bits(stranger), bits({ ...stranger, presented: {} })], [-11, 19]);
  assert.equal(bits({ ...stranger, input: { accountKey: null } }), -6);
});

test('an id counts for less away from the networks of its device, above all for another account', () => {
  assert.deepEqual([bits(away), bits({ ...away, presented: {} })], [-3.5, 12.5]);
  assert.equal(bits({ ...away, ...stranger, presented: {} }), -3.5);
  const known = { input: { narrow: ELSEWHERE, knownToAccount: true } };
  assert.deepEqual([bits(known), bits({ ...known, presented: {} })], [-3, 27], 'a network of the account');
  assert.equal(bits({ ...known, ...stranger, presented: {} }), -3.5);
});

test('an address that is not public is elsewhere for a device that was seen on public networks', () => {
  const hidden = { narrow: null, knownToAccount: true };
  assert.equal(bits({ input: hidden }), -3.5);
  assert.deepEqual(
    [
      bits({ input: hidden, device: { networks: [] } }),
      bits({ input: hidden, device: { networks: [] }, presented: {} }),
    ],
    [-3, 27],
  );
  const device = (networks: string[]) => deviceOf({}, { networks });
  assert.deepEqual([isElsewhere(device([HOME]), null), isElsewhere(device([]), null)], [true, false]);
  assert.deepEqual([isElsewhere(device([HOME]), HOME), isElsewhere(device([HOME]), ELSEWHERE)], [false, true]);
});

test('a device that rarely moves is unlikely to move and lose its id at once', () => {
  const moved = (networks: number, eventCount: number, presented?: object) =>
    bits({ ...away, device: { networks: NETWORKS.slice(0, networks), eventCount }, ...(presented && { presented }) });
  assert.equal(moved(1, 48), -6.407);
  assert.equal(moved(1, 5000), -7.5, 'at most four bits');
  assert.equal(moved(5, 8), -3.5, 'one that moves often');
  assert.equal(moved(8, 5000), -3.5, 'a full list may have lost some');
  assert.equal(moved(1, 5000, {}), 12.5, 'with its id');
});

test('WebKit loses its ids after a week, and some browsers always do', () => {
  const iphone = { os_family: 'iOS' };
  const since = (ms: number, profile: Profile) => bits({ profile, device: { lastSeenAt: NOW - ms } });
  assert.deepEqual([since(7 * DAY - 1, iphone), since(7 * DAY, iphone)], [1, 4]);
  const others: Profile[] = [{ os_family: 'iPadOS' }, { os_family: 'macOS', browser_family: 'Safari' }];
  for (const profile of others) {
    assert.equal(since(7 * DAY, profile), 4);
  }
  assert.equal(since(7 * DAY, { os_family: 'macOS', browser_family: 'Chrome' }), 1);
  assert.equal(since(0, { [UNSTABLE]: ['persistent_id'] }), 4);
  assert.equal(bits({ profile: iphone, device: { lastSeenAt: NOW - 7 * DAY }, presented: {} }), 31, 'with its id');
  assert.equal(bits({ ...away, profile: iphone, device: { lastSeenAt: NOW - 7 * DAY } }), -3.5, 'only at home');
  assert.equal(
    bits({ ...stranger, profile: iphone, device: { lastSeenAt: 0 } }),
    -23,
    'two iPhones of strangers look alike',
  );
});

test('a cloned id narrows the choice: visits of its owner against refuted events', () => {
  const cloned = (conflicts: number, eventCount: number, given: Given = {}) =>
    bits({ presented: { cloned: true, conflicts }, device: { eventCount }, ...given });
  assert.equal(cloned(0, 8), 11, 'seven bits in the account of its owner');
  assert.deepEqual([cloned(3, 8), cloned(3, 1024)], [11, 12]);
  assert.equal(cloned(4, 10), 5, 'shipped to many machines');
  assert.equal(cloned(0, 8, stranger), 7);
  assert.ok(!scored({ presented: { cloned: true } }).ownsId);
  assert.ok(scored({ presented: {} }).ownsId);
});

test('the id of another device says nothing about this one', () => {
  const device = deviceOf({}, { networks: NETWORKS, profile: {} });
  const owner = deviceOf({}, { id: 'dev_2' });
  const id = { deviceId: owner.id, cloned: false, conflicts: 0, lastSeenAt: NOW };
  const { bits: found, ownsId } = scoreCandidate(device, true, { ...EVENT, idOwner: { id, device: owner } });
  assert.deepEqual([found, ownsId], [1, false]);
});

test('a hard conflict rules a candidate out', () => {
  const input = { observation: { ...seen({}), profile: { os_family: 'Linux' } } };
  assert.equal(bits({ profile: { os_family: 'Windows' }, input }), Number.NEGATIVE_INFINITY);
});

test('a device is of the account that proved it, or was named on one that nobody has proven', () => {
  const of = (accountProofAt: number | null | undefined, firstProofAt: number | null) =>
    isFromAccount({ device: deviceOf({}, { firstProofAt }), accountProofAt, accountServerProofAt: null, keys: [] });
  assert.deepEqual([of(undefined, null), of(null, null), of(null, 1), of(1, 1)], [false, true, false, true]);
  const another = (accountCount: number, changes: object) =>
    isAnotherAccounts({ ...scored(stranger), device: deviceOf({}, { accountCount }), ...changes });
  assert.deepEqual([another(1, {}), another(0, {})], [true, false]);
  assert.deepEqual([another(1, { ownsId: true }), another(1, { fromAccount: true })], [false, false]);
});

test('posteriors add up to one, best first, and ties are broken by the last visit and the id', () => {
  const one = (id: string, candidateBits: number, lastSeenAt = NOW): ScoredCandidate => ({
    ...scored({}),
    device: deviceOf({}, { id, lastSeenAt }),
    bits: candidateBits,
  });
  const { ranked, none } = posteriors([one('a', 0), one('b', 1)]);
  assert.deepEqual(
    ranked.map(({ device, probability }) => [device.id, probability]),
    [
      ['b', 0.5],
      ['a', 0.25],
    ],
  );
  assert.equal(none, 0.25);
  assert.equal(posteriors([]).none, 1);
  const order = (...candidates: ScoredCandidate[]) =>
    posteriors(candidates)
      .ranked.map(({ device }) => device.id)
      .join('');
  assert.equal(order(one('b', 1), one('c', 1, NOW + 1), one('a', 1)), 'cab');
  assert.equal(posteriors([one('a', 100), one('b', 61)]).ranked[1]?.probability, 1 / 2);
  assert.ok(Number(posteriors([one('a', 100), one('b', 55)]).ranked[1]?.probability) < 0.04);
});
