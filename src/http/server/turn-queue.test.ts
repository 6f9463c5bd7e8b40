// Tests the order of turns, their limits per tick, and that there can be any number of consecutive turns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { type TurnLimits, TurnQueue } from './turn-queue.ts';

const limited = (limits: TurnLimits) => new TurnQueue(() => limits);

test('a tick runs its number of steps; those that wait keep their order', async () => {
  const queue = limited({ steps: 3, time: 0 });
  const ran: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    queue.take(() => {
      ran.push(name);
      if (name === 'b') queue.take(() => ran.push('taken by b'));
    });
  }
  assert.deepEqual(ran, ['a', 'b'], 'the first steps run at once');
  await nextTick();
  assert.deepEqual(ran.slice(2, 3), ['taken by b']);
  await nextTick();
  assert.deepEqual(ran.slice(3), ['c', 'd', 'e']);
});

test('the next step of a tick runs after the microtasks of the one before, so that its time includes them', async () => {
  const queue = limited({ steps: 3, time: 0 });
  const ran: string[] = [];
  const answer = async (name: string) => {
    ran.push(`parsed ${name}`);
    for (let n = 0; n < 10; n += 1) await null;
    ran.push(`answered ${name}`);
  };
  queue.take(() => {
    queue.take(() => void answer('b'));
    queue.take(() => void answer('c'));
    void answer('a');
  });
  await nextTick();
  assert.deepEqual(ran, ['parsed a', 'answered a', 'parsed b', 'answered b', 'parsed c', 'answered c']);
});

test('limits change between steps', async () => {
  const limits = { steps: 1, time: 0 };
  const queue = limited(limits);
  const ran: number[] = [];
  for (const n of [1, 2, 3, 4]) queue.take(() => ran.push(n));
  limits.steps = 2;
  await nextTick();
  assert.deepEqual(ran, [1, 2, 3]);
});

test('steps with an interval wait for it', async () => {
  const queue = limited({ steps: 1, time: 0, every: 30 });
  const ran: number[] = [];
  const startedAt = performance.now();
  for (const n of [1, 2, 3]) queue.take(() => ran.push(n));
  assert.deepEqual(ran, [1]);
  while (ran.length < 3) await sleep(5);
  // Timers are accurate to a millisecond.
  assert.ok(performance.now() - startedAt > 57);
});

test('100,000 steps that each take the next do not overflow the stack', async () => {
  const queue = limited({ steps: Number.POSITIVE_INFINITY, time: 0 });
  let left = 100_000;
  const step = () => {
    left -= 1;
    if (left > 0) queue.take(step);
  };
  queue.take(step);
  await nextTick();
  assert.equal(left, 0);
});

test('a step that throws does not end the turns of others', async () => {
  const queue = limited({ steps: 1, time: 0 });
  assert.throws(() => queue.take(() => assert.fail('broken')));
  let ran = false;
  queue.take(() => (ran = true));
  await nextTick();
  assert.ok(ran);
});
