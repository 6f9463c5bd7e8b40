// Tests that numbers read the same in every sentence, from one to a million.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatNumber } from './format-count.ts';

test('thousands are separated, fractions are kept', () => {
  assert.deepEqual([0, 999, 1_000, 1_234_567, 1_234.5].map(formatNumber), [
    '0',
    '999',
    '1,000',
    '1,234,567',
    '1,234.5',
  ]);
});

test('a count is followed by its noun, in the singular for one', () => {
  assert.equal(formatCount(1, 'event'), '1 event');
  assert.equal(formatCount(1_000, 'event'), '1,000 events');
  assert.equal(formatCount(2, 'entry', 'entries'), '2 entries');
});
