// Tests which joined ids of a device become suspect, and when one belongs to a twin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addJoinedId,
  hasOwnId,
  isJoinedId,
  isTwinId,
  learnOwnId,
  ownIdOnly,
  suspectLaterIds,
  takeDevice,
} from './joined-ids.ts';

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
  assert.equal(isTwinId([], 'younger'), false);
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
  assert.equal(isJoinedId([], 'own'), false);
  assert.deepEqual(learnOwnId(['1'], 'own'), ['1', '=own']);
  assert.deepEqual(learnOwnId(['+1', '2'], '1'), ['+1', '2']);
  const full = ['4', '3', '2', '1'];
  assert.equal(isJoinedId(full, 'any'), true, 'its own or one that was pushed out');
  assert.equal(learnOwnId(full, 'any'), full);
  assert.deepEqual(learnOwnId(['1', '=own'], 'other'), ['1', '=own']);
});

test('an id that the list of a device with an own id has forgotten belongs to a twin', () => {
  const ids = ['1', '2', '3', '4', '5'].reduce<readonly string[]>(addJoinedId, ownIdOnly('own'));
  assert.deepEqual(ids, ['5', '4', '3', '2', '=own']);
  assert.equal(isTwinId(ids, '1'), true);
  for (const id of ['2', '5', 'own']) assert.equal(isTwinId(ids, id), false, id);
  assert.equal(isTwinId(['4', '3', '2', '1'], 'any'), false, 'its own or one that was pushed out');
});

test('a browser that returns between private windows is not forgotten', () => {
  let ids = addJoinedId(ownIdOnly('lost'), 'browser');
  for (const id of ['1', '2', '3', '4', '5', '6']) ids = suspectLaterIds(addJoinedId(ids, id), 'browser');
  assert.deepEqual(ids, ['+6', '+5', '+4', 'browser', '=lost']);
});

test('whoever proves a device first leaves no other id to it', () => {
  const ids = ['1', '2', '3', '4', '5'].reduce<readonly string[]>(addJoinedId, ownIdOnly('planted'));
  assert.deepEqual(takeDevice(ids, '5'), ['=5']);
  const taken = takeDevice(ids, null);
  for (const id of ['planted', '1', '5']) assert.equal(isTwinId(taken, id), true, id);
  assert.equal(isJoinedId(addJoinedId(taken, 'next'), 'next'), true);
  assert.equal(takeDevice(taken, null), taken, 'an unchanged list causes no write');
  assert.deepEqual(takeDevice([], null), []);
});

test('a device has an id of its own, none, or it is not known', () => {
  assert.equal(hasOwnId(addJoinedId(ownIdOnly('own'), 'joined')), true);
  assert.equal(hasOwnId(addJoinedId(takeDevice([], null), 'joined')), false);
  assert.equal(hasOwnId(['joined']), false);
  assert.equal(hasOwnId([]), false);
});
