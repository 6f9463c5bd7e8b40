// Tests the class of every status and error, and the backoff schedule of five attempts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTEMPT_ERRORS, classify, nextStep } from './retry.ts';

test('classifies every status', () => {
  for (let status = 100; status <= 999; status++) {
    const expected =
      status >= 200 && status < 300
        ? 'success'
        : status >= 300 && status < 500 && status !== 408 && status !== 429
          ? 'permanent'
          : 'retryable';
    assert.equal(classify({ httpStatus: status, error: null }), expected, String(status));
  }
});

test('retries every error except a forbidden target', () => {
  for (const error of ATTEMPT_ERRORS) {
    const expected = error === 'target_refused' ? 'permanent' : 'retryable';
    assert.equal(classify({ httpStatus: null, error }), expected, error);
  }
});

test('retries after 1, 5, 30 and 120 minutes, then stops', () => {
  const ended = 1_000_000;
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((number) => nextStep(number, 'retryable', ended)),
    [
      { status: 'pending', nextAttemptAt: ended + 60_000 },
      { status: 'pending', nextAttemptAt: ended + 300_000 },
      { status: 'pending', nextAttemptAt: ended + 1_800_000 },
      { status: 'pending', nextAttemptAt: ended + 7_200_000 },
      { status: 'exhausted', nextAttemptAt: null },
    ],
  );
  assert.deepEqual(nextStep(3, 'success', ended), { status: 'delivered', nextAttemptAt: null });
  assert.deepEqual(nextStep(1, 'permanent', ended), { status: 'failed', nextAttemptAt: null });
});
