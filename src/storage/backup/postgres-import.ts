// Loads a SQLite file with the current schema into an empty PostgreSQL database, in one transaction.
import type pg from 'pg';
import { WrongDatabase } from '../data-folder.ts';
import type { Row } from '../engine.ts';
import { loadMigrations, MIGRATIONS_DIR } from '../migrate.ts';
import { openPostgres } from '../postgres/open.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { withSession } from './postgres-session.ts';
import { dataTables, type Table } from './tables.ts';

/** Rows per statement. */
const BATCH = 1_000;

/**
 * Creates the tables in the database at `url` and loads all rows of the file at `source`, or none. `migrationsDir` holds the
 * migrations of the file: those of this program, unless a test loads an older one.
 * @throws WrongDatabase when the database contains an organization already, or the file is newer than the migrations.
 */
export async function importPostgres(source: string, url: string, migrationsDir = MIGRATIONS_DIR): Promise<void> {
  requireKnownSchema(source, loadMigrations(migrationsDir).length);
  await (await openPostgres({ url, migrationsDir })).close();
  const file = new SqliteConnection(source, { readOnly: true });
  try {
    await withSession(url, 'assay restore', async (client) => {
      await client.query('BEGIN');
      // Excludes a first start and another restore, which also write this table.
      await client.query('LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE');
      const { rowCount } = await client.query('SELECT 1 FROM organizations LIMIT 1');
      if (rowCount !== 0)
        throw new WrongDatabase('the database at DATABASE_URL is not empty: restore into a new, empty database');
      for (const table of dataTables(file)) await copyTable(file, client, table);
      await resetSequences(client);
      await client.query('COMMIT');
      // Everything is restored; autovacuum would do this later.
      await client.query('ANALYZE').catch(() => {});
    });
  } finally {
    file.close();
  }
}

/** A program works with the file of a newer one if the newer migrations say so, but its own tables lack what they added. */
function requireKnownSchema(source: string, newest: number): void {
  const file = new SqliteConnection(source, { readOnly: true });
  const applied = file.get<{ version: number }>('SELECT max(version) AS version FROM schema_migrations')?.version ?? 0;
  file.close();
  if (applied <= newest) return;
  throw new WrongDatabase(
    `the backup is at schema version ${applied} and this program at ${newest}: restore it with the version of Assay that made it`,
  );
}

async function copyTable(file: SqliteConnection, client: pg.Client, { name, columns }: Table): Promise<void> {
  const list = columns.join(', ');
  const insert = `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE
    SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1)`;
  let batch: Row[] = [];
  const send = async () => {
    if (batch.length > 0) await client.query(insert, [JSON.stringify(batch)]);
    batch = [];
  };
  for (const row of file.prepare(`SELECT ${list} FROM ${name}`).iterate() as Iterable<Row>) {
    batch.push(row);
    if (batch.length === BATCH) await send();
  }
  await send();
}

/** Makes new environments continue after the highest number that was restored. */
async function resetSequences(client: pg.Client): Promise<void> {
  await client.query(
    `SELECT setval(pg_get_serial_sequence('environments', 'number'), max(number)) FROM environments HAVING count(*) > 0`,
  );
}
