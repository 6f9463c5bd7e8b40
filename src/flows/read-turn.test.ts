// Tests that other work runs between long reads, and that they keep their order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { nextReadTurn, readTurn } from './read-turn.ts';

/** Occupies the event loop for as long as a long read. */
function readForLong(): void {
  const until = performance.now() + 3;
  while (performance.now() < until);
}

/** Runs `work` and returns it with what counts the ticks of the event loop meanwhile. */
async function countingTicks<T>(work: (tick: () => number) => Promise<T>): Promise<T> {
  let tick = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; tick += 1) await nextTick();
  })();
  const result = await work(() => tick);
  isDone = true;
  await counting;
  return result;
}

const differences = (ticks: readonly number[]) => ticks.slice(1).map((tick, at) => tick - (ticks[at] as number));

test('after each long read, other work has several ticks, and reads keep their order', async () => {
  const started: number[] = [];
  const ticks = await countingTicks((tick) =>
    Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        await readTurn('one');
        started.push(n);
        const startedAt = tick();
        readForLong();
        return startedAt;
      }),
    ),
  );
  assert.deepEqual(started, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.ok(Math.min(...differences(ticks)) >= 2, String(ticks));
});

test('the pages of reads at once take turns, too', async () => {
  const pages: { read: number; tick: number }[] = [];
  await countingTicks((tick) =>
    Promise.all(
      Array.from({ length: 5 }, async (_, read) => {
        for (let page = 0; page < 4; page += 1) {
          await nextReadTurn('one');
          pages.push({ read, tick: tick() });
          readForLong();
        }
      }),
    ),
  );
  assert.ok(Math.min(...differences(pages.map(({ tick }) => tick))) >= 2, JSON.stringify(pages));
  for (let at = 0; at < pages.length; at += 5) {
    const reads = pages.slice(at, at + 5).map(({ read }) => read);
    assert.deepEqual(reads.toSorted(), [0, 1, 2, 3, 4], 'none is ahead');
  }
});

test('someone with many reads holds up nobody else', async () => {
  const order: string[] = [];
  await readTurn('another');
  readForLong();
  const reads = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'b'].map(async (scope) => {
    await readTurn(scope);
    order.push(scope);
    readForLong();
  });
  await Promise.all(reads);
  assert.equal(order.join(''), 'abcabaaaa');
});

test('a read that fails leaves the turn to the next one', async () => {
  const failing = readTurn('one').then(() => Promise.reject(new Error('the read failed')));
  await assert.rejects(failing, /the read failed/);
  await readTurn('one');
});
