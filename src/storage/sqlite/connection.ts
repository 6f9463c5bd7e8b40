// A thin adapter over the SQLite binding: caches prepared statements by their text and classifies errors.
// The binding has node:sqlite's API, which replaces it when Node 20 is no longer supported.
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Failure } from '../../vocabulary/failure.ts';
import type { Batcher, Row, Value } from '../engine.ts';
import type { Statement, Write } from '../sql.ts';
import { expand, type MacroExpansions } from '../sql-macros.ts';

type Database = InstanceType<typeof DatabaseSync>;
type PreparedStatement = ReturnType<Database['prepare']>;

/** A statement that returns each row as a list, with the names of its columns. */
interface PreparedRead {
  statement: PreparedStatement;
  names: readonly string[];
}

const MACROS: MacroExpansions = {
  int8: 'INTEGER',
  flag: 'INTEGER',
  json_rows: 'json_group_array(json_array',
  byte_order: '',
  in_texts: 'IN (SELECT value FROM json_each(?))',
  each_json: 'json_each(?) AS each',
  each_text: 'json_each(?) AS each',
  // One row, so FAIL leaves nothing to undo: with a trigger on the table, ABORT costs an undo journal per insert.
  append_to: 'INSERT OR FAIL INTO',
  // The one writing connection runs one transaction at a time anyway.
  lock_e: '',
  lock_free_rows: '',
  lock_rows: '',
};

/** SQLite's primary result codes caused by the disk or a lock, not the statement: the beginning of the message, and our reason. */
const UNAVAILABLE: ReadonlyMap<number, readonly [message: string, reason: string]> = new Map([
  [5, ['database is locked', 'another process holds the write lock']],
  [6, ['database table is locked', 'a table is locked']],
  [7, ['out of memory', 'out of memory']],
  [8, ['attempt to write a readonly database', 'the database is read-only']],
  [10, ['disk I/O error', 'the disk failed']],
  [11, ['database disk image is malformed', 'the database is damaged; stop the service and restore a backup']],
  [13, ['database or disk is full', 'the disk is full']],
  [14, ['unable to open database file', 'the database file cannot be opened']],
  [26, ['file is not a database', 'the database file is damaged; stop the service and restore a backup']],
]);
/** SQLite's primary result codes that this program handles. `full`: also at the page limit of a database. */
export const RESULT_CODES = { error: 1, busy: 5, readOnly: 8, ioError: 10, full: 13, cannotOpen: 14 } as const;
/** Errors of the system that SQLite reports as a failed disk, the first two only when the index of the log cannot grow. */
const NO_SPACE: readonly unknown[] = [constants.errno.ENOSPC, constants.errno.EDQUOT, constants.errno.EFBIG];
export const FILE_TOO_LARGE =
  'a file has reached the largest size that the file system or this process (ulimit -f) allows';

/** The fields of an error of the binding. */
interface SqliteErrorFields {
  code?: unknown;
  errcode?: unknown;
  /** The last error of the system. */
  systemErrno?: unknown;
  message?: unknown;
}

/** SQLite's primary result code of an error, or 0 when the error is not SQLite's. */
export function sqliteCode(error: unknown): number {
  const { code, errcode, systemErrno, message } = (error ?? {}) as SqliteErrorFields;
  if (typeof errcode === 'number' && (errcode & 255) === RESULT_CODES.ioError && NO_SPACE.includes(systemErrno))
    return RESULT_CODES.full;
  if (typeof errcode === 'number') return errcode & 255;
  if (code !== 'ERR_SQLITE_ERROR') return 0;
  // The binding gives no result code when a read of several rows fails.
  const known = [...UNAVAILABLE].find(([, [text]]) => String(message).startsWith(text));
  return known?.[0] ?? RESULT_CODES.error;
}

/** Whether SQLite reported the error, as opposed to this program. */
export function isSqliteError(error: unknown): boolean {
  return sqliteCode(error) !== 0;
}

/** Why the disk or a lock is in the way; undefined when SQLite reported no such error. */
export function reasonOf(error: unknown): string | undefined {
  const known = UNAVAILABLE.get(sqliteCode(error))?.[1];
  const isTooLarge = (error as SqliteErrorFields | null)?.systemErrno === constants.errno.EFBIG;
  return isTooLarge && sqliteCode(error) === RESULT_CODES.full ? FILE_TOO_LARGE : known;
}

/** `Failure('unavailable')` when a retry may help, else the error itself. */
export function toFailure(error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === undefined ? error : unavailable(reason, error);
}

/** Bytes; SQLite allows 512 for each of the files beside the database. */
const LONGEST_PATH = 499;

/** The error to throw instead of SQLite's while the database at `path` is opened, whose text names neither the file nor the cause. */
export function openingError(path: string, error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  const isTooLong = Buffer.byteLength(resolve(path)) > LONGEST_PATH;
  const why = isTooLong ? `its path is too long for SQLite, which allows ${LONGEST_PATH} bytes` : reason;
  return new Error(`the database ${resolve(path)} cannot be opened: ${why}`, { cause: error });
}

/** The path in a form that SQLite takes for a path: it reads `file:data/assay.db` as a URI, and opens `data/assay.db`. */
export function absolutePath(path: string): string {
  return path === ':memory:' ? path : resolve(path);
}

/** A temporary failure: callers should retry after a second. */
export function unavailable(reason: string, cause: unknown): Failure {
  return new Failure('unavailable', 'storage_unavailable', `storage cannot accept this now: ${reason}`, {
    retryAfter: 1,
    cause,
  });
}

const DONE = Promise.resolve();

/**
 * Rows as objects. The binding builds objects more slowly, as dictionaries that are slow to read: a row of 22 columns takes 7.7
 * microseconds that way and 5.2 this way.
 */
function rowsOf(names: readonly string[], lists: readonly Value[][]): Row[] {
  const rows: Row[] = [];
  for (const list of lists) {
    const row: Row = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] as string] = list[index];
    rows.push(row);
  }
  return rows;
}

export class SqliteConnection implements Batcher {
  readonly readsAhead = false;
  readonly #database: Database;
  readonly #statements = new Map<string, PreparedStatement>();
  readonly #reads = new Map<string, PreparedRead>();
  #writes = 0;

  constructor(path: string, options: { readOnly: boolean }) {
    this.#database = new DatabaseSync(absolutePath(path), {
      readOnly: options.readOnly,
      enableForeignKeyConstraints: true,
    });
  }

  /** Whether a transaction is open: SQLite ends it by itself after some errors. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** The number of writing statements that have succeeded so far: one that fails changes nothing. */
  get writes(): number {
    return this.#writes;
  }

  // Not `async`: a failing statement throws synchronously, so that the statements after it do not run.
  all<R>({ text }: Statement, ...values: Value[]): Promise<R[]> {
    const { statement, names } = this.#prepareRead(text);
    return Promise.resolve(rowsOf(names, statement.all(...values) as unknown as Value[][]) as R[]);
  }

  run({ text }: Write, ...values: Value[]): Promise<number> {
    const { changes } = this.prepare(text).run(...values);
    this.#writes += 1;
    return Promise.resolve(changes);
  }

  /** `run` builds an object with the number of changes and the last rowid, which takes half a microsecond; `get` builds nothing. */
  send({ text }: Write, ...values: Value[]): Promise<void> {
    this.prepare(text).get(...values);
    this.#writes += 1;
    return DONE;
  }

  /** Runs a script of several commands without values. */
  exec(text: string): void {
    this.#database.exec(text);
  }

  /** The first row of a command, such as a PRAGMA. */
  get<R>(text: string): R | undefined {
    return this.prepare(text).get() as R | undefined;
  }

  /** @throws Error when the text contains an unknown macro. */
  prepare(text: string): PreparedStatement {
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#database.prepare(expand(text, MACROS));
      this.#statements.set(text, statement);
    }
    return statement;
  }

  #prepareRead(text: string): PreparedRead {
    let read = this.#reads.get(text);
    if (read === undefined) {
      const statement = this.#database.prepare(expand(text, MACROS));
      statement.setReturnArrays(true);
      read = { statement, names: statement.columns().map(({ name }) => name) };
      this.#reads.set(text, read);
    }
    return read;
  }

  close(): void {
    this.#statements.clear();
    this.#reads.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}
