// A thin adapter over the SQLite binding: prepared statements kept by their text, and its errors told apart.
// The binding has node:sqlite's API, which replaces it when Node 20 is no longer supported.
import { DatabaseSync } from '@photostructure/sqlite';
import { Failure } from '../../vocabulary/failure.ts';
import type { Batcher, Value } from '../engine.ts';

type Database = InstanceType<typeof DatabaseSync>;
type Statement = ReturnType<Database['prepare']>;

/** The words that SQL written for both engines may hold between double braces. */
const SQL_WORDS: Readonly<Record<string, string>> = {
  int8: 'INTEGER',
  flag: 'INTEGER',
  json_rows: 'json_group_array(json_array',
  each_json: 'json_each(?) AS each',
  each_text: 'json_each(?) AS each',
  in_texts: 'IN (SELECT value FROM json_each(?))',
  // One row, so that failing is undoing: with a trigger on the table, ABORT would cost an undo journal for each insert.
  append_to: 'INSERT OR FAIL INTO',
  // The one writing connection has its turn anyway.
  lock_e: '',
  lock_free_rows: '',
  lock_rows: '',
};

/** SQLite's primary result codes that mean "the disk or the lock, not the statement". */
const UNAVAILABLE: ReadonlyMap<number, string> = new Map([
  [5, 'another process holds the write lock'],
  [6, 'a table is locked'],
  [7, 'out of memory'],
  [8, 'the database is read-only'],
  [10, 'the disk failed'],
  [13, 'the disk is full'],
  [14, 'the database file cannot be opened'],
]);

/** SQLite's primary result code of an error, or 0 when it is none of SQLite's. */
export function sqliteCode(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 255 : 0;
}

/** The error as callers are told: `Failure('unavailable')` when a retry may help, else the error itself. */
export function toFailure(error: unknown): unknown {
  const reason = UNAVAILABLE.get(sqliteCode(error));
  return reason === undefined ? error : unavailable(reason, error);
}

/** A failure that may pass: callers are asked to come back. */
export function unavailable(reason: string, cause: unknown): Failure {
  return new Failure('unavailable', 'storage_unavailable', `storage cannot take this now: ${reason}`, {
    retryAfter: 1,
    cause,
  });
}

const DONE = Promise.resolve();

export class SqliteConnection implements Batcher {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(path: string, options: { readOnly: boolean }) {
    this.#database = new DatabaseSync(path, { readOnly: options.readOnly, enableForeignKeyConstraints: true });
  }

  /** Whether a transaction is open: SQLite ends it by itself after some errors. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  // Not `async`: a failing statement throws at once, so that what follows it is not run.
  all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    return Promise.resolve(this.prepare(sql).all(...values) as R[]);
  }

  run(sql: string, ...values: Value[]): Promise<number> {
    return Promise.resolve(this.prepare(sql).run(...values).changes);
  }

  send(sql: string, ...values: Value[]): Promise<void> {
    this.prepare(sql).run(...values);
    return DONE;
  }

  /** Runs a script of several statements without values. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  get<R>(sql: string, ...values: Value[]): R | undefined {
    return this.prepare(sql).get(...values) as R | undefined;
  }

  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql.replace(/\{\{(\w+)\}\}/g, (_, word: string) => SQL_WORDS[word] as string));
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}
