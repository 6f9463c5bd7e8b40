// Property test: cached and short windows equal queried ones, in any order of events, failures and rollbacks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PastEvent } from '../../scoring/history.ts';
import { HOUR } from '../../vocabulary/clock.ts';
import { ALL_WINDOWS, PARTITION_CAP, PARTITIONS, partitionOf } from '../../vocabulary/windows.ts';
import { insertInto } from '../sql.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { ShortWindows } from './short-windows.ts';
import { CachedWindows, WindowCache } from './window-cache.ts';
import { QueriedWindows, type Windows } from './windows.ts';

function past(at: number, type: string, account: string): PastEvent {
  return {
    at,
    type,
    account,
    device: 'd',
    counterAddress: null,
    wideNetwork: null,
    fingerprint: null,
    agent: null,
    sessionToken: 's',
    recognized: false,
    settled: false,
    byId: false,
    credential: 'public',
  };
}

/** The columns that windows read; the id reflects the insertion order. */
const TABLE = `CREATE TABLE events (id INTEGER PRIMARY KEY, environment_id, at, type, account_key, device_id,
  counter_address, wide_network, fingerprint, agent, session_token, recognised, credential, state, windows DEFAULT 31, window_partition);
  CREATE INDEX by_account ON events (environment_id, account_key, at);
  CREATE INDEX by_device ON events (environment_id, device_id, at)`;
const INSERT = insertInto('events')`(environment_id, at, type, account_key, device_id, session_token, recognised,
  credential, state, window_partition) VALUES (1, ?, ?, ?, 'd', 's', 0, 'public', 'new', ?)`;

const saved = (event: PastEvent) =>
  ({
    ...event,
    environmentNumber: 1,
    accountKey: event.account,
    deviceId: event.device,
    windows: ALL_WINDOWS,
  }) as unknown as Parameters<CachedWindows['add']>[0];

/** Types of every partition. */
const TYPES = ['login_failed', 'password_reset_requested', 'login', 'login_failed', 'custom'];

/** One transaction that reads windows and saves events, and may be rolled back. A negative `jump` goes back in time. */
const steps = fc.array(
  fc.record({
    jump: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: HOUR }) },
      fc.integer({ min: -30 * HOUR, max: 0 }),
    ),
    account: fc.constantFrom('a', 'b'),
    rolledBack: fc.boolean(),
    repeats: fc.constantFrom(1, 1, 1, 150, 900),
  }),
  { maxLength: 30 },
);
test('cached and short windows equal windows read from the database', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const database = new SqliteConnection(':memory:', { readOnly: false });
      database.exec(TABLE);
      const cache = new WindowCache();
      const short = new ShortWindows(database);
      let now = 1_000 * HOUR;
      for (const [index, step] of list.entries()) {
        const at = now + step.jump;
        now = Math.max(now, at);
        database.exec('SAVEPOINT work');
        const windows = new CachedWindows(short, cache);
        for (let repeat = 0; repeat < step.repeats; repeat += 1) {
          if (repeat < 2 || repeat > step.repeats - 2) {
            const queried = new QueriedWindows(database);
            await assertSameWindows(windows, queried, step, at);
            await assertSameWindows(short, queried, step, at);
          }
          const event = past(at, TYPES[(index + repeat) % TYPES.length] as string, step.account);
          await database.run(INSERT, at, event.type, event.account, PARTITIONS.indexOf(partitionOf(event.type)));
          windows.add(saved(event));
        }
        if (step.rolledBack) {
          database.exec('ROLLBACK TO work');
          windows.undo();
          short.clear();
        }
        database.exec('RELEASE work');
      }
      database.close();
    }),
    { numRuns: 40 },
  );
});

async function assertSameWindows(windows: Windows, queried: Windows, { account }: { account: string }, at: number) {
  for (const [name, key] of [
    ['account', account],
    ['device', 'd'],
    ['session', 's'],
  ] as const) {
    assert.deepEqual(await windows.read(name, 1, key, at), await queried.read(name, 1, key, at));
  }
}

test('evicts the least recently used windows', () => {
  const cache = new WindowCache();
  const rows = Array.from({ length: PARTITION_CAP.attempt }, (_, index) => past(1_000 - index, 't', 'a'));
  for (let index = 0; index < 600; index += 1) {
    cache.set('account', `account:1:${index}`, 1_000, rows);
    assert.notEqual(cache.read('account', 'account:1:0', 1_000), null);
  }
  assert.equal(cache.read('account', 'account:1:1', 1_000), undefined);
  assert.notEqual(cache.read('account', 'account:1:599', 1_000), undefined);
});
