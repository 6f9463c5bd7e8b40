// Tests the deletion of old counts of failures on PostgreSQL beside an import that begins between its statements.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import type { Querier } from '../../src/storage/engine.ts';
import { deleteOldFailures } from '../../src/storage/events/old-failures.ts';
import { PostgresConnection } from '../../src/storage/postgres/connection.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment, saveEvent } from './contract/engine-under-test.ts';
import { eventKeys, NOON } from './sample.ts';

test('leaves the counts of an import that begins after its positions were read', async () => {
  const { url, drop } = await freshDatabase();
  const store = await openPostgres({ url });
  const { number } = await newEnvironment(store);
  const at = NOON - 30 * DAY;
  const importLine = () =>
    saveEvent(
      store,
      { ...eventKeys(number), at },
      { failure: 'login', importPosition: { source: 'file', line: 1, savedAt: NOON } },
    );
  const client = new pg.Client(url);
  await client.connect();
  await client.query('BEGIN');
  const connection = new PostgresConnection(client);
  let reads = 0;
  const between: Querier = {
    run: (...write) => connection.run(...write),
    all: async (...read) => {
      reads += 1;
      if (reads === 2) await importLine();
      return connection.all(...read);
    },
  };
  const old = { now: NOON, before: NOON, importing: NOON - 7 * DAY };
  try {
    assert.equal(await deleteOldFailures(between, number, old, 9), 0);
    await client.query('COMMIT');
    const { rows } = await client.query('SELECT count(*)::integer AS counts FROM failure_counts');
    assert.deepEqual(rows, [{ counts: 2 }]);
  } finally {
    await client.end();
    await store.close();
    await drop();
  }
});
