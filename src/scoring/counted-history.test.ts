// Tests what counts of an account's past: claims stop counting where the server reports, and doubted devices are marked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, environment, HOME, login, NOW, pairOf, pastEvent } from '../../test/scoring/input.ts';
import { DAY, HOUR } from '../vocabulary/clock.ts';
import {
  type CountedDevice,
  countedHistory,
  countedNetworks,
  type StoredHistory,
  type StoredNetwork,
  withoutClaims,
} from './counted-history.ts';
import type { History, ProofSpan } from './history.ts';

const NO_PROOFS: ProofSpan = { count: 0, firstAt: null, lastAt: null };
const REPORTED: ProofSpan = { count: 2, firstAt: NOW - 5 * DAY, lastAt: NOW - DAY };
const VERIFIED = environment({ verified: true });
/** One row of each credential, and a claimed signup. */
const ROWS = [pastEvent(1000), pastEvent(2000, { credential: 'secret' }), pastEvent(3000, { type: 'signup' })];

/** An account with ten proofs of the last month, of which the server sent two. */
function stored(changes: Partial<StoredHistory> = {}): StoredHistory {
  const { proofs, networks: _, pairOnFirstDay: __, claimsCount: ___, ...history } = login().history;
  const lists = { account: ROWS, address: ROWS, device: ROWS, fingerprint: ROWS, session: ROWS };
  return {
    ...history,
    ...lists,
    proofs: { ...proofs, server: REPORTED },
    networks: { narrow: null, inWide: [], anyProven: true, accountsInWide: null },
    seenFingerprint: { own: true, ownServer: false, settled: true, elsewhere: false },
    ...changes,
  };
}

const BY_ID: CountedDevice = { isById: true, firstProofAt: null, replacedAt: null };
const counted = (changes: Partial<StoredHistory>, ofDevice: Partial<CountedDevice> = {}) =>
  countedHistory(stored(changes), NOW, { ...BY_ID, ...ofDevice });
const sizes = ({ account, address, device, fingerprint, session }: History) =>
  [account, address, device, fingerprint, session].map((rows) => rows.length);

test('where the server reports logins, claims count against their own device only, and signups where they are counted', () => {
  assert.deepEqual(sizes(counted({})), [3, 3, 3, 3, 3]);
  assert.deepEqual(sizes(counted({ environment: VERIFIED })), [1, 2, 3, 2, 1]);
  assert.deepEqual(counted({ environment: VERIFIED }).address, ROWS.slice(1));
  assert.equal(counted({}).account, ROWS, 'nothing is copied');
  const reported = ROWS.slice(1, 2);
  assert.equal(counted({ environment: VERIFIED, account: reported }).account, reported);
});

test('claims count against a device that nobody has proven for a day, if its stored id identifies it', () => {
  const claims = (ofDevice: Partial<CountedDevice>) => {
    const { claimsCount, device } = counted({ environment: VERIFIED }, ofDevice);
    assert.equal(device.length, claimsCount ? 3 : 1);
    return claimsCount;
  };
  assert.ok(claims({}));
  assert.ok(!claims({ isById: false }));
  assert.ok(claims({ firstProofAt: NOW - DAY + 1 }));
  assert.ok(!claims({ firstProofAt: NOW - DAY }));
});

test('of an account that the server has reported, only its proofs count', () => {
  const pair = pairOf({ firstProofAt: NOW - 20 * DAY, lastProofAt: NOW - HOUR, firstServerProofAt: NOW - 4 * DAY });
  const of = (changes: Partial<StoredHistory>) => {
    const { proofs, pair: proven, seenFingerprint } = counted({ pair, ...changes });
    return [proofs.count, proofs.serverSent, proven?.firstProofAt, proven?.lastProofAt, seenFingerprint.own];
  };
  const claimed = { ...stored().proofs, server: NO_PROOFS };
  assert.deepEqual(of({}), [10, true, NOW - 20 * DAY, NOW - HOUR, true]);
  assert.deepEqual(of({ environment: VERIFIED }), [2, true, NOW - 4 * DAY, NOW - HOUR, false]);
  assert.deepEqual(of({ environment: VERIFIED, proofs: claimed }), [10, false, NOW - 20 * DAY, NOW - HOUR, true]);
  const unreported = { ...pair, firstServerProofAt: null };
  assert.deepEqual(of({ environment: VERIFIED, pair: unreported }), [2, true, null, null, false]);
  assert.deepEqual(of({ environment: VERIFIED, pair: null }), [2, true, undefined, undefined, false]);
  const { lastSeenAt, eventCount } = counted({ environment: VERIFIED, pair }).pair ?? {};
  assert.deepEqual([lastSeenAt, eventCount], [pair.lastSeenAt, pair.eventCount]);
  const one = { ...stored().proofs, server: { ...REPORTED, count: 1 } };
  const { count, serverSent } = counted({ environment: VERIFIED, proofs: one }).proofs;
  assert.deepEqual([count, serverSent], [1, true]);
  const { knownSince, lastAt, firstAt } = counted({ environment: VERIFIED }).proofs;
  assert.deepEqual([knownSince, firstAt, lastAt], [NOW - 30 * DAY, REPORTED.firstAt, REPORTED.lastAt]);
});

test("a device is of the account's first day if its proof that counts falls on it", () => {
  const onFirstDay = (firstProofAt: number | null, changes: Partial<StoredHistory> = {}) =>
    counted({ pair: pairOf({ firstProofAt, firstServerProofAt: firstProofAt }), ...changes }).pairOnFirstDay;
  assert.ok(onFirstDay(NOW - 29 * DAY));
  assert.ok(!onFirstDay(NOW - 29 * DAY + 1));
  assert.ok(!onFirstDay(null));
  assert.ok(!counted({ pair: null }).pairOnFirstDay);
  assert.ok(!onFirstDay(NOW, { proofs: { ...stored().proofs, firstAt: null } }));
});

test('a device that was proven or replaced around a doubtful reset is doubted, except for one of the first day', () => {
  const doubted = (firstProofAt: number | null, recoveredAt: number | null, replacedAt: number | null = null) =>
    counted({ pair: pairOf({ firstProofAt }), recoveredAt }, { replacedAt }).pair?.afterRecovery;
  assert.equal(doubted(NOW - 5 * DAY, null), false);
  assert.equal(doubted(NOW - 5 * DAY, NOW - 3 * DAY), true);
  assert.equal(doubted(NOW - 5 * DAY, NOW - 7 * DAY), true);
  assert.equal(doubted(NOW - 5 * DAY, NOW - 2 * DAY), false, 'three days later');
  assert.equal(doubted(NOW - 5 * DAY, NOW - 2 * DAY, NOW - DAY), true, 'replaced since');
  assert.equal(doubted(NOW - 29 * DAY, NOW - 28 * DAY), false, 'on the first day');
  assert.equal(doubted(NOW - 29 * DAY, NOW - 28 * DAY, NOW - 27 * DAY), true);
  assert.equal(doubted(null, NOW - DAY), false);
  const pair = pairOf({ firstProofAt: NOW - 5 * DAY, eventCount: 7 });
  assert.equal(counted({ pair, recoveredAt: NOW - 5 * DAY }).pair?.eventCount, 7);
});

const network = (firstProofAt: number, changes: Partial<StoredNetwork> = {}): StoredNetwork => ({
  firstProofAt,
  firstServerProofAt: null,
  confirmedAt: null,
  ...changes,
});

test('a network is proven, settled after a day, and firm on the first day or after a second factor', () => {
  const near = (narrow: StoredNetwork | null, changes: Partial<StoredHistory> = {}) => {
    const networks = { ...stored().networks, narrow };
    const { narrowProven, narrowSettled, narrowFirm, narrowConfirmedAt } = countedNetworks(
      stored({ networks, ...changes }),
      NOW,
    );
    return [narrowProven, narrowSettled, narrowFirm, narrowConfirmedAt];
  };
  assert.deepEqual(near(null), [false, false, false, null]);
  assert.deepEqual(near(network(NOW - DAY + 1)), [true, false, false, null]);
  assert.deepEqual(near(network(NOW - DAY)), [true, true, false, null]);
  assert.deepEqual(near(network(NOW - 29 * DAY)), [true, true, true, null]);
  assert.deepEqual(near(network(NOW - HOUR, { confirmedAt: NOW - 1 })), [true, true, true, NOW - 1]);
  const claimed = network(NOW - 29 * DAY);
  assert.deepEqual(near(claimed, { environment: VERIFIED }), [false, false, false, null]);
  const reported = network(NOW - 29 * DAY, { firstServerProofAt: NOW - HOUR });
  assert.deepEqual(near(reported, { environment: VERIFIED }), [true, false, false, null]);
  assert.deepEqual(near(reported), [true, true, true, null]);
});

test('without signals, a network that was proven around a doubtful reset settles after three days, except for one of the first day', () => {
  const settled = (firstProofAt: number, recoveredAt: number | null, fingerprinted = false) => {
    const [narrow, networks] = [network(firstProofAt), stored().networks];
    const history = {
      networks: { ...networks, narrow, inWide: [narrow] },
      proofs: { ...stored().proofs, fingerprinted },
    };
    const { narrowSettled, settledInWide } = countedNetworks(stored({ ...history, recoveredAt }), NOW);
    assert.equal(settledInWide, Number(narrowSettled));
    return narrowSettled;
  };
  assert.ok(settled(NOW - 2 * DAY, null));
  assert.ok(!settled(NOW - 2 * DAY, NOW - 2 * DAY));
  assert.ok(!settled(NOW - 3 * DAY + 1, NOW));
  assert.ok(settled(NOW - 3 * DAY, NOW - DAY));
  assert.ok(settled(NOW - 2 * DAY, NOW - 5 * DAY), 'three days apart');
  assert.ok(settled(NOW - 29 * DAY, NOW - 28 * DAY), 'on the first day');
  assert.ok(settled(NOW - 2 * DAY, NOW - 2 * DAY, true), 'an account that has shown signals');
});

test('neighboring networks count up to three', () => {
  const neighbors = (inWide: StoredNetwork[], changes: Partial<StoredHistory> = {}) => {
    const { narrowInWide, settledInWide } = countedNetworks(
      stored({ networks: { ...stored().networks, inWide }, ...changes }),
      NOW,
    );
    return [narrowInWide, settledInWide];
  };
  const [old, recent] = [network(NOW - 2 * DAY), network(NOW - HOUR)];
  assert.deepEqual(neighbors([old, recent]), [2, 1]);
  assert.deepEqual(neighbors([old, old, old, old]), [3, 3]);
  const reported = network(NOW - 2 * DAY, { firstServerProofAt: NOW - 2 * DAY });
  assert.deepEqual(neighbors([old, reported, recent], { environment: VERIFIED }), [1, 1]);
});

test('without claims, an account has no proof and no claimed event', () => {
  const base = counted({ pair: pairOf({ firstProofAt: NOW - 5 * DAY, lastProofAt: NOW - HOUR }) });
  const left = withoutClaims({ ...base, pairOnFirstDay: true, networks: { ...HOME, accountsInWide: 5 } });
  assert.deepEqual(sizes(left), [1, 1, 1, 1, 3]);
  assert.deepEqual([left.pair?.firstProofAt, left.pair?.lastProofAt, left.pair?.eventCount], [null, null, 1]);
  assert.equal(withoutClaims({ ...base, pair: null }).pair, null);
  assert.deepEqual(left.seenFingerprint, { own: false, settled: false, elsewhere: false });
  const { count, firstAt, lastAt, knownSince, serverSent } = left.proofs;
  assert.deepEqual([count, firstAt, lastAt, knownSince, serverSent], [0, null, null, null, true]);
  assert.deepEqual(left.networks, { ...AWAY, anyProven: false, accountsInWide: 5 });
  assert.equal(left.pairOnFirstDay, false);
});
