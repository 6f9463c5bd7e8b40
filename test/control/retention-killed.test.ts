// Tests retention in a process that dies right after its last batch: the next run deletes what that batch left unused, on both engines.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { withFolder } from '../cli/run-cli.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

const COUNT = 'SELECT count(*) AS count FROM client_signals';

async function losesUnusedSignals(store: Store, count: () => Promise<number>): Promise<void> {
  const server = await startTestServer({ store });
  try {
    const { number } = server.environments.test;
    for (const timezone of ['Europe/Vaduz', 'Europe/Rome', 'Europe/Oslo']) {
      const body = { event: 'login', account: { id: 'ann' }, signals: { timezone, language: 'it' } };
      assert.equal((await server.event(server.keys.test.secret, body)).statusCode, 201);
    }
    const later = Date.now() + 1_000;
    assert.equal((await store.privacy.forgetBefore(number, later, 1)).cleaned, 1);
    assert.equal((await store.privacy.forgetBefore(number, later, 3)).cleaned, 2);
    assert.equal(await count(), 3);
    assert.deepEqual(await applyRetention(server.context), [], 'no environment has a limit');
    assert.equal(await count(), 0);
  } finally {
    await server.close();
  }
}

test('SQLite', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'assay.db');
    await losesUnusedSignals(await openSqlite({ path }), async () => {
      const other = new DatabaseSync(path);
      const { count } = other.prepare(COUNT).get() as { count: number };
      other.close();
      return count;
    });
  });
});

test('PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const client = new pg.Client(url);
  await client.connect();
  try {
    await losesUnusedSignals(await openPostgres({ url }), async () =>
      Number((await client.query(COUNT)).rows[0].count),
    );
  } finally {
    await client.end();
    await drop();
  }
});
