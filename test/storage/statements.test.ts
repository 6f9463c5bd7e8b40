// Statements on real engines: unknown macros are rejected when prepared, merged writes respect tables, and tables are complete.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Batcher } from '../../src/storage/engine.ts';
import { PostgresConnection } from '../../src/storage/postgres/connection.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { select, TABLES, type Write } from '../../src/storage/sql.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { freshDatabase } from '../postgres.ts';

const database = await freshDatabase();
await (await openPostgres({ url: database.url })).close();
const pool = openPool({ url: database.url, size: 1, plans: 'ordered' });
const client = await pool.connect();
const sqlite = new SqliteConnection(':memory:', { readOnly: false });

after(async () => {
  sqlite.close();
  client.release();
  await pool.end();
  await database.drop();
});

/** A statement that no builder would create: no engine expands its macro. */
const UNKNOWN = { text: 'SELECT {{no_such_macro}}', touches: null } as const;
const UNKNOWN_WRITE: Write = { text: 'UPDATE users SET email = {{no_such_macro}}', touches: 'users' };
const ONE = select`1 AS one`;

const engines: [string, Batcher][] = [
  ['SQLite', sqlite],
  ['PostgreSQL', new PostgresConnection(client)],
];
for (const [name, querier] of engines) {
  describe(name, () => {
    test('rejects an unknown macro when the statement is prepared', async () => {
      const rejection = /unknown SQL macro \{\{no_such_macro\}\}/;
      // SQLite's adapter throws synchronously.
      await assert.rejects(async () => querier.all(UNKNOWN), rejection);
      await assert.rejects(async () => querier.run(UNKNOWN_WRITE), rejection);
      await assert.rejects(async () => querier.send(UNKNOWN_WRITE), rejection);
      assert.deepEqual(
        (await querier.all(ONE)).map((row) => ({ ...row })),
        [{ one: 1 }],
      );
    });
  });
}

test('an unknown macro rejects all reads merged with it, but no later ones', async () => {
  const querier = new PostgresConnection(client);
  const settled = await Promise.allSettled([querier.all(ONE), querier.all(UNKNOWN)]);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await querier.all(ONE), [{ one: 1 }]);
});

test('the declared tables are those of the schema', async () => {
  const { rows } = await client.query(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
  assert.deepEqual(rows.map(({ name }) => name).sort(), [...TABLES].sort());
});
