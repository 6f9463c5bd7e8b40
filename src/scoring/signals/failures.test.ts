// Tests the failure signals: guessing on one account, on many accounts, and waves over the environment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AWAY,
  codes,
  environment,
  failing,
  HOME,
  has,
  known,
  login,
  NOW,
  pairOf,
  pastEvent,
  proofs,
  rows,
} from '../../../test/scoring/input.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import type { ScoringInput } from '../facts.ts';
import type { History } from '../history.ts';
import { score } from '../score.ts';

const FAILED = { type: 'login_failed' } as const;
const otherSource = { device: 'other', counterAddress: '8.8.8.8', fingerprint: 'other', agent: 'other' } as const;

test('challenges an unrecognized source at 5 wrong passwords and blocks it at 10', () => {
  const nth = (n: number) => score(login(FAILED, { account: rows(n - 1) }));
  assert.ok(has(nth(3), 'LOGIN_FAILURES_ELEVATED'));
  assert.equal(nth(4).score, 61);
  assert.equal(nth(5).score, 89);
  assert.ok(!has(nth(5), 'LOGIN_FAILURES_ELEVATED'));
  assert.equal(nth(9).score, 89);
  assert.equal(nth(10).score, 100);
  assert.equal(nth(10).level, 'critical');
});

test('ten wrong passwords on a known device are monitored at 49, never blocked', () => {
  const own = { recognized: true };
  const nth = (n: number) => score(known(FAILED, { account: rows(n - 1, () => own) }));
  assert.deepEqual(codes(nth(4)), ['KNOWN_DEVICE']);
  assert.ok(has(nth(5), 'LOGIN_FAILURES_ELEVATED'));
  assert.ok(!has(nth(9), 'BRUTE_FORCE_SUSPECTED'));
  assert.equal(nth(10).score, 49);
  assert.equal(nth(200).score, 49);
});

test('slow guessing fires BRUTE_FORCE_SUSPECTED at the tenth failure in 24 hours', () => {
  const every = (n: number) => rows(n, (index) => ({ at: login().at - (index + 1) * HOUR }));
  assert.ok(has(score(login(FAILED, { account: every(9) })), 'BRUTE_FORCE_SUSPECTED'));
  assert.ok(!has(score(login(FAILED, { account: every(8) })), 'BRUTE_FORCE_SUSPECTED'));
});

test('twenty failures of others near a network of the account challenge a new device there, those from elsewhere do not', () => {
  const failed = (n: number, wideNetwork: string) => rows(n, () => ({ ...otherSource, wideNetwork }));
  const newDevice = (account: History['account'], networks = HOME) => score(login({}, { account, networks }));
  const noNetworks = { ...AWAY, anyProven: false };
  assert.equal(newDevice(failed(20, '9.9.0.0/16'), noNetworks).score, 59);
  assert.equal(newDevice(failed(40, '8.8.0.0/16'), noNetworks).score, 45);
  const near = newDevice(failed(20, '9.9.0.0/16'));
  assert.equal(near.score, 59);
  assert.equal(near.signals.find(({ code }) => code === 'BRUTE_FORCE_SUSPECTED')?.metadata.about, 'account');
  assert.equal(newDevice(failed(19, '9.9.0.0/16')).score, 45);
  assert.equal(newDevice(failed(40, '8.8.0.0/16')).score, 45);
  assert.equal(score(known({}, { account: failed(20, '9.9.0.0/16') })).score, 0, 'never a recognized source');
});

test('failures of other sources cannot block, and never affect a recognized source', () => {
  const account = rows(40, (index) => ({ ...otherSource, counterAddress: `8.8.8.${index}`, device: `d${index}` }));
  const failure = score(login(FAILED, { account }));
  assert.equal(failure.score, 89);
  assert.equal(failure.signals.find(({ code }) => code === 'BRUTE_FORCE_SUSPECTED')?.metadata.about, 'account');
  const success = score(login({}, { account }));
  assert.ok(has(success, 'ACCOUNT_UNDER_ATTACK'));
  assert.equal(success.score, 81);
  assert.deepEqual([score(known({}, { account })).score, score(known(FAILED, { account })).score], [0, 0]);
});

test("attacks from the owner's address or fingerprint leave the known device at 0", () => {
  const account = rows(60, () => ({ recognized: false }));
  assert.equal(score(known({}, { account, address: account, device: account, fingerprint: account })).score, 0);
});

const victims = (n: number, changes = {}) =>
  rows(n, (index) => ({ account: `victim${index}`, ...otherSource, ...changes }));

test('one address is flagged at four failing accounts and blocked at eight', () => {
  const own = { counterAddress: '9.9.9.9' };
  const at = (n: number) =>
    score(
      login(FAILED, {
        address: victims(n - 1, own),
        environment: failing(n - 1),
        proofs: proofs({ count: 0, firstAt: null, lastAt: null, knownSince: null }),
      }),
    );
  assert.ok(!has(at(3), 'MULTI_ACCOUNT_FAILURES'));
  assert.ok(has(at(4), 'MULTI_ACCOUNT_FAILURES'));
  assert.ok(has(at(8), 'CREDENTIAL_STUFFING_SUSPECTED'));
  assert.ok(!has(at(8), 'MULTI_ACCOUNT_FAILURES'));
  assert.equal(at(8).level, 'critical');
});

test('recognized accounts dilute an office; a colleague with another browser is unaffected', () => {
  const busy = rows(20, (index) => ({
    account: `colleague${index}`,
    type: 'login',
    recognized: true,
    counterAddress: '9.9.9.9',
  }));
  const diluted = score(login(FAILED, { address: [...victims(8), ...busy] }));
  assert.ok(!has(diluted, 'CREDENTIAL_STUFFING_SUSPECTED') && !has(diluted, 'MULTI_ACCOUNT_FAILURES'));
  const small = [...victims(30, { counterAddress: '9.9.9.9' }), ...busy.slice(0, 4)];
  const colleague = score(login({}, { address: small }));
  assert.ok(!has(colleague, 'CREDENTIAL_STUFFING_SUSPECTED'));
  const alike = score(login({ ...FAILED, agent: 'other' }, { address: small }));
  assert.ok(has(alike, 'CREDENTIAL_STUFFING_SUSPECTED'));
});

test('a flood of failures leaves a colleague with the same browser unaffected', () => {
  const flood = (ago: number) =>
    rows(400, (i) => ({ account: `victim${i}`, device: 'x', fingerprint: 'x', agent: 'agent' }), ago);
  const office = rows(
    4,
    (i) => ({ account: `colleague${i}`, type: 'login', recognized: true, agent: 'agent' }),
    9 * HOUR,
  );
  const colleague = (ago: number) => score(login({}, { address: [...flood(ago), ...office] }));
  for (const ago of [MINUTE, 5 * HOUR]) assert.ok(!has(colleague(ago), 'CREDENTIAL_STUFFING_SUSPECTED'));
  const tool = score(login({ fingerprint: 'x' }, { address: [...flood(5 * HOUR), ...office] }));
  assert.ok(has(tool, 'CREDENTIAL_STUFFING_SUSPECTED'));
  const yesterday = office.map((row) => ({ ...row, settled: false }));
  const madeUp = score(login({}, { address: [...flood(MINUTE), ...yesterday] }));
  assert.ok(has(madeUp, 'CREDENTIAL_STUFFING_SUSPECTED'), 'accounts that were made up today are no office');
});

test('a user agent of recognized accounts on the address is no evidence', () => {
  const address = [
    ...rows(30, (i) => ({ account: `victim${i}`, device: 'x', fingerprint: 'x', agent: 'agent' })),
    ...rows(4, (i) => ({ account: `colleague${i}`, type: 'login', recognized: true, agent: 'agent' })),
  ];
  assert.ok(!has(score(login({}, { address })), 'CREDENTIAL_STUFFING_SUSPECTED'));
  const rare = address.map((row) => (row.recognized ? { ...row, agent: 'another' } : row));
  assert.ok(has(score(login({}, { address: rare })), 'CREDENTIAL_STUFFING_SUSPECTED'));
});

test('one device on 5 accounts or fingerprint on 15 in 6 hours is credential stuffing', () => {
  assert.ok(has(score(login(FAILED, { device: victims(4) })), 'CREDENTIAL_STUFFING_SUSPECTED'));
  assert.ok(has(score(login(FAILED, { device: victims(2) })), 'MULTI_ACCOUNT_FAILURES'));
  const slow = rows(14, (index) => ({ account: `victim${index}`, at: login().at - (index + 1) * 24 * MINUTE }));
  assert.ok(has(score(login(FAILED, { fingerprint: slow })), 'CREDENTIAL_STUFFING_SUSPECTED'));
});

test('failures of others on shared keys do not affect a recognized source', () => {
  const others = victims(50);
  assert.deepEqual(codes(score(known(FAILED, { address: others, device: others, fingerprint: others }))), [
    'KNOWN_DEVICE',
  ]);
});

test('ATTACK_WAVE compares the last hour with the hours of the week', () => {
  assert.ok(has(score(login(FAILED, { environment: failing(9) })), 'ATTACK_WAVE'));
  assert.ok(!has(score(login({}, { environment: failing(9) })), 'ATTACK_WAVE'));
  const usual = Array(168).fill(4);
  assert.ok(!has(score(login(FAILED, { environment: failing(20, usual) })), 'ATTACK_WAVE'));
  const wave = failing(21, usual);
  const assessment = score(login(FAILED, { environment: wave }));
  assert.ok(has(assessment, 'ATTACK_WAVE'));
  assert.equal(assessment.score, 86);
  assert.ok(!has(score(known(FAILED, { environment: wave })), 'ATTACK_WAVE'));
  const { failures } = failing(20);
  const daily = environment({ failures: { ...failures, login: { ...failures.login, byDay: Array(7).fill(20) } } });
  assert.ok(has(score(login(FAILED, { environment: daily })), 'ATTACK_WAVE'), 'guesses at the same time every day');
});

test('ATTACK_WAVE ignores devices that an account has used for a day and pairs older than a day', () => {
  const wave = { environment: failing(40) };
  const proven = (ago: number) => ({
    device: { id: 'device', isTrusted: false, firstProofAt: NOW - ago, replacedAt: null },
  });
  assert.ok(!has(score(login({ ...FAILED, ...proven(DAY) }, wave)), 'ATTACK_WAVE'));
  assert.ok(
    has(score(login({ ...FAILED, ...proven(HOUR) }, wave)), 'ATTACK_WAVE'),
    'an account made up for the attack',
  );
  const seen = (ago: number) => ({ ...wave, pair: pairOf({ firstSeenAt: NOW - ago, lastSeenAt: NOW - ago }) });
  assert.ok(has(score(login(FAILED, seen(23 * HOUR))), 'ATTACK_WAVE'), 'seen by a page view');
  const tried = (ago: number) => ({ ...seen(ago), account: [pastEvent(ago, { device: 'device' })] });
  assert.ok(has(score(login(FAILED, tried(10 * MINUTE))), 'ATTACK_WAVE'));
  assert.ok(!has(score(login(FAILED, tried(2 * HOUR))), 'ATTACK_WAVE'));
  assert.ok(!has(score(login(FAILED, seen(25 * HOUR))), 'ATTACK_WAVE'));
});

test('UNKNOWN_ACCOUNT needs an account, a device and an address that nobody has used for a day', () => {
  const nobody = {
    proofs: proofs({ count: 0, firstAt: null, lastAt: null, knownSince: null }),
    environment: failing(1),
  };
  const assessment = score(login(FAILED, { ...nobody, networks: { ...AWAY, anyProven: false } }));
  assert.deepEqual([codes(assessment), assessment.score], [['NEW_DEVICE', 'UNKNOWN_ACCOUNT'], 50]);
  const fires = (input: Partial<ScoringInput>, history: Partial<History> = {}) =>
    has(score(login({ ...FAILED, ...input }, { ...nobody, ...history })), 'UNKNOWN_ACCOUNT');
  assert.ok(fires({}));
  assert.ok(fires({}, { proofs: proofs({ count: 1, knownSince: NOW - HOUR }) }), 'a login of today excuses nobody');
  assert.ok(!fires({}, { proofs: proofs({ knownSince: NOW - DAY }) }));
  assert.ok(!fires({ type: 'login' }));
  assert.ok(!fires({ device: { id: 'device', isTrusted: false, firstProofAt: NOW - DAY, replacedAt: null } }));
  assert.ok(fires({ device: { id: 'device', isTrusted: false, firstProofAt: NOW - HOUR, replacedAt: null } }));
  const colleague = pastEvent(HOUR, { type: 'login', account: 'colleague', recognized: true });
  assert.ok(!fires({}, { address: [colleague] }));
  assert.ok(fires({}, { address: [{ ...colleague, settled: false }] }));
});

test('UNKNOWN_ACCOUNT needs failures of others, an environment with a past, and no wave', () => {
  const nobody = { proofs: proofs({ count: 0, firstAt: null, lastAt: null, knownSince: null }) };
  const fires = (history: Partial<History>) => has(score(login(FAILED, { ...nobody, ...history })), 'UNKNOWN_ACCOUNT');
  assert.ok(!fires({ environment: failing(0) }));
  assert.ok(!fires({ environment: failing(2), account: rows(2) }), 'two failures of the same source');
  assert.ok(fires({ environment: failing(3), account: rows(2) }));
  const { failures } = failing(3);
  const corrected = environment({ failures: { ...failures, corrected_login: { lastHour: 2, byHour: [], byDay: [] } } });
  assert.ok(fires({ environment: corrected }));
  assert.ok(!fires({ environment: corrected, account: rows(2) }), 'corrected by this source');
  assert.ok(!fires({ environment: { ...failing(1), firstEventAt: NOW - 6 * DAY } }));
  assert.ok(fires({ environment: { ...failing(1), firstEventAt: NOW - 7 * DAY } }));
  assert.ok(!fires({ environment: failing(30) }), 'ATTACK_WAVE says the same');
});

test('a wave takes a login to 89 at most, and a failed one above', () => {
  const wave = failing(60);
  const resolution = { ...login().resolution, method: 'persistent_id' as const };
  const after = (failures: number, type: string) =>
    score(
      login(
        { type, resolution },
        { account: rows(failures), pair: pairOf({ firstSeenAt: NOW - MINUTE }), environment: wave },
      ),
    );
  assert.deepEqual([after(5, 'login').score, after(4, 'login_failed').score], [89, 100]);
  assert.ok(has(after(5, 'login'), 'ATTACK_WAVE'));
  assert.equal(after(10, 'login').score, 100, 'ten wrong passwords block without it');
});

test("a new device on the account's own network may fail ten times", () => {
  const networks = HOME;
  const nth = (n: number) => score(login(FAILED, { account: rows(n - 1), networks }));
  assert.equal(nth(9).score, 25);
  assert.ok(has(nth(10), 'BRUTE_FORCE_SUSPECTED'));
});

test('every description contains the numbers of its event', () => {
  const assessment = score(
    login(FAILED, { account: rows(9), address: victims(11, { counterAddress: '9.9.9.9' }), pair: pairOf() }),
  );
  for (const { code, description } of assessment.signals) {
    if (code !== 'NEW_NETWORK') assert.match(description, /\d/, `${code}: ${description}`);
  }
});
