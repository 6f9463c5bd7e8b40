// The arithmetic as a contract: additivity and both ceilings over sets of codes, and the bands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Addend, combine } from './combine.ts';
import { levelOf } from './level.ts';
import { SIGNALS } from './signals/index.ts';

/** Every code with each answer it can give to "may this block?". */
const NEVER_BLOCKING = new Set([
  'NEW_DEVICE',
  'UNPROVEN_DEVICE',
  'FINGERPRINT_ONLY',
  'KNOWN_DEVICE',
  'TRUSTED_DEVICE',
  'NEW_NETWORK',
  'UNRECOGNIZED_CONTEXT',
  'UNFAMILIAR_DEVICE',
  'RAPID_NETWORK_CHANGE',
  'DORMANT_ACCOUNT',
  'LOGIN_FAILURES_ELEVATED',
  'ACCOUNT_UNDER_ATTACK',
  'MULTI_ACCOUNT_FAILURES',
  'ATTACK_WAVE',
  'AUTOMATION_TRACES',
  'AUTOMATION_SUSPECTED',
  'SIGNALS_MISSING',
  'UNKNOWN_SOURCE',
  'MULTIPLE_ACCOUNTS_PER_DEVICE',
  'PAYMENT_ON_NEW_DEVICE',
]);
const KNOWN = new Set(['KNOWN_DEVICE', 'TRUSTED_DEVICE']);

function addends(mask: number): Addend[] {
  return SIGNALS.filter((_, index) => (mask & (1 << index)) !== 0).map(({ code, weight }) => ({
    code,
    weight,
    blockCapable: !NEVER_BLOCKING.has(code),
  }));
}

function expected(set: readonly Addend[]): number {
  const sum = set.reduce((total, { weight }) => total + weight, 0);
  const mayBlock = set.some(({ code }) => !NEVER_BLOCKING.has(code)) && !set.some(({ code }) => KNOWN.has(code));
  return Math.min(mayBlock ? 100 : 89, Math.max(0, sum));
}

test('clamped sum and both ceilings hold over a fifth of a million sets of codes, all pairs and triples among them', () => {
  const check = (mask: number): void => {
    const set = addends(mask);
    const score = combine(set);
    // Plain comparison first: building an assertion for every set would take the time of a thousand tests.
    if (score !== expected(set)) assert.fail(`${set.map(({ code }) => code)} gave ${score}, not ${expected(set)}`);
  };
  const all = SIGNALS.length;
  for (let a = 0; a < all; a += 1) {
    for (let b = a; b < all; b += 1) for (let c = b; c < all; c += 1) check((1 << a) | (1 << b) | (1 << c));
  }
  for (let step = 0; step < 200_000; step += 1) check(Math.imul(step, 2654435761) & (2 ** all - 1));
});

test('the catalog allows exactly the listed codes to block', () => {
  const evidence = { about: 'source', key: 'device' };
  for (const signal of SIGNALS) {
    assert.equal(signal.blockCapable(evidence), !NEVER_BLOCKING.has(signal.code), signal.code);
    assert.ok(Number.isInteger(signal.weight) && signal.weight !== 0, signal.code);
  }
  assert.equal(new Set(SIGNALS.map(({ code }) => code)).size, 30);
  for (const code of ['BRUTE_FORCE_SUSPECTED', 'PASSWORD_RESET_VELOCITY', 'PAYMENT_VELOCITY']) {
    const signal = SIGNALS.find((one) => one.code === code);
    assert.equal(signal?.blockCapable({ about: 'account', key: 'account' }), false, code);
  }
});

test('the order of signals never matters, and one more positive code never lowers the score', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** SIGNALS.length - 1 }), fc.nat(SIGNALS.length - 1), (mask, extra) => {
      const set = addends(mask);
      assert.equal(combine([...set].reverse()), combine(set));
      const more = addends(mask | (1 << extra));
      if ((SIGNALS[extra]?.weight ?? 0) > 0) assert.ok(combine(more) >= combine(set));
    }),
    { numRuns: 2000 },
  );
});

test('bands end at 29, 49 and 89, inclusive', () => {
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
