// Tests that the schema follows the rule by which `assay distribute` places tables: keys allow it, and no growing table is excluded.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { TABLES } from '../../src/storage/sql.ts';
import { type PostgresServer, startPostgres } from '../postgres.ts';

/**
 * The tables that stay on the coordinator. Each is found by a digest, an address or an organization, and grows with members
 * and settings. A table that grows with events begins its primary key with the environment instead.
 */
const ON_COORDINATOR = [
  ...['api_keys', 'audit_entries', 'audit_heads', 'dashboard_sessions', 'environments', 'invitations', 'key_proofs'],
  'login_limits',
  ...['organizations', 'policy_rules', 'recovery_codes', 'schema_compatibility', 'schema_migrations', 'second_factors'],
  'users',
];

/** The first column of every unique index: Citus enforces uniqueness only within a shard. */
const UNIQUE = `SELECT c.relname AS table, i.relname AS index, a.attname AS first, x.indisprimary AS primary FROM pg_index x
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

  test('begins the primary key of every table that is not on the coordinator with the environment', async () => {
    const { rows } = await client.query<{ table: string; first: string; primary: boolean }>(UNIQUE);
    const distributed = rows.filter(({ primary, first }) => primary && first === 'environment_id');
    assert.deepEqual([...distributed.map(({ table }) => table), ...ON_COORDINATOR].sort(), [...TABLES].sort());
  });

  test('starts every unique index of a distributed table with the environment', async () => {
    const { rows } = await client.query<{ table: string; first: string }>(UNIQUE);
    const wrong = rows.filter(({ table, first }) => !ON_COORDINATOR.includes(table) && first !== 'environment_id');
    assert.deepEqual(wrong, []);
    assert.ok(rows.length > ON_COORDINATOR.length);
  });

  test('points foreign keys only from and to tables on the coordinator', async () => {
    const { rows } = await client.query<{ from: string; to: string }>(FOREIGN);
    assert.deepEqual(
      rows.filter(({ from, to }) => !ON_COORDINATOR.includes(from) || !ON_COORDINATOR.includes(to)),
      [],
    );
    assert.ok(rows.length > 0);
  });
});
