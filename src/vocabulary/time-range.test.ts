// Tests which ranges of time end before they begin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from './failure.ts';
import { isInverted, requireOrderedRange } from './time-range.ts';

test('a range is inverted if it ends before it begins', () => {
  assert.deepEqual([isInverted(1, 2), isInverted(2, 2), isInverted(2, 1)], [false, false, true]);
  assert.deepEqual([isInverted(null, 1), isInverted(1, null), isInverted(null, null)], [false, false, false]);
  assert.equal(isInverted(null, -1), false, 'an open side is no time');
  requireOrderedRange(1, 1, '/to');
  assert.throws(
    () => requireOrderedRange(2, 1, '/to'),
    (error) => error instanceof Failure && error.kind === 'invalid' && error.issues[0]?.pointer === '/to',
  );
});
