// Tests the order of turns, their limit per tick, and that any number of them can follow each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { TurnQueue } from './turn-queue.ts';

test('a tick runs its number of steps; those that wait keep their order, before steps that they take', async () => {
  const queue = new TurnQueue({ steps: 3, time: 0 });
  const ran: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    queue.take(() => {
      ran.push(name);
      if (name === 'b') queue.take(() => ran.push('taken by b'));
    });
  }
  assert.deepEqual(ran, ['a', 'b', 'taken by b']);
  await nextTick();
  assert.deepEqual(ran.slice(3), ['c', 'd', 'e']);
});

test('100,000 steps that each take the next do not overflow the stack', () => {
  const queue = new TurnQueue({ steps: Number.POSITIVE_INFINITY, time: 0 });
  let left = 100_000;
  const step = () => {
    left -= 1;
    if (left > 0) queue.take(step);
  };
  queue.take(step);
  assert.equal(left, 0);
});

test('a step that throws does not end the turns of others', async () => {
  const queue = new TurnQueue({ steps: 1, time: 0 });
  assert.throws(() => queue.take(() => assert.fail('broken')));
  let ran = false;
  queue.take(() => (ran = true));
  await nextTick();
  assert.ok(ran);
});
