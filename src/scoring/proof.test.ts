// Tests which events still prove their source after the decision of the policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decision } from '../vocabulary/words.ts';
import { provesDespiteDecision } from './proof.ts';

const LOGIN = { credential: 'secret', type: 'login' } as const;
const STEP_UP = { credential: 'secret', type: 'mfa_passed' } as const;
/** For events whose score has not decided: the policy must not be asked again. */
const unasked = (): Decision => assert.fail('the score alone would not have been challenged');

test('a login that a rule challenges or blocks proves nothing', () => {
  const proves = (decision: Decision) => provesDespiteDecision(LOGIN, 20, decision, unasked);
  assert.deepEqual([proves('allow'), proves('monitor'), proves('block')], [true, true, false]);
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
  const proves = (score: number, basis: Decision) => provesDespiteDecision(LOGIN, score, 'challenge', () => basis);
  assert.deepEqual([proves(50, 'allow'), proves(50, 'monitor')], [true, true]);
  assert.deepEqual([proves(50, 'challenge'), proves(50, 'block'), proves(49, 'allow')], [false, false, false]);
});
