// Tests the sentence about the result of a challenge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as result from './challenge-result.ts';

const { RESULT_TYPES } = result;
const challengeResult = (
  event: typeof challenged,
  factors: Parameters<typeof result.challengeResult>[1],
  isOver = true,
) => result.challengeResult(event, factors, isOver);
const AT = Date.parse('2026-03-02T14:00:00.000Z');
const later = (seconds: number) => new Date(AT + seconds * 1000).toISOString();
const challenged = { id: 'evt_1', created_at: later(0), device: { id: 'dev_1' } };
const factor = (event_type: string, seconds: number, device = 'dev_1') => ({
  ...{ id: `evt_${seconds}`, event_type, credential: 'secret' as const },
  ...{ created_at: later(seconds), device: { id: device } },
});

test('a passed second factor is named with its time, on the same device first', () => {
  assert.equal(
    challengeResult(challenged, [
      factor('mfa_passed', 300),
      factor('mfa_passed', 20, 'dev_2'),
      factor('mfa_failed', 10),
    ]),
    'Passed: the account’s second factor was accepted 5 minutes later, on this device.',
  );
  assert.equal(
    challengeResult(challenged, [factor('mfa_success', 40, 'dev_2')]),
    'Passed: the account’s second factor was accepted 40 seconds later, on another device.',
  );
});

test('without one, failures are counted, and silence is no result', () => {
  assert.equal(
    challengeResult(challenged, [factor('mfa_failed', 9), factor('mfa_failure', 12)]),
    'Not passed: 2 second factors of the account failed within an hour.',
  );
  assert.match(challengeResult(challenged, []), /^Unknown: .* within an hour\.$/);
});

test('before the hour is over, a failure and silence are no result yet', () => {
  assert.equal(
    challengeResult(challenged, [factor('mfa_failed', 9)], false),
    'Not passed yet: 1 second factor of the account failed so far.',
  );
  assert.equal(
    challengeResult(challenged, [], false),
    'Not known yet: no second factor of the account was reported so far.',
  );
});

test('a pass that only a public key reports is a claim', () => {
  const claim = { ...factor('mfa_passed', 30), credential: 'public' as const };
  assert.equal(
    challengeResult(challenged, [claim]),
    'Not proven: only a browser says that a second factor was accepted 30 seconds later, on this device.',
  );
  assert.match(challengeResult(challenged, [claim, factor('mfa_passed', 90, 'dev_2')]), /^Passed.*90 seconds/);
});

test('the event itself and what came before it are no result', () => {
  assert.match(challengeResult({ ...challenged, id: 'evt_0' }, [factor('mfa_passed', 0)]), /^Unknown/);
  assert.match(challengeResult(challenged, [factor('mfa_passed', -5)]), /^Unknown/);
});

test('one request asks for all names of both types', () => {
  assert.ok(RESULT_TYPES.length <= 20, 'the filter of a list takes 20 values');
  for (const type of ['mfa_passed', 'mfa_failed', 'mfa_verified', 'mfa_failure'])
    assert.ok(RESULT_TYPES.includes(type));
});
