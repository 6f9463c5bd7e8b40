// How many bytes the kept events take on disk, indexes included.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';

/** `databaseUrl` null reads the SQLite file in `dataDir` after a checkpoint; else the PostgreSQL database. */
export async function databaseBytes(
  dataDir: string,
  databaseUrl: string | null,
): Promise<{ bytes: number; events: number }> {
  if (databaseUrl === null) {
    const path = join(dataDir, 'assay.db');
    const database = new DatabaseSync(path, { readOnly: true });
    const row = database.prepare('SELECT count(*) AS events FROM events').get() as { events: number };
    database.close();
    return { bytes: statSync(path).size, events: row.events };
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    'SELECT pg_database_size(current_database())::float8 AS bytes, (SELECT count(*) FROM events)::float8 AS events',
  );
  await client.end();
  return rows[0];
}
