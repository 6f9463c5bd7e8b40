// Tests the keyed mutex of one process: order, independence, timeouts and failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { KeyedMutex } from './key-locks.ts';

/** Tracks which jobs have started, and can finish each. */
function track(mutex: KeyedMutex) {
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  const start = (label: string, ...names: string[]) =>
    mutex.runExclusive(names, () => {
      started.push(label);
      return new Promise<void>((resolve) => finishers.set(label, resolve));
    });
  return { started, start, finish: (label: string) => finishers.get(label)?.() };
}

test('runs jobs with a common name in order, and others concurrently', async () => {
  const { started, start, finish } = track(new KeyedMutex());
  const all = [
    start('1', 'a', 'b'),
    start('2', 'b'),
    start('3', 'a'),
    start('4', 'c'),
    start('5', 'b', 'a'),
    start('6'),
  ];
  await nextTick();
  assert.deepEqual(started.toSorted(), ['1', '4', '6']);
  finish('1');
  await nextTick();
  assert.deepEqual(started.slice(3).toSorted(), ['2', '3']);
  finish('2');
  await nextTick();
  assert.equal(started.length, 5);
  finish('3');
  await nextTick();
  assert.equal(started.at(-1), '5');
  for (const label of ['4', '5', '6']) finish(label);
  await Promise.all(all);
});

test('continues after a failure; a timed-out job fails without blocking later ones', async () => {
  const mutex = new KeyedMutex(20);
  const { started, start, finish } = track(mutex);
  const first = start('1', 'a');
  await assert.rejects(start('2', 'a'), { kind: 'unavailable' });
  const third = start('3', 'a');
  finish('1');
  await first;
  await nextTick();
  assert.deepEqual(started, ['1', '3']);
  finish('3');
  await third;
  const failing = mutex.runExclusive(['a'], () => Promise.reject(new Error('no')));
  const after = mutex.runExclusive(['a'], async () => 'done');
  await assert.rejects(failing, /no/);
  assert.equal(await after, 'done');
});
