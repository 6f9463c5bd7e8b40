// Who waits for whom within one process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { KeyedMutex } from './key-locks.ts';

/** Passes under way by name, and a way to end each. */
function passing(turnstile: KeyedMutex) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const pass = (label: string, ...names: string[]) =>
    turnstile.runExclusive(names, () => {
      begun.push(label);
      return new Promise<void>((resolve) => ends.set(label, resolve));
    });
  return { begun, pass, end: (label: string) => ends.get(label)?.() };
}

test('events with a common name pass one after the other, in their order; others pass at once', async () => {
  const { begun, pass, end } = passing(new KeyedMutex());
  const all = [pass('1', 'a', 'b'), pass('2', 'b'), pass('3', 'a'), pass('4', 'c'), pass('5', 'b', 'a'), pass('6')];
  await turn();
  assert.deepEqual(begun.toSorted(), ['1', '4', '6']);
  end('1');
  await turn();
  assert.deepEqual(begun.slice(3).toSorted(), ['2', '3']);
  end('2');
  await turn();
  assert.equal(begun.length, 5);
  end('3');
  await turn();
  assert.equal(begun.at(-1), '5');
  for (const label of ['4', '5', '6']) end(label);
  await Promise.all(all);
});

test('a failure lets the next one through; who waited too long is told, and those behind still get their turn', async () => {
  const turnstile = new KeyedMutex(20);
  const { begun, pass, end } = passing(turnstile);
  const first = pass('1', 'a');
  await assert.rejects(pass('2', 'a'), { kind: 'unavailable' });
  const third = pass('3', 'a');
  end('1');
  await first;
  await turn();
  assert.deepEqual(begun, ['1', '3']);
  end('3');
  await third;
  const failing = turnstile.runExclusive(['a'], () => Promise.reject(new Error('no')));
  const after = turnstile.runExclusive(['a'], async () => 'passed');
  await assert.rejects(failing, /no/);
  assert.equal(await after, 'passed');
});
