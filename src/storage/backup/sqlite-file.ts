// Copies a SQLite database into one consistent file while the service runs, and checks and describes such a file.
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSqliteError, openingError, SqliteConnection } from '../sqlite/connection.ts';
import { requireAccessToFiles, requireOneName, requireWritableFolder } from '../sqlite/file-checks.ts';
import { requireLog } from '../sqlite/log-check.ts';
import { openSqlite } from '../sqlite/open.ts';
import { verifyChecksum } from './checksum.ts';

/** What a database file contains. */
export interface DatabaseContents {
  /** Number of the newest migration that was applied. */
  schemaVersion: number;
  organizations: number;
  events: number;
  /** Arrival of the newest event, ms; null when there is none. */
  newestEventAt: number | null;
  /** Encrypted with the database's encryption keys (`verifyKeyProof`); null when no process has stored one. */
  keyProof: string | null;
}

/**
 * Writes a copy of the database at `source` to `target`, which must not exist. The copy is one snapshot: it contains every event
 * that was acknowledged before the call, and no erased byte, because VACUUM INTO writes rows, not pages. Reading a snapshot blocks
 * no writer of a WAL database; the backup API would start over at every commit of another process.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  requireOneName(source);
  await requireLog(source);
  // Created private before the first byte, because others may read the folder of backups. `wx` follows no link that someone put there.
  closeSync(openSync(target, 'wx', 0o600));
  const connection = new SqliteConnection(source, { readOnly: true });
  try {
    requireReadable(connection, source);
    connection.prepare('VACUUM INTO ?').run(target);
  } finally {
    connection.close();
  }
}

/** Reads the source first, because an error of `VACUUM INTO` would not say which of the two files it means. */
function requireReadable(connection: SqliteConnection, path: string): void {
  try {
    connection.get('PRAGMA schema_version');
  } catch (error) {
    // Even a reader needs the index of the log, and creates it if there is none.
    requireAccessToFiles(path);
    requireWritableFolder(path);
    throw openingError(path, error);
  }
}

/**
 * Applies pending migrations to the database file at `path`, which no other process may have open, and writes them into the file
 * itself. The binding closes a connection only when its last statement is garbage-collected. Until then SQLite neither deletes the
 * file's log nor lets another connection leave WAL mode, so the log is written into the file here; `path` may then be copied or
 * renamed, but not opened in another mode.
 * @throws Error when the database is newer than this program.
 */
export async function migrateFile(path: string): Promise<void> {
  await (await openSqlite({ path })).close();
  const connection = new SqliteConnection(path, { readOnly: false });
  try {
    const result = connection.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
    if (result?.busy !== 0) throw new Error(`${path} is in use by another process`);
  } finally {
    connection.close();
  }
}

/**
 * Checks every page, index and byte of a database file and describes it.
 * @throws Error when the file is damaged or is not an Assay database; the message says which.
 */
export function inspectDatabase(path: string): DatabaseContents {
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(path, { readOnly: true });
    const check = connection.get<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check;
    if (check !== 'ok') throw new Error(`${path} is damaged: ${check}`);
    verifyChecksum(path);
    return contentsOf(connection, path);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new Error(`${path} cannot be read as a database: ${(error as Error).message}`);
  } finally {
    connection?.close();
  }
}

/** Whether a file is an Assay database, by its schema alone: the rest of an old backup may be large or damaged. */
export function isAssayDatabase(path: string): boolean {
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(path, { readOnly: true });
    return hasMigrations(connection);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return false;
  } finally {
    connection?.close();
  }
}

function hasMigrations(connection: SqliteConnection): boolean {
  return connection.get("SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'") !== undefined;
}

function contentsOf(connection: SqliteConnection, path: string): DatabaseContents {
  const version = hasMigrations(connection)
    ? connection.get<{ version: number | null }>('SELECT max(version) AS version FROM schema_migrations')?.version
    : null;
  if (version === null || version === undefined) throw new Error(`${path} is not a database of Assay`);
  const count = (table: string) => connection.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  const newest = connection.get<{ at: number | null }>('SELECT max(created_at) AS at FROM events');
  const proof = connection.get<{ encrypted: string }>('SELECT sealed AS encrypted FROM key_proofs WHERE one = 1');
  return {
    schemaVersion: version,
    organizations: count('organizations'),
    events: count('events'),
    newestEventAt: newest?.at ?? null,
    keyProof: proof?.encrypted ?? null,
  };
}

/** Flushes a complete file and gives it its name, atomically: a crash leaves the old state or the new one. */
export function publishFile(unfinished: string, path: string): void {
  flush(unfinished);
  renameSync(unfinished, path);
  flush(dirname(path));
}

function flush(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

/** Removes a database file and the files that SQLite creates next to it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal', '.lock']) rmSync(`${path}${suffix}`, { force: true });
}
