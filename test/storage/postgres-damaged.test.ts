// Tests that a damaged page of PostgreSQL is reported as unavailable storage, as with SQLite, and not as a defect of Assay.
import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

test('F11: a read of a damaged page fails as unavailable', async () => {
  // A separate server, because its files are damaged.
  const server = await startPostgres();
  try {
    const { url } = await freshDatabase(server.url);
    const store = await openPostgres({ url });
    await store.ready();
    await store.close();
    await damageFirstPage(url, 'schema_migrations');
    // A restarted server reads the page from its file.
    await server.crash();
    await assert.rejects(
      openPostgres({ url, access: 'control' }),
      (error) => error instanceof Failure && error.kind === 'unavailable' && /invalid page/.test(String(error.cause)),
    );
  } finally {
    await server.stop();
  }
});

async function damageFirstPage(url: string, table: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CHECKPOINT');
  const { rows } = await client.query<{ folder: string; file: string }>(
    `SELECT current_setting('data_directory') AS folder, pg_relation_filepath($1) AS file`,
    [table],
  );
  await client.end();
  const file = openSync(join(rows[0]?.folder ?? '', rows[0]?.file ?? ''), 'r+');
  writeSync(file, Buffer.alloc(64, 0xff), 0, 64, 0);
  closeSync(file);
}
