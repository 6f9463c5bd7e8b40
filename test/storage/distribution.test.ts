// docs/citus.sql distributes the tables by environment over a Citus cluster: its list is complete and its keys allow it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { type PostgresServer, startPostgres } from '../postgres.ts';

const script = readFileSync(new URL('../../docs/citus.sql', import.meta.url), 'utf8');
const distributed = [...script.matchAll(/create_distributed_table\('(\w+)', 'environment_id'/g)].map((m) => m[1]);
const replicated = [...script.matchAll(/create_reference_table\('(\w+)'\)/g)].map((m) => m[1]);

const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
/** The first column of every unique index: Citus enforces uniqueness only within a shard. */
const UNIQUE = `SELECT c.relname AS table, i.relname AS index, a.attname AS first FROM pg_index x
  JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
  WHERE x.indisunique AND c.relnamespace = 'public'::regnamespace`;
const FOREIGN = `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint WHERE contype = 'f'`;

describe('distribution over Citus', () => {
  let server: PostgresServer;
  let client: pg.Client;
  before(async () => {
    server = await startPostgres();
    await (await openPostgres({ url: server.url })).close();
    client = new pg.Client(server.url);
    await client.connect();
  });
  after(async () => {
    await client.end();
    await server.stop();
  });

  test('lists every table once, as distributed or replicated', async () => {
    const { rows } = await client.query(TABLES);
    assert.deepEqual([...distributed, ...replicated].sort(), rows.map(({ name }) => name).sort());
  });

  test('starts every unique index of a distributed table with the environment', async () => {
    const { rows } = await client.query(UNIQUE);
    const wrong = rows.filter(({ table, first }) => distributed.includes(table) && first !== 'environment_id');
    assert.deepEqual(wrong, []);
    assert.ok(rows.length > distributed.length);
  });

  test('points foreign keys only to replicated tables', async () => {
    const { rows } = await client.query(FOREIGN);
    assert.deepEqual(
      rows.filter(({ to }) => !replicated.includes(to)),
      [],
    );
    assert.ok(rows.length > 0);
  });
});
