// Which ids of a device are doubted, and when one is a twin's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTwinId, joinedAfter, joinedWith } from './joined-ids.ts';

test('an id that returns doubts those that joined after it, and no other', () => {
  const joined = joinedWith(joinedWith(joinedWith([], 'first'), 'second'), 'third');
  assert.deepEqual(joined, ['third', 'second', 'first']);
  assert.equal(joinedAfter(joined, 'third'), joined);
  assert.deepEqual(joinedAfter(joined, 'first'), ['+third', '+second', 'first']);
  assert.deepEqual(joinedAfter(joined, 'original'), ['+third', '+second', '+first']);
});

test('a doubted id that returns is a twin; a lost one never returns', () => {
  const doubted = joinedAfter(joinedWith([], 'younger'), 'older');
  assert.equal(isTwinId(doubted, 'younger'), true);
  assert.equal(isTwinId(doubted, 'older'), false);
  assert.equal(isTwinId(undefined, 'younger'), false);
  assert.equal(isTwinId(doubted, null), false);
  assert.equal(joinedAfter(doubted, 'older'), doubted, 'no write without news');
});

test('the list is short, and an id that joins again is no longer doubted', () => {
  const many = ['1', '2', '3', '4', '5', '6'].reduce<readonly string[]>(joinedWith, []);
  assert.deepEqual(many, ['6', '5', '4', '3']);
  assert.deepEqual(joinedWith(joinedAfter(joinedWith([], 'younger'), 'older'), 'younger'), ['younger']);
});
