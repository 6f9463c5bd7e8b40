// Copies a PostgreSQL database into a SQLite file with the same tables, as one snapshot, while the service runs.
import type pg from 'pg';
import type { Row, Value } from '../engine.ts';
import { requireTables } from '../postgres/schema.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { withSession } from './postgres-session.ts';
import { copyDatabase, migrateFile, removeDatabase } from './sqlite-file.ts';
import { APPLIED_MIGRATIONS, dataTables, type Table } from './tables.ts';

/** Rows per round trip: about 2 MB of events. */
const BATCH = 2_000;

/**
 * Writes all rows of the database to a new SQLite file at `target`. Every table is read in one REPEATABLE READ transaction, so
 * the copy is one snapshot and blocks no writer.
 * @throws Error when the database has another schema than this program.
 */
export async function exportPostgres(url: string, target: string): Promise<void> {
  await createTables(target);
  const file = new SqliteConnection(target, { readOnly: false });
  try {
    await withSession(url, 'assay backup', async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await requireTables(client, url);
      await requireSameSchema(client, file);
      // Tables are copied in an order that may break references; the caller checks the finished file.
      file.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN');
      for (const table of dataTables(file)) await copyTable(client, file, table);
      file.exec('COMMIT');
    });
  } finally {
    file.close();
  }
}

/** Creates the tables in another file and copies that file, because whatever created them may keep it open; see `migrateFile`. */
async function createTables(target: string): Promise<void> {
  const empty = `${target}.schema`;
  removeDatabase(empty);
  try {
    await migrateFile(empty);
    await copyDatabase(empty, target);
  } finally {
    removeDatabase(empty);
  }
}

async function requireSameSchema(client: pg.Client, file: SqliteConnection): Promise<void> {
  const own = file.prepare(APPLIED_MIGRATIONS).all() as Row[];
  const { rows } = await client.query<Row>(APPLIED_MIGRATIONS);
  const digest = (applied: readonly Row[]) =>
    applied.map(({ version, checksum }) => `${version} ${checksum}`).join('\n');
  if (digest(rows) === digest(own)) return;
  throw new Error(
    `the database is at schema version ${rows.length} and this program at ${own.length}: make the backup with the version of ` +
      'Assay that serves this database',
  );
}

async function copyTable(client: pg.Client, file: SqliteConnection, { name, columns }: Table): Promise<void> {
  const list = columns.join(', ');
  const insert = file.prepare(`INSERT INTO ${name} (${list}) VALUES (${columns.map(() => '?').join(', ')})`);
  await client.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT ${list} FROM ${name}`);
  for (;;) {
    const { rows } = await client.query<Record<string, Value>>(`FETCH ${BATCH} FROM backup`);
    for (const row of rows) insert.run(...columns.map((column) => row[column] as Value));
    if (rows.length < BATCH) break;
  }
  await client.query('CLOSE backup');
}
