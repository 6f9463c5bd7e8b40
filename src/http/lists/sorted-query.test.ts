// Tests where the page of a search continues that stopped before it was full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continuedAt } from './sorted-query.ts';

const PAGE = { rows: ['a'], next: null, prev: null };
const KEY = [7, 'dev_1'];

test('a search that stopped continues where it stopped, in its direction', () => {
  const stoppedAt = { value: 7, id: 'dev_1' };
  assert.deepEqual(continuedAt(PAGE, null, stoppedAt), { ...PAGE, next: KEY });
  assert.deepEqual(continuedAt(PAGE, { direction: 'next', key: KEY }, stoppedAt), { ...PAGE, next: KEY });
  assert.deepEqual(continuedAt(PAGE, { direction: 'prev', key: KEY }, stoppedAt), { ...PAGE, prev: KEY });
  assert.deepEqual(continuedAt(PAGE, { direction: 'prev', key: KEY }, null), PAGE);
});
