// Tests that concurrent exports share the ticks of the event loop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { onePerTick } from './page-turns.ts';

test('ten exports at once read or use one page per tick, in turns', async () => {
  let tick = 0;
  let isDone = false;
  const steps: { stream: number; tick: number }[] = [];
  const counting = (async () => {
    while (!isDone) {
      tick += 1;
      await nextTick();
    }
  })();
  async function* pages(stream: number) {
    for (let page = 0; page < 5; page += 1) {
      steps.push({ stream, tick });
      yield page;
    }
  }
  const results = await Promise.all(
    Array.from({ length: 10 }, async (_, stream) => {
      const read: number[] = [];
      for await (const page of onePerTick(pages(stream))) {
        steps.push({ stream, tick });
        read.push(page);
      }
      return read;
    }),
  );
  isDone = true;
  await counting;
  assert.deepEqual(results, Array(10).fill([0, 1, 2, 3, 4]));
  // One turn can fall on each side of the count of a tick.
  const most = Math.max(...steps.map((step) => steps.filter((other) => other.tick === step.tick).length));
  assert.ok(most <= 2, String(most));
  const streams = steps.slice(0, 20).map(({ stream }) => stream);
  assert.equal(new Set(streams).size, 10, 'none is ahead');
});

test('an export that is not read to its end ends its pages', async () => {
  let isEnded = false;
  async function* pages() {
    try {
      for (;;) yield 1;
    } finally {
      isEnded = true;
    }
  }
  for await (const _page of onePerTick(pages())) break;
  assert.ok(isEnded);
});
