// Tests that a backup of PostgreSQL and its restore copy every row of a table that is larger than their batches.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { exportPostgres } from '../../src/storage/backup/postgres-export.ts';
import { importPostgres } from '../../src/storage/backup/postgres-import.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';

/** More than two batches of a backup, and than four of a restore. */
const ROWS = 4_001;
const FILL = `INSERT INTO rejection_counts (environment_id, bucket, count, kind, word)
  SELECT 1, n, n * n, 'event', 'word ' || n FROM generate_series(1, ${ROWS}) AS n`;
const READ = 'SELECT bucket, count, word FROM rejection_counts ORDER BY bucket';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows.map((row) => ({ ...row }));
  } finally {
    await client.end();
  }
}

test('a backup and its restore copy all rows of a large table', async () => {
  const [source, target] = [await freshDatabase(), await freshDatabase()];
  await withFolder(async (folder) => {
    await (await openPostgres({ url: source.url })).close();
    await query(source.url, FILL);
    const backup = join(folder, 'backup.db');
    await exportPostgres(source.url, backup);
    const file = new SqliteConnection(backup, { readOnly: true });
    const copied = file.prepare(READ).all() as { bucket: number; count: number; word: string }[];
    file.close();
    const expected = Array.from({ length: ROWS }, (_, index) => {
      const n = index + 1;
      return { bucket: n, count: n * n, word: `word ${n}` };
    });
    assert.deepEqual(
      copied.map((row) => ({ ...row })),
      expected,
    );
    await importPostgres(backup, target.url);
    const texts = expected.map(({ bucket, count, word }) => ({ bucket: String(bucket), count: String(count), word }));
    assert.deepEqual(await query(target.url, READ), texts);
  });
  await Promise.all([source.drop(), target.drop()]);
});
