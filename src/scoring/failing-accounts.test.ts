// Tests the counts behind credential stuffing: failing and recognized accounts, their ratio, and who resembles the failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failing as failingHour, has, login, pastEvent, rows } from '../../test/scoring/input.ts';
import { HOUR, MINUTE } from '../vocabulary/clock.ts';
import { deriveFacts } from './derive-facts.ts';
import { failingAccounts, isImplicated } from './failing-accounts.ts';
import type { PastEvent } from './history.ts';
import { score } from './score.ts';

const FAILED = { type: 'login_failed' } as const;
const victims = (count: number, ago: number, changes: Partial<PastEvent> = {}) =>
  rows(count, (index) => ({ account: `victim${index}`, ...changes }), ago);
const customers = (count: number, ago: number, changes: Partial<PastEvent> = {}) =>
  rows(count, (index) => ({ account: `customer${index}`, type: 'login', recognized: true, ...changes }), ago);

test('each rule needs its ratio of failing accounts to all that failed or logged in there', () => {
  const bounds: [
    code: string,
    key: 'address' | 'device' | 'fingerprint',
    ago: number,
    failing: number,
    most: number,
  ][] = [
    ['MULTI_ACCOUNT_FAILURES', 'address', MINUTE, 4, 4],
    ['MULTI_ACCOUNT_FAILURES', 'device', MINUTE, 3, 3],
    ['MULTI_ACCOUNT_FAILURES', 'fingerprint', MINUTE, 4, 1],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'address', MINUTE, 12, 8],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'address', 2 * HOUR, 20, 20],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'device', MINUTE, 5, 5],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'fingerprint', MINUTE, 8, 2],
    ['CREDENTIAL_STUFFING_SUSPECTED', 'fingerprint', 2 * HOUR, 16, 4],
  ];
  for (const [code, key, ago, failing, most] of bounds) {
    const look = key === 'address' ? { fingerprint: 'another' } : {};
    const environment = failingHour(failing - 1);
    const fires = (recognized: number) => {
      const list = [...victims(failing - 1, ago), ...customers(recognized, ago, look)];
      return has(score(login(FAILED, { [key]: list, environment })), code);
    };
    assert.deepEqual([fires(most), fires(most + 1)], [true, false], `${code}: ${most} recognized accounts by ${key}`);
  }
});

test('counts accounts: failing ones without a recognized login afterwards, and those recognized for more than a day', () => {
  const counts = (account: readonly PastEvent[], event: object = {}) => {
    const { failing, recognized, ratio } = failingAccounts(deriveFacts(login(event)), account, HOUR);
    return [failing, recognized, ratio];
  };
  assert.deepEqual(counts([]), [0, 0, 0]);
  assert.deepEqual(counts([], FAILED), [1, 0, 1], 'the event itself');
  assert.deepEqual(counts([], { ...FAILED, accountKey: null }), [0, 0, 0]);
  assert.deepEqual(counts([...victims(2, MINUTE), ...victims(2, 2 * MINUTE)]), [2, 0, 1]);
  assert.deepEqual(counts([pastEvent(MINUTE, { account: null })]), [0, 0, 0]);
  assert.deepEqual(counts([pastEvent(MINUTE, { recognized: true })]), [0, 0, 0], 'a failure of a recognized source');
  assert.deepEqual(counts([...victims(1, MINUTE), ...customers(3, MINUTE)]), [1, 3, 0.25]);
  assert.deepEqual(counts([...victims(1, MINUTE), ...customers(3, MINUTE, { settled: false })]), [1, 0, 1]);
  const own = (ago: number, settled: boolean) => customers(1, ago, { account: 'victim0', settled });
  assert.deepEqual(counts([...own(1, false), ...victims(2, MINUTE)]), [1, 0, 1], 'who mistyped before logging in');
  assert.deepEqual(
    counts([...victims(2, MINUTE), ...own(2 * MINUTE, true)]),
    [2, 1, 1],
    'guesses after the owner came',
  );
  for (const rows of [
    [...own(MINUTE, false), ...victims(1, MINUTE)],
    [...victims(1, MINUTE), ...own(MINUTE, false)],
  ]) {
    assert.deepEqual(counts(rows), [0, 0, 0], 'at the same moment, in either order');
  }
  const unproven = customers(1, MINUTE, { account: 'victim0', recognized: false });
  assert.deepEqual(counts([...victims(1, MINUTE), ...unproven]), [1, 0, 1], 'a login that nothing recognizes');
  const signups = customers(3, MINUTE, { type: 'signup' });
  assert.deepEqual(counts([...victims(1, MINUTE), ...signups]), [1, 0, 1], 'anyone can sign up');
  const newest = victims(1, HOUR - 1);
  assert.deepEqual(counts([...newest, ...victims(1, HOUR, { account: 'older' })]), [1, 0, 1]);
});

test('over more than an hour, failures from before the oldest login of a full window do not count', () => {
  const facts = deriveFacts(login());
  const failures = rows(300, (index) => ({ account: `victim${index}` }), MINUTE).map((row, index) => ({
    ...row,
    at: row.at - index * MINUTE,
  }));
  const counts = (span: number, logins: readonly PastEvent[]) => {
    const list = [...failures, ...logins].sort((one, other) => other.at - one.at);
    const { failing, recognized } = failingAccounts(facts, list, span);
    return [failing, recognized];
  };
  const alike = (count: number, accounts: number) =>
    rows(count, (index) => ({ account: `customer${index % accounts}`, type: 'login', recognized: true }), 10 * MINUTE);
  assert.deepEqual(counts(6 * HOUR, alike(100, 75)), [11, 75]);
  assert.deepEqual(counts(HOUR, alike(100, 75)), [59, 75], 'an hour');
  assert.deepEqual(counts(6 * HOUR, alike(99, 75)), [300, 75], 'a window that is not full');
  assert.deepEqual(counts(6 * HOUR, alike(100, 74)), [300, 74], 'a window full of few customers');
});

test('the evidence has the ratio in hundredths, and the sentence says who logged in', () => {
  const reached = (recognized: number) => {
    const device = [...victims(4, MINUTE), ...customers(recognized, MINUTE)];
    const fired = score(login(FAILED, { device })).signals.find(({ code }) => code === 'CREDENTIAL_STUFFING_SUSPECTED');
    return [fired?.metadata.ratio, fired?.description];
  };
  const failed = '5 accounts failed from this device within 24 hours';
  assert.deepEqual(reached(0), [1, `${failed}; none logged in from a recognized source.`]);
  assert.deepEqual(reached(2), [0.71, `${failed}; 2 logged in as usual.`]);
});

test('counts over many rows are the same when requested again for other rows or another span', () => {
  const facts = deriveFacts(login(FAILED));
  const many = victims(70, MINUTE);
  const more = many.map((row, index) => ({ ...row, account: `victim${index % 10}` }));
  const failing = (list: readonly PastEvent[], span: number) => failingAccounts(facts, list, span).failing;
  const requested = [
    failing(many, HOUR),
    failing(more, HOUR),
    failing(many, 2 * MINUTE),
    failing(more, HOUR),
    failing(many, HOUR),
  ];
  assert.deepEqual(requested, [71, 11, 61, 11, 71]);
});

test('an event is implicated if three failures of its address, or a fifth of them, look like it', () => {
  const look = { fingerprint: 'another', agent: 'another' };
  const implicated = (alike: Partial<PastEvent>, same: number, others: number, event: object = {}, office = 3) => {
    const address = [
      ...victims(same, MINUTE, { ...look, ...alike }),
      ...victims(others, 2 * MINUTE, look),
      ...customers(office, HOUR, look),
    ];
    return isImplicated(deriveFacts(login(event, { address })));
  };
  for (const alike of [{ fingerprint: 'fingerprint' }, { agent: 'agent' }]) {
    assert.deepEqual([implicated(alike, 2, 8), implicated(alike, 3, 7)], [false, true]);
    assert.deepEqual([implicated(alike, 9, 41), implicated(alike, 10, 40)], [false, true]);
    assert.deepEqual([implicated(alike, 1, 3, FAILED), implicated(alike, 2, 3, FAILED)], [false, true], 'with its own');
  }
  assert.ok(implicated({}, 0, 30, {}, 2), 'an address of two customers is no office');
});

test('an event is not implicated by a fingerprint that three settled customers of its address have, too', () => {
  const implicated = (alike: PastEvent[], event: object = {}) => {
    const others = rows(3, (index) => ({
      ...customers(1, HOUR, { fingerprint: 'another' })[0],
      account: `colleague${index}`,
    }));
    return isImplicated(deriveFacts(login(event, { address: [...victims(9, MINUTE), ...alike, ...others] })));
  };
  assert.deepEqual([implicated(customers(2, HOUR)), implicated(customers(3, HOUR))], [true, false]);
  assert.ok(implicated(customers(3, HOUR, { account: 'customer' })), 'three logins of one customer');
  assert.ok(implicated(customers(3, HOUR, { settled: false })));
  assert.ok(implicated(customers(3, HOUR, { type: 'signup' })));
  assert.ok(implicated(customers(3, 24 * HOUR)), 'the day before');
  assert.ok(
    implicated(victims(9, MINUTE, { agent: 'tool' }).concat(customers(3, HOUR)), { agent: 'tool' }),
    'by its user agent',
  );
});

test('only failures of the last day and settled customers decide who is implicated', () => {
  const implicated = (...address: PastEvent[][]) => isImplicated(deriveFacts(login({}, { address: address.flat() })));
  const office = customers(3, HOUR, { agent: 'another', fingerprint: 'another' });
  assert.ok(implicated(victims(3, MINUTE), office));
  assert.ok(!implicated(victims(3, MINUTE, { recognized: true, fingerprint: 'fingerprint' }), office));
  assert.ok(!implicated(victims(3, MINUTE, { type: 'mfa_failed' }), office));
  const yesterday = Array.from({ length: 3 }, () => pastEvent(24 * HOUR));
  assert.ok(!implicated(office, yesterday));
  const look = { fingerprint: 'another', agent: 'another' };
  assert.ok(implicated(victims(3, MINUTE, look), customers(3, HOUR, { settled: false })));
  assert.ok(implicated(victims(3, MINUTE, look), customers(3, HOUR, { type: 'signup' })));
  const unnamed = customers(1, HOUR, { account: null });
  assert.ok(implicated(victims(3, MINUTE, look), customers(2, HOUR), unnamed));
});
