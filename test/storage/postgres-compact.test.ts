// Tests that `compact` on PostgreSQL does not report success while deleted rows stay in the files.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { compact } from '../../src/storage/postgres/compact.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

const postgres = await startPostgres();
after(() => postgres.stop());
const { url } = await freshDatabase(postgres.url);
await (await openPostgres({ url })).close();

async function connect(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  return client;
}

const INSERT_NOTE = `INSERT INTO notes
  SELECT (jsonb_populate_record(NULL::notes, json_object_agg(attname, '0')::jsonb)).*
  FROM pg_attribute WHERE attrelid = 'notes'::regclass AND attnum > 0`;
const INSERT_NOTES = `INSERT INTO notes (environment_id, created_at, updated_at, id, kind, target, created_by_id, created_by_name, body)
  SELECT 0, 0, 0, n, 'event', n, '', '', $1 FROM generate_series(1, 100) AS n`;
/** Whether the file of the planner's samples contains a text. */
const SAMPLED = `SELECT position($1::text::bytea IN pg_read_binary_file(pg_relation_filepath('pg_statistic'))) > 0 AS found`;
/** An expression over their ids has an index, whose samples are its own. */
const INSERT_ACCOUNTS = `INSERT INTO accounts (environment_id, first_seen_at, proof_count, account_key, external_id)
  SELECT 0, 0, 0, n, $1 FROM generate_series(1, 100) AS n`;
const PAGES = "SELECT pg_relation_size('notes')::integer AS bytes";

test('rows that an older transaction may still read are not called removed', async () => {
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  const [administrator, reader] = [await connect('psql'), await connect('pg_dump')];
  for (const begin of ['ISOLATION LEVEL REPEATABLE READ; SELECT 1', '; SELECT pg_current_xact_id()']) {
    await administrator.query(INSERT_NOTE);
    await reader.query(`BEGIN ${begin}`);
    await administrator.query('DELETE FROM notes');
    await assert.rejects(compact(pool, 0), /^Error: a session of pg_dump .* may still read what was erased/);
    await reader.query('ROLLBACK');
  }
  await compact(pool, 0);
  assert.deepEqual((await administrator.query(PAGES)).rows, [{ bytes: 0 }]);
  await Promise.all([pool.end(), administrator.end(), reader.end()]);
});

test('no sample of the planner keeps what was erased', async () => {
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  const administrator = await connect('psql');
  const isSampled = async () => {
    await administrator.query('CHECKPOINT');
    return (await administrator.query(SAMPLED, ['a word of a note'])).rows[0].found;
  };
  for (const [table, insert, change] of [
    ['notes', INSERT_NOTES, "UPDATE notes SET body = 'another'"],
    ['notes', INSERT_NOTES, 'DELETE FROM notes'],
    ['accounts', INSERT_ACCOUNTS, 'DELETE FROM accounts'],
  ] as const) {
    await administrator.query(`DELETE FROM ${table}`);
    await administrator.query(insert, ['a word of a note that is erased']);
    await administrator.query(`ANALYZE ${table}`);
    await administrator.query(change);
    assert.equal(await isSampled(), true);
    await compact(pool, 0);
    assert.equal(await isSampled(), false, change);
  }
  await Promise.all([pool.end(), administrator.end()]);
});

test('a role that does not own the tables is told that it may not rewrite them', async () => {
  const administrator = await connect('psql');
  await administrator.query('CREATE ROLE data_only LOGIN');
  const asRole = new URL(url);
  asRole.username = 'data_only';
  const pool = openPool({ url: asRole.href, size: 1, plans: 'ordered' });
  await assert.rejects(
    compact(pool),
    /may not rewrite the tables .*\bevents\b.*, pg_statistic: run compact as the owner of/,
  );
  await Promise.all([pool.end(), administrator.end()]);
});
