// Tests which joined ids of a device become suspect, and when one belongs to a twin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addJoinedId, isJoinedId, isTwinId, learnOwnId, ownIdOnly, suspectLaterIds } from './joined-ids.ts';

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

test("only the device's own id is not joined, however many ids joined since", () => {
  let ids = ownIdOnly('own');
  for (const id of ['1', '2', '3', '4', '5', '6']) {
    ids = suspectLaterIds(addJoinedId(ids, id), 'own');
    for (const joined of ['1', id]) assert.equal(isJoinedId(ids, joined), true, `${joined} after ${id}`);
    assert.equal(isJoinedId(ids, 'own'), false);
    assert.equal(isTwinId(ids, 'own'), false);
  }
  assert.deepEqual(ids, ['+6', '+5', '+4', '+3', '=own']);
});

test('a device of an earlier version learns its own id while no id can be missing from its list', () => {
  assert.equal(isJoinedId(undefined, 'own'), false);
  assert.deepEqual(learnOwnId(['1'], 'own'), ['1', '=own']);
  assert.deepEqual(learnOwnId(['+1', '2'], '1'), ['+1', '2']);
  const full = ['4', '3', '2', '1'];
  assert.equal(isJoinedId(full, 'any'), true, 'its own or one that was pushed out');
  assert.equal(learnOwnId(full, 'any'), full);
  assert.deepEqual(learnOwnId(['1', '=own'], 'other'), ['1', '=own']);
});
