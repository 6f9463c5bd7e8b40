// Direct access to the tables of a SQLite or PostgreSQL database, bypassing the service: for seeding and for engine-level queries.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import type { Row, Value } from '../../src/storage/engine.ts';

/** Where a database is. */
export type DatabaseLocation = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

export interface Tables {
  /** Runs a statement without parameters and returns its rows. */
  all(sql: string): Promise<Row[]>;
  insert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>;
  /** Runs `work` in one transaction. */
  inTransaction(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Opens a connection that does not flush writes to disk, because the data is temporary. */
export async function openTables(location: DatabaseLocation): Promise<Tables> {
  return location.engine === 'sqlite' ? sqliteTables(location.path) : postgresTables(location.url);
}

function sqliteTables(path: string): Tables {
  const database = new DatabaseSync(path);
  // `threads = 2` lets SQLite sort in a second thread while it builds an index.
  database.exec(`PRAGMA busy_timeout = 10000; PRAGMA synchronous = OFF; PRAGMA cache_size = -1048576; PRAGMA threads = 2;
    PRAGMA wal_autocheckpoint = 20000`);
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  return {
    all: async (sql) => database.prepare(sql).all() as Row[],
    async insert(table, columns, rows) {
      const sql = `INSERT OR FAIL INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      for (const row of rows) statement.run(...row);
    },
    async inTransaction(work) {
      database.exec('BEGIN IMMEDIATE');
      await work();
      database.exec('COMMIT');
    },
    async close() {
      database.close();
      // The file stays open until its statements are garbage-collected: the binding has no way to finalize them.
      statements.clear();
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

async function postgresTables(url: string): Promise<Tables> {
  const client = new pg.Client(url);
  await client.connect();
  const all = async (sql: string) => (await client.query(sql)).rows as Row[];
  await all('SET synchronous_commit = off');
  return {
    all,
    async insert(table, columns, rows) {
      if (rows.length === 0) return;
      const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
      const names = columns.join();
      const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`;
      await client.query(sql, [JSON.stringify(records)]);
    },
    async inTransaction(work) {
      await all('BEGIN');
      await work();
      await all('COMMIT');
    },
    close: () => client.end(),
  };
}
