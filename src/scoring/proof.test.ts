// Tests which events prove their source, and which still do after the decision of the policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { known, login, rows } from '../../test/scoring/input.ts';
import { HOUR, MINUTE } from '../vocabulary/clock.ts';
import type { Decision } from '../vocabulary/words.ts';
import { deriveFacts } from './derive-facts.ts';
import { proves, provesDespiteDecision } from './proof.ts';

const LOGIN = { credential: 'secret', type: 'login' } as const;
const STEP_UP = { credential: 'secret', type: 'mfa_passed' } as const;
/** For events whose score has not decided: the policy must not be asked again. */
const unasked = (): Decision => assert.fail('the score alone would not have been challenged');

test('a login that a rule challenges or blocks proves nothing', () => {
  const proven = (decision: Decision) => provesDespiteDecision(LOGIN, 20, decision, unasked);
  assert.deepEqual([proven('allow'), proven('monitor'), proven('block')], [true, true, false]);
  assert.equal(
    provesDespiteDecision(LOGIN, 20, 'challenge', () => 'allow'),
    false,
  );
});

test('a second factor proves whatever the policy decides: it answers the challenge', () => {
  for (const decision of ['challenge', 'block'] as const) {
    assert.ok(provesDespiteDecision(STEP_UP, 20, decision, unasked));
    assert.ok(!provesDespiteDecision({ ...STEP_UP, credential: 'public' }, 20, decision, () => 'block'));
  }
});

test('an event that its score challenged proves unless the policy challenges it without what proofs ignore', () => {
  const proven = (score: number, basis: Decision) => provesDespiteDecision(LOGIN, score, 'challenge', () => basis);
  assert.deepEqual([proven(50, 'allow'), proven(50, 'monitor')], [true, true]);
  assert.deepEqual([proven(50, 'challenge'), proven(50, 'block'), proven(49, 'allow')], [false, false, false]);
});

test('a login that the server reports proves below 50, a claim at 29 or less, without automation', () => {
  const facts = (credential: 'public' | 'secret', changes = {}) => deriveFacts(known({ credential, ...changes }));
  const of = (credential: 'public' | 'secret', score: number, withoutAutomation = score) =>
    proves(facts(credential), { score, withoutAutomation });
  assert.deepEqual([of('public', 29), of('public', 30), of('public', 70, 29)], [true, false, true]);
  assert.deepEqual([of('secret', 49), of('secret', 50)], [true, false]);
  assert.deepEqual([of('secret', 99, 29), of('secret', 99, 30)], [true, false]);
  const nobody = facts('secret', { accountKey: null });
  assert.ok(!proves(nobody, { score: 0, withoutAutomation: 0 }));
});

test('a second factor proves unless it ends a burst of prompts or follows ten wrong codes in a day', () => {
  const after = (count: number, ago: number) => {
    const account = rows(count, () => ({ type: 'mfa_failed', credential: 'secret' }), ago);
    return proves(deriveFacts(login(STEP_UP, { account })), { score: 99, withoutAutomation: 99 });
  };
  assert.deepEqual([after(3, MINUTE), after(4, MINUTE)], [true, false]);
  assert.deepEqual([after(9, HOUR), after(10, HOUR)], [true, false]);
});
