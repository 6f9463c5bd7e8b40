// The tables of a database of either engine, reached past the service: for fillers, and for questions to the engine itself.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import type { Row, Value } from '../../src/storage/engine.ts';

/** Where the data of a store lies. */
export type Place = { engine: 'sqlite'; path: string } | { engine: 'postgres'; url: string };

export interface Tables {
  /** Without values: for commands, and questions to the engine itself. */
  all(sql: string): Promise<Row[]>;
  insert(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): Promise<void>;
  /** Runs in one transaction. */
  together(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Nothing that is written through it is flushed: the data is thrown away afterwards. */
export async function openTables(place: Place): Promise<Tables> {
  return place.engine === 'sqlite' ? sqliteTables(place.path) : postgresTables(place.url);
}

function sqliteTables(path: string): Tables {
  const database = new DatabaseSync(path);
  // Sorting for an index takes a second thread.
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
    async together(work) {
      database.exec('BEGIN IMMEDIATE');
      await work();
      database.exec('COMMIT');
    },
    async close() {
      database.close();
      // The file stays open until the statements are collected: the binding has no other way to end them.
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
      const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
      const names = columns.join();
      const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`;
      await client.query(sql, [JSON.stringify(records)]);
    },
    async together(work) {
      await all('BEGIN');
      await work();
      await all('COMMIT');
    },
    close: () => client.end(),
  };
}
