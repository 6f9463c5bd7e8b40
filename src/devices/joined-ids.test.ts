// Tests which joined ids of a device become suspect, and when one belongs to a twin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addJoinedId, isTwinId, suspectLaterIds } from './joined-ids.ts';

test('a returning id makes only the ids that joined after it suspect', () => {
  const joined = addJoinedId(addJoinedId(addJoinedId([], 'first'), 'second'), 'third');
  assert.deepEqual(joined, ['third', 'second', 'first']);
  assert.equal(suspectLaterIds(joined, 'third'), joined);
  assert.deepEqual(suspectLaterIds(joined, 'first'), ['+third', '+second', 'first']);
  assert.deepEqual(suspectLaterIds(joined, 'original'), ['+third', '+second', '+first']);
});

test('a suspect id that returns belongs to a twin', () => {
  const suspects = suspectLaterIds(addJoinedId([], 'younger'), 'older');
  assert.equal(isTwinId(suspects, 'younger'), true);
  assert.equal(isTwinId(suspects, 'older'), false);
  assert.equal(isTwinId(undefined, 'younger'), false);
  assert.equal(isTwinId(suspects, null), false);
  assert.equal(suspectLaterIds(suspects, 'older'), suspects, 'an unchanged list causes no write');
});

test('limits the list, and an id that joins again is no longer suspect', () => {
  const many = ['1', '2', '3', '4', '5', '6'].reduce<readonly string[]>(addJoinedId, []);
  assert.deepEqual(many, ['6', '5', '4', '3']);
  assert.deepEqual(addJoinedId(suspectLaterIds(addJoinedId([], 'younger'), 'older'), 'younger'), ['younger']);
});
