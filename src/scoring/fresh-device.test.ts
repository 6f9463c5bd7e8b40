// Tests when a device is new to an account, and what a doubtful password reset changes about it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AWAY,
  environment,
  HOME,
  has,
  known,
  login,
  NOW,
  pairOf,
  pastEvent,
  proofs,
} from '../../test/scoring/input.ts';
import { DAY, HOUR } from '../vocabulary/clock.ts';
import { deriveFacts } from './derive-facts.ts';
import type { ScoringInput } from './facts.ts';
import { isFreshDevice, isNearRecovery, isSettledDevice } from './fresh-device.ts';
import type { History } from './history.ts';
import { score } from './score.ts';

const proven = (ago: number, changes = {}) => ({ pair: pairOf({ firstProofAt: NOW - ago, ...changes }) });
const replaced = (ago: number) => ({ device: { ...login().device, replacedAt: NOW - ago } });

test('a device has settled a day after its first proof, three days after a doubtful reset, or after another machine', () => {
  const settled = (history: Partial<History>, changes: Partial<ScoringInput> = {}) =>
    isSettledDevice(known(changes, history));
  assert.deepEqual([settled(proven(DAY - 1)), settled(proven(DAY))], [false, true]);
  const doubted = { afterRecovery: true };
  assert.deepEqual([settled(proven(3 * DAY - 1, doubted)), settled(proven(3 * DAY, doubted))], [false, true]);
  assert.deepEqual([settled({ pair: null }), settled({ pair: pairOf() })], [false, false]);
  assert.deepEqual([settled({}, replaced(DAY - 1)), settled({}, replaced(DAY))], [false, true]);
});

test('a proof is near a reset within three days before and after it', () => {
  const near = (difference: number) => isNearRecovery(NOW + difference, NOW);
  assert.deepEqual([near(3 * DAY), near(3 * DAY - 1), near(1 - 3 * DAY), near(-3 * DAY)], [false, true, true, false]);
  assert.deepEqual(
    [isNearRecovery(null, NOW), isNearRecovery(NOW, null), isNearRecovery(1, null)],
    [false, false, false],
  );
});

test('a device is fresh on an account that is a day older, and always if the account has not proven it', () => {
  const fresh = (input: ScoringInput) => isFreshDevice(deriveFacts(input));
  const since = (ago: number | null) => ({ accountFirstSeenAt: ago === null ? null : NOW - ago });
  assert.ok(fresh(login()));
  assert.ok(fresh(login({}, since(HOUR))), 'never proven');
  assert.ok(!fresh(known()));
  assert.ok(fresh(known({}, proven(HOUR))));
  assert.deepEqual(
    [fresh(known({}, { ...proven(HOUR), ...since(DAY) })), fresh(known({}, { ...proven(HOUR), ...since(DAY - 1) }))],
    [true, false],
  );
  assert.ok(!fresh(known({}, { ...proven(HOUR), ...since(null) })));
  const bare = { credential: 'secret', signalCount: 0, fingerprint: null } as const;
  assert.ok(!fresh(login(bare, { networks: HOME })), 'known by its network');
  assert.ok(!fresh(login(bare)), 'without signals');
});

test('a private window is as fresh as the device that it looks like', () => {
  const fresh = (settled: boolean, pair: History['pair'] = null) => {
    const seenFingerprint = { own: true, settled, elsewhere: false };
    return isFreshDevice(deriveFacts(login({}, { networks: HOME, seenFingerprint, pair })));
  };
  assert.deepEqual([fresh(true), fresh(false)], [false, true]);
  assert.deepEqual([fresh(true, pairOf()), fresh(false, pairOf())], [false, true], 'seen, but not proven');
  const { pair } = proven(2 * DAY);
  assert.equal(fresh(false, pair), false, 'proven itself');
});

test('events that only name a new account do not make it older where the server reports logins', () => {
  const fresh = (changes: Partial<History>) => {
    const newcomer = proofs({ count: 1, firstAt: NOW - HOUR, knownSince: NOW - HOUR });
    const history = { ...proven(HOUR), proofs: newcomer, environment: environment({ verified: true }), ...changes };
    return isFreshDevice(deriveFacts(known({}, history)));
  };
  assert.ok(!fresh({}));
  assert.ok(fresh({ environment: environment() }));
  assert.ok(fresh({ proofs: proofs() }), 'proven before');
  const guess = pastEvent(HOUR, { credential: 'secret', device: 'another', recognized: false });
  assert.ok(fresh({ account: [guess] }), 'someone guesses its password');
  assert.ok(!fresh({ account: [{ ...guess, at: NOW - DAY }] }));
});

test('a payment from a fresh device is challenged around a doubtful reset', () => {
  const type = 'payment_attempt';
  const fires = (input: ScoringInput) => has(score(input), 'PAYMENT_AFTER_RECOVERY');
  const doubted = proven(HOUR, { afterRecovery: true });
  assert.ok(fires(known({ type }, doubted)));
  const { score: points, signals } = score(known({ type }, doubted));
  assert.equal(points, 50);
  const sentence = signals.find(({ code }) => code === 'PAYMENT_AFTER_RECOVERY')?.description;
  assert.match(
    sentence ?? '',
    /password, email, phone or second factor/,
    'a changed phone number may be what is doubtful',
  );
  assert.ok(!fires(known({ type }, proven(HOUR))));
  assert.ok(!fires(known({ type: 'payment_failed' }, doubted)));
  assert.ok(!fires(known({ type }, proven(3 * DAY, { afterRecovery: true }))), 'no longer fresh');
  const recoveredAt = NOW - 2 * DAY;
  assert.ok(fires(login({ type }, { recoveredAt })));
  assert.ok(fires(login({ type }, { recoveredAt, pair: pairOf() })), 'seen, but not proven');
  assert.ok(!fires(login({ type }, { recoveredAt: NOW - 3 * DAY })));
  assert.ok(!fires(known({ type }, { recoveredAt, ...proven(HOUR) })), 'whether its proof is near, the pair says');
});

test('without signals, a payment from a network that is new to an older account is challenged in the days after a doubtful reset', () => {
  const noSignals = { credential: 'secret', signalCount: 0, signals: null, fingerprint: null } as const;
  const points = (changes: Partial<History>, event: Partial<ScoringInput> = {}) =>
    score(known({ ...noSignals, type: 'payment_attempt', ...event }, changes)).score;
  const recovered = { recoveredAt: NOW - 2 * DAY, accountFirstSeenAt: NOW - DAY };
  const recent = { ...HOME, narrowSettled: false, settledInWide: 0, narrowFirm: false };
  assert.equal(points({ ...recovered, networks: recent }), 50);
  assert.equal(points({ ...recovered, networks: AWAY }), 89, 'nor proven');
  assert.equal(points({ ...recovered, networks: HOME }), 0);
  assert.equal(
    points({ ...recovered, networks: { ...recent, narrowFirm: true } }),
    0,
    'confirmed, or of the first day',
  );
  assert.equal(points({ ...recovered, networks: { ...recent, settledInWide: 3 } }), 0, 'among settled neighbors');
  assert.equal(points({ ...recovered, networks: { ...recent, anyProven: false } }), 0, 'without any network');
  assert.equal(points({ networks: recent }), 0, 'without a reset');
  assert.equal(points({ ...recovered, recoveredAt: NOW - 3 * DAY, networks: recent }), 0);
  assert.equal(points({ ...recovered, accountFirstSeenAt: NOW - DAY + 1, networks: recent }), 0, 'on the first day');
  assert.equal(points({ ...recovered, networks: recent }, { type: 'payment_failed' }), 0);
});
