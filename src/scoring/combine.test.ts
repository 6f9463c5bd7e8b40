// Tests the score arithmetic: additivity and both ceilings over sets of signals, and the level boundaries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Addend, combine } from './combine.ts';
import { levelOf } from './level.ts';
import { SIGNALS } from './signals/index.ts';

/** Every signal that may take a score above 89. Spelled out, because adding one must be deliberate. */
const MAY_BLOCK = new Set([
  'DEVICE_TAMPERED',
  'BRUTE_FORCE_SUSPECTED',
  'PERSISTENT_FAILURES',
  'CREDENTIAL_STUFFING_SUSPECTED',
  'SIGNUP_VELOCITY',
  'PASSWORD_RESET_VELOCITY',
  'MFA_ABUSE_SUSPECTED',
  'PAYMENT_VELOCITY',
  'SENSITIVE_CHANGE_UNRECOGNIZED',
  'SESSION_DEVICE_CHANGED',
]);
/** The signals that keep a score from blocking. */
const RECOGNIZING = new Set(['KNOWN_DEVICE', 'TRUSTED_DEVICE']);

type Coded = Addend & { code: string };

const ADDENDS: readonly Coded[] = SIGNALS.map(({ code, weight, recognizes }) => ({
  code,
  weight,
  blockCapable: MAY_BLOCK.has(code),
  recognizes,
}));

function expected(set: readonly Coded[]): number {
  const sum = set.reduce((total, { weight }) => total + weight, 0);
  const mayBlock = set.some(({ code }) => MAY_BLOCK.has(code)) && !set.some(({ code }) => RECOGNIZING.has(code));
  return Math.min(mayBlock ? 100 : 89, Math.max(0, sum));
}

test('clamps the sum and applies both ceilings: 200,000 sets, all pairs and triples', () => {
  const check = (set: readonly Coded[]): void => {
    const score = combine(set);
    // Compare plainly first: building an assertion message for every set would take as long as a thousand tests.
    if (score !== expected(set)) assert.fail(`${set.map(({ code }) => code)} gave ${score}, not ${expected(set)}`);
  };
  const all = ADDENDS.length;
  for (let a = 0; a < all; a += 1) {
    for (let b = a; b < all; b += 1) {
      for (let c = b; c < all; c += 1) check(ADDENDS.filter((_, index) => index === a || index === b || index === c));
    }
  }
  // A linear congruential generator: the same sets on every run, of any number of signals.
  let state = 1;
  const coin = (): boolean => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state < 0;
  };
  for (let step = 0; step < 200_000; step += 1) check(ADDENDS.filter(coin));
});

test('exactly the listed signals may block, and exactly the listed ones recognize', () => {
  const evidence = { about: 'source', key: 'device' };
  for (const signal of SIGNALS) {
    assert.equal(signal.blockCapable(evidence), MAY_BLOCK.has(signal.code), signal.code);
    assert.equal(signal.recognizes, RECOGNIZING.has(signal.code), signal.code);
    assert.ok(Number.isInteger(signal.weight) && signal.weight !== 0, signal.code);
  }
  const codes = new Set<string>(SIGNALS.map(({ code }) => code));
  assert.equal(codes.size, SIGNALS.length);
  for (const code of [...MAY_BLOCK, ...RECOGNIZING]) assert.ok(codes.has(code), code);
  for (const code of ['BRUTE_FORCE_SUSPECTED', 'PASSWORD_RESET_VELOCITY', 'PAYMENT_VELOCITY']) {
    const signal = SIGNALS.find((one) => one.code === code);
    assert.equal(signal?.blockCapable({ about: 'account', key: 'account' }), false, code);
  }
});

test('order does not matter, and a positive signal never lowers the score', () => {
  fc.assert(
    fc.property(fc.subarray([...ADDENDS]), fc.constantFrom(...ADDENDS), (set, extra) => {
      assert.equal(combine([...set].reverse()), combine(set));
      const more = set.includes(extra) ? set : [...set, extra];
      if (extra.weight > 0) assert.ok(combine(more) >= combine(set));
    }),
    { numRuns: 2000 },
  );
});

test('levels end at 29, 49 and 89, inclusive', () => {
  const expectedLevels = [
    [0, 'low'],
    [29, 'low'],
    [30, 'medium'],
    [49, 'medium'],
    [50, 'high'],
    [89, 'high'],
    [90, 'critical'],
    [100, 'critical'],
  ] as const;
  for (const [score, level] of expectedLevels) assert.equal(levelOf(score), level);
});
