// Tests that old idempotency keys are deleted by key: by their age, each batch would read all old ones.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { planOf } from '../../bench/queries/query-plans.ts';
import { DELETE_OLD_RESPONSES } from '../../src/storage/events/privacy.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { single } from '../../src/storage/postgres/statements.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';

test('SQLite', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'assay.db');
    const store = await openSqlite({ path });
    const connection = new SqliteConnection(path, { readOnly: true });
    const text = connection.prepare(DELETE_OLD_RESPONSES.text).sourceSQL;
    const plan = connection.prepare(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[];
    connection.close();
    await store.close();
    assert.match(plan[0]?.detail ?? '', /idempotency_keys USING PRIMARY KEY \(environment_id=\? AND key=\?\)/);
  }));

test('PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const store = await openPostgres({ url });
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  try {
    const plan = await planOf(pool, single(DELETE_OLD_RESPONSES).text);
    const conditions = JSON.stringify(plan).match(/"Index Cond":"[^"]*"/g) ?? [];
    assert.ok(
      conditions.some((condition) => condition.includes('key = ')),
      JSON.stringify(plan),
    );
    assert.ok(!conditions.some((condition) => condition.includes('created_at')));
  } finally {
    await pool.end();
    await store.close();
    await drop();
  }
});
