// Tests the context signals: how familiar the source is to the account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AWAY, codes, HOME, known, login, NOW, pairOf, proofs, rows } from '../../../test/scoring/input.ts';
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { score } from '../score.ts';

const provenPair = (firstProofAt: number | null) =>
  pairOf({
    firstSeenAt: NOW - 20 * DAY,
    lastSeenAt: NOW - DAY,
    eventCount: 7,
    firstProofAt,
    lastProofAt: firstProofAt,
  });
/** An established account with too few proofs for LONG_HISTORY. */
const YOUNG = { proofs: proofs({ count: 9 }) };
/** What the account's server reports if it sends no signals: a login with a browser, of whose User-Agent nothing but a digest is read. */
const WITHOUT_SIGNALS = { credential: 'secret', signalCount: 0, signals: null, fingerprint: null } as const;
const byFingerprint = {
  method: 'fingerprint_exact',
  confidence: 70,
  idRefuted: false,
  provisional: false,
  corroborated: true,
  idJoined: false,
  looksOwn: false,
  changedSignals: [],
  conflictingSignals: [],
} as const;

test('a new device on a new network of an established account is challenged at 50', () => {
  const assessment = score(login({}, YOUNG));
  assert.deepEqual(codes(assessment), ['NEW_DEVICE', 'NEW_NETWORK', 'UNRECOGNIZED_CONTEXT', 'FIRST_SEEN_RECENTLY']);
  assert.equal(assessment.score, 54);
  assert.equal(assessment.level, 'high');
  assert.equal(assessment.state, 'new');
  assert.equal(assessment.proves, false);
});

test('a new device on a proven network is allowed at 20 and proves', () => {
  const assessment = score(
    login(
      {},
      {
        networks: HOME,
      },
    ),
  );
  assert.deepEqual(codes(assessment), ['NEW_DEVICE']);
  assert.equal(assessment.score, 20);
  assert.equal(assessment.proves, true);
});

test('three proven neighbors make a network known; two do not', () => {
  const at = (narrowInWide: number) =>
    codes(
      score(
        login(
          {},
          {
            networks: { ...AWAY, narrowInWide },
          },
        ),
      ),
    );
  assert.ok(!at(3).includes('NEW_NETWORK'));
  assert.ok(at(2).includes('NEW_NETWORK'));
});

test('a known device scores 0 on proven and unproven networks', () => {
  const home = score(known());
  assert.deepEqual([home.score, home.state, home.recognized, home.proves], [0, 'known', true, true]);
  assert.deepEqual(codes(home), ['KNOWN_DEVICE']);
  const abroad = score(known({}, { networks: AWAY }));
  assert.deepEqual(codes(abroad), ['KNOWN_DEVICE', 'NEW_NETWORK']);
  assert.equal(abroad.score, 0);
});

test('a device first proven within 24 hours is recognized, without KNOWN_DEVICE', () => {
  const assessment = score(known({}, { pair: provenPair(NOW - 23 * HOUR) }));
  assert.deepEqual([assessment.state, assessment.recognized, assessment.score], ['recent', true, 0]);
  assert.deepEqual(codes(assessment), []);
});

test('a trusted device gets -30 instead of -15, only when the account has proven it', () => {
  const device = { id: 'device', isTrusted: true, firstProofAt: null, replacedAt: null };
  assert.deepEqual(codes(score(known({ device }))), ['TRUSTED_DEVICE']);
  assert.deepEqual(codes(score(known({ device }, { pair: provenPair(null) }))), ['UNPROVEN_DEVICE']);
});

test('a device that was seen but never proven is challenged at 50 on a new network', () => {
  const assessment = score(known({}, { ...YOUNG, pair: provenPair(null), networks: AWAY }));
  assert.deepEqual(codes(assessment), ['UNPROVEN_DEVICE', 'NEW_NETWORK', 'UNRECOGNIZED_CONTEXT']);
  assert.equal(assessment.score, 50);
});

test('a fingerprint is recognized at home and scores 30 (unique) or 50 (shared) elsewhere', () => {
  const pair = provenPair(NOW - 10 * DAY);
  assert.equal(score(known({ resolution: byFingerprint }, { pair })).state, 'fingerprint');
  const event = { resolution: byFingerprint, credential: 'secret' } as const;
  const reported = { pair, proofs: proofs({ serverSent: true }) };
  const elsewhere = score(known(event, { ...reported, networks: AWAY }));
  assert.deepEqual([elsewhere.state, elsewhere.score, elsewhere.proves], ['fp_elsewhere', 30, false]);
  const nearby = score(known(event, { ...reported, networks: { ...AWAY, narrowInWide: 1 } }));
  assert.deepEqual([nearby.state, nearby.score, nearby.proves], ['fp_elsewhere', 30, true]);
  const seenFingerprint = { own: false, settled: false, elsewhere: true };
  const common = score(known({ resolution: byFingerprint }, { ...YOUNG, pair, networks: AWAY, seenFingerprint }));
  assert.deepEqual([common.state, common.score], ['unproven', 50]);
});

test("an ambiguous match with the account's recognized fingerprint is its own device", () => {
  const ambiguous = { ...byFingerprint, method: 'ambiguous' } as const;
  const seenFingerprint = { own: true, settled: true, elsewhere: false };
  assert.equal(score(known({ resolution: ambiguous }, { pair: null, seenFingerprint })).state, 'fingerprint');
  assert.equal(score(login({ resolution: ambiguous }, { seenFingerprint })).state, 'fp_elsewhere');
  const guessed = known({ resolution: ambiguous, unguessed: false }, { pair: null, seenFingerprint });
  assert.equal(score(guessed).state, 'new', 'not by signals that anyone can guess');
  assert.equal(score(login({ resolution: ambiguous })).state, 'new');
});

test('a device and a network that the account has never used are challenged, also at a second attempt and a day later', () => {
  const device = { id: null, isTrusted: false, firstProofAt: null, replacedAt: null };
  const first = score(login({ device }, YOUNG));
  assert.deepEqual(codes(first), ['NEW_DEVICE', 'NEW_NETWORK', 'UNRECOGNIZED_CONTEXT', 'FIRST_SEEN_RECENTLY']);
  const seen = (ago: number) => score(login({}, { ...YOUNG, pair: pairOf({ firstSeenAt: NOW - ago }) }));
  const second = seen(DAY - 1);
  assert.deepEqual(codes(second), ['UNPROVEN_DEVICE', 'NEW_NETWORK', 'UNRECOGNIZED_CONTEXT', 'FIRST_SEEN_RECENTLY']);
  const failed = score(login({ device, type: 'login_failed' }, YOUNG));
  for (const { score: total } of [first, second, failed]) assert.equal(total, 54);
  assert.deepEqual(codes(seen(DAY)), ['UNPROVEN_DEVICE', 'NEW_NETWORK', 'UNRECOGNIZED_CONTEXT']);
});

test('RARE_NETWORK adds to an unrecognized context in a /16 of fewer than three accounts', () => {
  const pair = provenPair(null);
  const at = (accountsInWide: number | null) =>
    score(login({}, { ...YOUNG, pair, networks: { ...AWAY, accountsInWide } }));
  assert.deepEqual(codes(at(2)), ['UNPROVEN_DEVICE', 'NEW_NETWORK', 'UNRECOGNIZED_CONTEXT', 'RARE_NETWORK']);
  assert.equal(at(2).score, 55);
  assert.equal(at(3).score, 50);
  const rare = { networks: { ...AWAY, accountsInWide: 0 } };
  assert.ok(
    !codes(score(login({}, { ...rare, seenFingerprint: { own: true, settled: true, elsewhere: false } }))).includes(
      'RARE_NETWORK',
    ),
  );
  const known = { ...YOUNG, ...rare, pair: provenPair(NOW - 20 * DAY) };
  const assessment = score(login(WITHOUT_SIGNALS, known));
  assert.deepEqual([assessment.score, assessment.level], [49, 'medium'], 'without signals, it only ranks, too');
});

test('RARE_NETWORK takes neither a login after five mistyped passwords nor a failed one above 89', () => {
  const networks = { ...AWAY, accountsInWide: 0 };
  const resolution = { ...login().resolution, method: 'persistent_id' as const };
  const after = (failures: number, type: string) =>
    score(login({ type, resolution }, { account: rows(failures), networks }));
  assert.deepEqual([after(5, 'login').score, after(4, 'login_failed').score], [89, 89]);
  assert.ok(codes(after(5, 'login')).includes('RARE_NETWORK'));
  assert.equal(after(10, 'login').score, 100, 'ten block without it');
});

test('a device first proven after a password reset is fresh for 72 hours', () => {
  const after = (hours: number, afterRecovery: boolean) => {
    const at = NOW - hours * HOUR;
    return score(
      known({ type: 'payout_change' }, { pair: pairOf({ firstProofAt: at, confirmedAt: at, afterRecovery }) }),
    );
  };
  assert.deepEqual(codes(after(25, false)), ['KNOWN_DEVICE']);
  assert.deepEqual([after(25, true).state, after(25, true).score], ['recent', 60]);
  assert.deepEqual(codes(after(73, true)), ['KNOWN_DEVICE']);
});

test('a refuted id or two changed stable parts are tampering and never recognized', () => {
  const refuted = score(login({ resolution: { ...byFingerprint, method: 'new_device', idRefuted: true } }));
  assert.ok(codes(refuted).includes('DEVICE_TAMPERED'));
  const changed = (...names: string[]) => ({
    ...byFingerprint,
    method: 'persistent_id' as const,
    changedSignals: names.map((signal) => ({ signal })),
  });
  assert.deepEqual(codes(score(known({ resolution: changed('screen', 'browser_version') }))), ['KNOWN_DEVICE']);
  assert.deepEqual(codes(score(known({ resolution: changed('screen', 'timezone') }))), ['KNOWN_DEVICE']);
  for (const parts of [
    ['gpu_renderer', 'timezone'],
    ['screen', 'timezone', 'hardware_concurrency'],
  ]) {
    assert.ok(codes(score(known({ resolution: changed(...parts) }))).includes('DEVICE_TAMPERED'), parts.join());
  }
  const other = score(known({ resolution: changed('screen', 'gpu_renderer') }));
  assert.deepEqual(codes(other), ['UNPROVEN_DEVICE', 'DEVICE_TAMPERED']);
  assert.equal(other.recognized, false);
  assert.match(other.signals[1]?.description ?? '', /gpu_renderer, screen/);
});

test('passive and unknown types carry no account-bound weight', () => {
  assert.deepEqual(codes(score(login({ type: 'logout' }))), []);
  assert.deepEqual(codes(score(login({ type: 'page_view', accountKey: null }))), []);
});

test('a server-sent event without signals is recognized by its network only', () => {
  const away = score(login(WITHOUT_SIGNALS, { ...YOUNG, pair: provenPair(NOW - 20 * DAY) }));
  assert.deepEqual(codes(away), ['NEW_NETWORK', 'UNRECOGNIZED_CONTEXT', 'UNKNOWN_SOURCE']);
  assert.deepEqual([away.state, away.score, away.proves], ['none', 45, true]);
  const home = score(login(WITHOUT_SIGNALS, { networks: HOME, pair: provenPair(NOW - 20 * DAY) }));
  assert.deepEqual([home.state, home.recognized, home.score], ['network_only', true, 0]);
});

test('without signals, a browser that the account has not proven is recognized in its network when a login proves it', () => {
  const at = (type: string, changes = {}) =>
    score(login({ ...WITHOUT_SIGNALS, type, ...changes }, { networks: HOME, proofs: proofs({ serverSent: true }) }));
  const seen = ({ state, recognized, score: total }: ReturnType<typeof at>) => [state, recognized, total];
  assert.deepEqual(seen(at('login_failed')), ['none', false, 5]);
  assert.deepEqual(seen(at('login')), ['none', true, 5]);
  for (const type of ['payment_attempt', 'payout_change', 'mfa_passed', 'password_reset_requested']) {
    assert.deepEqual(seen(at(type)), ['network_only', true, 0], type);
  }
});

test('without signals, a browser that the account has not proven weighs as much as such a device', () => {
  const reported = { proofs: proofs({ count: 9, serverSent: true }) };
  const at = (changes = {}, history = {}) =>
    score(login({ ...WITHOUT_SIGNALS, ...changes }, { ...reported, ...history }));
  const sentence = (assessment: ReturnType<typeof at>) =>
    assessment.signals.find(({ code }) => code === 'UNPROVEN_BROWSER')?.description ?? 'did not fire';
  const seen = at({}, { pair: provenPair(null) });
  assert.deepEqual(codes(seen), ['NEW_NETWORK', 'UNRECOGNIZED_CONTEXT', 'UNKNOWN_SOURCE', 'UNPROVEN_BROWSER']);
  assert.deepEqual([seen.score, seen.level, seen.proves], [50, 'high', false]);
  assert.equal(sentence(seen), 'The account has no confirmed login with this browser and system.');
  const nameless = 'The event names no browser, and the account has no confirmed login without one.';
  assert.equal(sentence(at({ agent: null })), nameless);
  const newcomer = {
    proofs: proofs({ count: 0, firstAt: null, lastAt: null }),
    networks: { ...AWAY, anyProven: false },
  };
  assert.deepEqual([at({}, newcomer).score, at({}, newcomer).proves], [20, true]);
  const home = { networks: HOME, pair: provenPair(NOW - 20 * DAY) };
  for (const settled of [at({}, home), at({ type: 'mfa_passed' }), at({ type: 'logout' })])
    assert.equal(sentence(settled), 'did not fire');
  assert.deepEqual(codes(at({}, { networks: HOME })), ['UNPROVEN_BROWSER']);
});

test('a server-sent login with signals is scored by its device, mfa_passed without it', () => {
  assert.equal(score(login({ credential: 'secret' }, YOUNG)).score, 54);
  const passed = score(login({ credential: 'secret', type: 'mfa_passed' }));
  assert.deepEqual(codes(passed), ['NEW_NETWORK', 'UNRECOGNIZED_CONTEXT'], 'nothing ranks a second factor');
  assert.equal(passed.proves, true);
});

test('a non-public address is no evidence by itself, but foreign to an account with proven networks', () => {
  for (const classification of ['private', 'loopback', 'carrier_nat', 'documentation'] as const) {
    const network = { classification, counterKey: '10.0.0.1', narrow: '10.0.0.0/24', wide: '10.0.0.0/16' };
    const address = rows(30, (index) => ({
      account: `victim${index}`,
      device: `d${index}`,
      fingerprint: null,
      agent: null,
    }));
    const without = { ...AWAY, anyProven: false };
    const event = { network, type: 'login_failed' };
    const pair = provenPair(null);
    assert.deepEqual(codes(score(login(event, { address, networks: without }))), ['NEW_DEVICE'], classification);
    const foreign = codes(score(login(event, { ...YOUNG, pair, address })));
    assert.deepEqual(foreign, ['UNPROVEN_DEVICE', 'NEW_NETWORK', 'UNRECOGNIZED_CONTEXT'], classification);
  }
});

test('DORMANT_ACCOUNT and RAPID_NETWORK_CHANGE fire for unrecognized sources only', () => {
  const lastAt = NOW - 91 * DAY;
  const dormant = { proofs: proofs({ firstAt: NOW - 200 * DAY, lastAt }) };
  assert.ok(codes(score(login({}, dormant))).includes('DORMANT_ACCOUNT'));
  assert.ok(!codes(score(known({}, dormant))).includes('DORMANT_ACCOUNT'));
  const account = rows(3, (index) => ({ type: 'login', wideNetwork: `1.${index}.0.0/16` }));
  assert.ok(codes(score(login({}, { account }))).includes('RAPID_NETWORK_CHANGE'));
  assert.ok(!codes(score(login({}, { account: account.slice(1) }))).includes('RAPID_NETWORK_CHANGE'));
  assert.ok(!codes(score(known({}, { account }))).includes('RAPID_NETWORK_CHANGE'));
});

test('DEVICE_MISMATCH and LONG_HISTORY rank an unrecognized context, and decide nothing', () => {
  const conflictingSignals = [{ signal: 'platform' }, { signal: 'gpu_renderer' }];
  const resolution = { ...login().resolution, conflictingSignals };
  const pair = provenPair(null);
  const at = (count: number, changes = {}, history = {}) =>
    score(login(changes, { pair, proofs: proofs({ count }), ...history }));
  assert.deepEqual([at(9).score, at(10).score, at(10, { resolution }).score], [50, 52, 55]);
  const text = at(10, { resolution }).signals.find(({ code }) => code === 'DEVICE_MISMATCH')?.description;
  assert.match(text ?? '', /^In 2 signals \(platform, gpu_renderer\),/);
  assert.deepEqual(
    codes(at(10, { resolution }, { networks: HOME })),
    ['UNPROVEN_DEVICE'],
    'only where the network is new',
  );
  assert.equal(at(10, WITHOUT_SIGNALS, { pair: provenPair(NOW - 20 * DAY) }).score, 47);
});
