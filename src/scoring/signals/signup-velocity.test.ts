// Tests how many signups SIGNUP_VELOCITY allows with one fingerprint in a /16 whose old customers show it, and which ones block.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { has, login, rows } from '../../../test/scoring/input.ts';
import { score } from '../score.ts';

const others = (n: number, type: string, changes: (index: number) => object = () => ({})) =>
  rows(n, (index) => ({ account: `other${index}`, type, ...changes(index) }));

test('counts signups with a fingerprint in one /16 against the old customers who have it', () => {
  const customers = (count: number) =>
    others(count, 'login', (index) => ({ recognized: true, wideNetwork: `1.${index}.0.0/16` }));
  const fires = (signups: number, old: number) =>
    has(
      score(login({ type: 'signup' }, { fingerprint: [...customers(old), ...others(signups - 1, 'signup')] })),
      'SIGNUP_VELOCITY',
    );
  assert.ok(fires(3, 12));
  assert.ok(!fires(3, 13), 'newcomers with a phone that everybody has');
  assert.ok(fires(25, 99));
  assert.ok(!fires(24, 99));
  assert.ok(!fires(40, 100), 'nobody knows how many more there are');
});

test('few old customers who log in again and again do not make a fingerprint common', () => {
  const again = (accounts: number) =>
    rows(100, (index) => ({ account: `other${index % accounts}`, type: 'login', recognized: true }));
  const fires = (signups: number, accounts: number) =>
    has(
      score(login({ type: 'signup' }, { fingerprint: [...again(accounts), ...others(signups - 1, 'signup')] })),
      'SIGNUP_VELOCITY',
    );
  assert.ok(fires(4, 13));
  assert.ok(!fires(3, 13));
  assert.ok(fires(19, 74));
  assert.ok(!fires(40, 75), 'almost as many customers as logins');
});

test('only signups on one device block, and at an address or with a fingerprint only a failed payment', () => {
  const robot = { type: 'signup', credential: 'secret', signals: { automation: { webdriver: true } } } as const;
  const scoreOf = (history: Parameters<typeof login>[1]) => score(login(robot, history)).score;
  const signups = (n: number, fingerprint = 'fingerprint') =>
    others(n, 'signup', () => ({ credential: 'secret', fingerprint }));
  assert.equal(scoreOf({ device: signups(2) }), 100);
  assert.equal(scoreOf({ fingerprint: signups(2) }), 89);
  assert.equal(scoreOf({ address: signups(9, 'another') }), 89);
  const evidence = (type: string) =>
    score(login({ ...robot, type }, { account: signups(1), address: signups(10, 'another') })).signals.find(
      ({ code }) => code === 'SIGNUP_VELOCITY',
    )?.metadata.shared;
  assert.deepEqual([evidence('login'), evidence('payment_attempt'), evidence('payment_failed')], [true, true, false]);
});
