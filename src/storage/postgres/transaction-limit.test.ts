// Tests how much of its callers' time a transaction needs to begin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBegin } from './transaction-limit.ts';

test('a transaction begins only while a fifth of the deadline is left, and more than its limit ends before the deadline', () => {
  for (const [remainingMs, deadlineMs, expected] of [
    [9_000, 9_000, true],
    [1_801, 9_000, true],
    [1_800, 9_000, false],
    [0, 9_000, false],
    [201, 500, true],
    [200, 500, false],
  ] as const) {
    assert.equal(mayBegin(remainingMs, deadlineMs), expected, `${remainingMs} of ${deadlineMs} ms`);
  }
});
