// Tests that events of a batch that request the same window share one read, and that each sees the same as alone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { DAY, MINUTE } from '../../src/vocabulary/clock.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment } from './contract/engine-under-test.ts';
import { digest, eventKeys, NOON, writes } from './sample.ts';

const database = await freshDatabase();
const [batched, single] = await Promise.all([
  openPostgres({ url: database.url }),
  openPostgres({ url: database.url, batches: false }),
]);
after(async () => {
  await Promise.all([batched.close(), single.close()]);
  await database.drop();
});

/** More failures (400) and successes (100) than a window has, and few attempts: two partitions are full, one is not. */
const PAST = [
  { type: 'login_failed', count: 430 },
  { type: 'login', count: 130 },
  { type: 'password_reset_requested', count: 20 },
];

/** Keys at `at` with the shared address, fingerprint and session, and with an account and device of their own. */
function keysAt(environmentNumber: number, at: number, name: string) {
  const own = { accountKey: digest(`account ${name}`), persistentId: digest(`id ${name}`) };
  return eventKeys(environmentNumber, { ...own, at, sessionToken: digest('token') });
}

/** `count` events whose times are spread evenly over the hour before noon and, with `later`, ten minutes after it. */
async function fill(environmentNumber: number, later: boolean): Promise<void> {
  const from = NOON - 60 * MINUTE;
  const until = later ? NOON + 10 * MINUTE : NOON - MINUTE;
  await Promise.all(
    PAST.flatMap(({ type, count }) =>
      Array.from({ length: count }, (_, index) => {
        const at = Math.round(from + ((until - from) * index) / count);
        const from_ = keysAt(environmentNumber, at, `${type} ${index}`);
        return batched.ingest(
          (transaction) => transaction.save(writes(from_, { event: { type, agent: digest(`${type} ${index}`) } })),
          from_,
        );
      }),
    ),
  );
}

/** The windows of events at these times, read in one batch and in separate transactions. */
async function windowsAt(environmentNumber: number, times: readonly number[]) {
  const read = (on: typeof batched) =>
    Promise.all(
      times.map((at, index) => {
        const keys = keysAt(environmentNumber, at, `asks ${index}`);
        return on.ingest(async (transaction) => {
          const { address, fingerprint, session } = await transaction.loadHistory(keys);
          return { address, fingerprint, session };
        }, keys);
      }),
    );
  return { together: await read(batched), alone: await read(single) };
}

test('events after all that is stored share the rows of one read', async () => {
  const { number } = await newEnvironment(batched);
  await fill(number, false);
  const times = Array.from({ length: 12 }, (_, index) => NOON + index);
  const { together, alone } = await windowsAt(number, times);
  assert.deepEqual(together, alone);
  assert.equal(alone[0]?.address.length, 400 + 100 + 20);
  for (const name of ['address', 'fingerprint', 'session'] as const)
    assert.ok(
      together.every((windows) => windows[name] === together[0]?.[name]),
      name,
    );
});

test('events between those that are stored, or a day after some, see the rows of their own time', async () => {
  const { number } = await newEnvironment(batched);
  await fill(number, true);
  const times = [
    ...Array.from({ length: 12 }, (_, index) => NOON + index * MINUTE),
    ...Array.from({ length: 12 }, (_, index) => NOON - 60 * MINUTE + DAY + index * 6 * MINUTE),
  ];
  const { together, alone } = await windowsAt(number, times);
  assert.deepEqual(together, alone);
  const lengths = new Set(alone.map(({ address }) => address.length));
  assert.ok(lengths.size >= 10, `${lengths.size} different windows`);
});
