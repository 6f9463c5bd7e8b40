// Measures how many bytes the stored events take on disk, indexes included.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';

/** Reads the PostgreSQL database at `databaseUrl`; with null, the SQLite file in `dataDir` and its write-ahead log. */
export async function databaseBytes(
  dataDir: string,
  databaseUrl: string | null,
): Promise<{ bytes: number; events: number }> {
  if (databaseUrl === null) {
    const path = join(dataDir, 'assay.db');
    const database = new DatabaseSync(path, { readOnly: true });
    // Counts the pages as they will be in the file after the write-ahead log is checkpointed.
    const sql = `SELECT page_count * page_size AS bytes, (SELECT count(*) FROM events) AS events
      FROM pragma_page_count(), pragma_page_size()`;
    const row = database.prepare(sql).get() as { bytes: number; events: number };
    database.close();
    return row;
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    'SELECT pg_database_size(current_database())::float8 AS bytes, (SELECT count(*) FROM events)::float8 AS events',
  );
  await client.end();
  return rows[0];
}
