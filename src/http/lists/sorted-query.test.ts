// Tests where the page of a search continues that stopped before it was full.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchPage } from './sorted-query.ts';

const PAGE = { rows: ['a'], next: null, prev: null };
const EMPTY = { ...PAGE, rows: [] };
const KEY = [7, 'dev_1'];
const place = { value: 7, id: 'dev_1' };
const stopped = { stoppedAt: place, searchedTo: place };
const ended = { stoppedAt: null, searchedTo: place };
const [after, before] = [
  { direction: 'next', key: [1, 'dev_0'] },
  { direction: 'prev', key: [1, 'dev_0'] },
] as const;

test('a search that stopped continues where it stopped, in its direction', () => {
  assert.deepEqual(searchPage(PAGE, null, stopped), { ...PAGE, next: KEY });
  assert.deepEqual(searchPage(PAGE, after, stopped), { ...PAGE, next: KEY });
  assert.deepEqual(searchPage(PAGE, before, stopped), { ...PAGE, prev: KEY });
  assert.deepEqual(searchPage(PAGE, before, ended), PAGE);
});

test('a page without rows has a way back, except the first', () => {
  assert.deepEqual(searchPage(EMPTY, null, stopped), { ...EMPTY, next: KEY });
  assert.deepEqual(searchPage(EMPTY, before, stopped), { ...EMPTY, next: KEY, prev: KEY });
  assert.deepEqual(searchPage(EMPTY, before, ended), { ...EMPTY, next: KEY });
  assert.deepEqual(searchPage(EMPTY, after, ended), { ...EMPTY, prev: KEY });
  assert.deepEqual(searchPage(EMPTY, after, { stoppedAt: null, searchedTo: null }), EMPTY);
});
