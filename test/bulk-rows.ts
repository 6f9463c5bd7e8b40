// Fills tables of either engine directly, past the service: for tests and measurements over more rows than can be recorded.
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import type { Row, Value } from '../src/storage/engine.ts';

/** Where the data of a store lies. */
export type Place = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

export interface BulkTables {
  insert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>;
  /** Without values: for commands, and questions to the engine itself. */
  all(sql: string): Promise<Row[]>;
  /** Drops the indexes of these tables for the time of `work`: built at once they cost a tenth. Primary keys stay. */
  withoutIndexes(tables: readonly string[], work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function openTables(place: Place): Promise<BulkTables> {
  return place.engine === 'sqlite' ? sqliteTables(place.path) : postgresTables(place.url);
}

function sqliteTables(path: string): BulkTables {
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA busy_timeout = 10000; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 20000',
  );
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const all = async (sql: string) => database.prepare(sql).all() as Row[];
  return {
    all,
    async insert(table, columns, rows) {
      const sql = `INSERT OR FAIL INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      database.exec('BEGIN IMMEDIATE');
      for (const row of rows) statement.run(...row);
      database.exec('COMMIT');
    },
    withoutIndexes: (tables, work) =>
      rebuilding(
        all,
        `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${quoted(tables)})`,
        work,
      ),
    close: async () => database.close(),
  };
}

async function postgresTables(url: string): Promise<BulkTables> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('SET synchronous_commit = off');
  const all = async (sql: string) => (await client.query(sql)).rows as Row[];
  return {
    all,
    async insert(table, columns, rows) {
      if (rows.length === 0) return;
      const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      const names = columns.join();
      const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`;
      await client.query(sql, [JSON.stringify(records)]);
    },
    withoutIndexes: (tables, work) =>
      rebuilding(
        all,
        `SELECT i.indexname AS name, i.indexdef AS sql FROM pg_indexes i
          WHERE i.schemaname = 'public' AND i.tablename IN (${quoted(tables)})
          AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`,
        work,
      ),
    close: () => client.end(),
  };
}

async function rebuilding(all: BulkTables['all'], indexes: string, work: () => Promise<void>): Promise<void> {
  const found = (await all(indexes)) as { name: string; sql: string }[];
  for (const { name } of found) await all(`DROP INDEX ${name}`);
  await work();
  for (const { sql } of found) await all(sql);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join();
}
