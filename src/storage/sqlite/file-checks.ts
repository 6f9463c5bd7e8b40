// Checks of the database file: that it exists, its pages at the start, and while running that it is still at its place.
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SECOND } from '../../vocabulary/clock.ts';
import { missingFile } from '../data-folder.ts';
import { type SqliteConnection, sqliteCode, unavailable } from './connection.ts';

/** Bytes up to which the whole file is checked: about a second. Above, only the tables without which nothing works. */
const FULL_CHECK_BYTES = 256 * 1024 * 1024;
const CONTROL_TABLES = ['organizations', 'environments', 'api_keys', 'users', 'policies', 'webhook_endpoints'];
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
/** How long a successful check of the place counts. */
const PLACE_CHECK_MS = SECOND;

/**
 * A command beside the service must not create a database where a mistyped DATA_DIR points: `restore` would refuse it.
 * @throws MissingDatabase, or Error that names the file when this account cannot see it.
 */
export function requireFile(path: string): void {
  try {
    statSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw missingFile(path);
    throw new Error(`${resolve(path)} cannot be read (${code ?? message}), or check DATA_DIR`);
  }
}

/**
 * SQLite says "unable to open database file" without its name, and "attempt to write a readonly database" at the first write.
 * `probe` throws as `accessSync` does; no permission stops an administrator's account, which runs tests in containers.
 */
export function requireAccess(path: string, probe: typeof accessSync = accessSync): void {
  try {
    probe(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${resolve(path)} cannot be read and written by this account (${code}): run this with the account of the service`,
      { cause: error },
    );
  }
}

/**
 * Reads the pages of the file and compares their structure.
 * @throws Error that names the damage, which would otherwise surface as failing requests one by one.
 */
export function checkPages(connection: SqliteConnection, path: string): void {
  try {
    const isSmall = statSync(path).size <= FULL_CHECK_BYTES;
    const checks = isSmall
      ? ['PRAGMA quick_check(1)']
      : CONTROL_TABLES.map((table) => `PRAGMA quick_check('${table}')`);
    // Another process that closes the file holds its lock for a moment.
    connection.exec('PRAGMA busy_timeout = 10000');
    for (const check of checks) {
      const result = connection.get<{ quick_check: string }>(check)?.quick_check;
      if (result !== 'ok') throw damaged(path, result ?? 'no result');
    }
  } catch (error) {
    const code = sqliteCode(error);
    throw code === CORRUPT || code === NOT_A_DATABASE ? damaged(path, (error as Error).message) : error;
  }
}

function damaged(path: string, detail: string): Error {
  const text = detail.replaceAll('\n', ' ').slice(0, 200);
  return new Error(`the database ${path} is damaged (${text}): restore it from a backup`);
}

/**
 * Returns a function that throws `Failure('unavailable')` when the file at `path` is no longer the one that is open: it was
 * deleted, moved or replaced, and what is written now would be missing after a restart.
 */
export function placeCheck(path: string): () => void {
  const opened = statSync(path);
  let checkedAt = performance.now();
  return () => {
    if (performance.now() - checkedAt < PLACE_CHECK_MS) return;
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino !== opened.ino || now.dev !== opened.dev) {
      throw unavailable(`the database file ${path} was moved, replaced or deleted`, undefined);
    }
    checkedAt = performance.now();
  };
}
