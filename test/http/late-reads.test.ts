// Tests reads that wait for others of their member until their deadline: each of them gets its 503.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_IN_PROGRESS, ReadsInProgress } from '../../src/http/server/reads-in-progress.ts';
import { withinDeadline } from '../../src/storage/postgres/deadline.ts';

const DEADLINE_MS = 30;

/** Keeps the event loop busy until the deadlines of all calls so far have passed: no timer has run then. */
function passDeadline(): void {
  const until = performance.now() + 2 * DEADLINE_MS;
  while (performance.now() < until);
}

test('a read whose deadline passes as another one ends is not taken for one of a client that is gone', async () => {
  const reads = new ReadsInProgress((waitedMs, work) => withinDeadline(DEADLINE_MS - waitedMs, work));
  const ends: (() => void)[] = [];
  const first = Array.from({ length: MAX_IN_PROGRESS }, () =>
    reads.run(
      'a member',
      () => 'yes',
      () => new Promise<string>((resolve) => ends.push(() => resolve('read'))),
    ),
  );
  const waiting = reads.run(
    'a member',
    () => 'yes',
    async () => 'begun after its deadline',
  );
  const late = assert.rejects(waiting, /^Failure: the database did not answer in time$/);
  passDeadline();
  for (const end of ends) end();
  assert.deepEqual(await Promise.all(first), Array(MAX_IN_PROGRESS).fill('read'));
  await late;
  assert.equal(
    await reads.run(
      'a member',
      () => 'yes',
      async () => 'next',
    ),
    'next',
  );
});
