// Tests on which connections the lookups of an event run while a server is short of connections.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { pooledWithSpare } from '../../src/storage/postgres/pooled-reader.ts';
import { select } from '../../src/storage/sql.ts';
import { freshDatabase } from '../postgres.ts';

const { url, drop } = await freshDatabase();
after(drop);

async function administrate(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

test('an idle spare connection is used before another one is opened, which the server refuses', async () => {
  // No limit applies to superusers.
  await administrate("CREATE ROLE short LOGIN PASSWORD 'short'");
  const limited = new URL(url);
  [limited.username, limited.password] = ['short', 'short'];
  const [usual, spare] = [0, 1].map(() => openPool({ url: limited.href, size: 2, plans: 'ordered' })) as [
    pg.Pool,
    pg.Pool,
  ];
  const reader = pooledWithSpare(usual, spare, 9_000);
  const lookUp = () => reader.all<{ one: number }>(select`1 AS one`);
  await spare.query('SELECT 1');
  await administrate('ALTER ROLE short CONNECTION LIMIT 1');
  assert.deepEqual(await lookUp(), [{ one: 1 }]);
  assert.equal(usual.totalCount, 0);
  await administrate('ALTER ROLE short CONNECTION LIMIT -1');
  const busy = await spare.connect();
  assert.deepEqual(await lookUp(), [{ one: 1 }]);
  assert.equal(usual.totalCount, 1, 'no spare one is idle');
  busy.release();
  await Promise.all([usual.end(), spare.end()]);
  await administrate('DROP ROLE short');
});
