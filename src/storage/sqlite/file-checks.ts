// Checks the database file before it is opened and at the start: its existence, its log, its pages.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readSync,
  type StatsFs,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { missingFile } from '../data-folder.ts';
import { type SqliteConnection, sqliteCode } from './connection.ts';

/** Bytes up to which the whole file is checked: about a second. Above, only the essential tables. */
const FULL_CHECK_BYTES = 256 * 1024 * 1024;
const CONTROL_TABLES = ['organizations', 'environments', 'api_keys', 'users', 'policies', 'webhook_endpoints'];
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

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
 * Names the file in permission errors: SQLite reports "unable to open database file" without its name, and "attempt to write a
 * readonly database" only at the first write. `probe` throws like `accessSync`; a parameter because no permission stops an
 * administrator's account, which runs tests in containers.
 */
export function requireAccess(path: string, probe: typeof accessSync = accessSync): void {
  try {
    probe(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EROFS'
        ? `is on a disk that is mounted read-only (${code})`
        : `cannot be read and written by this account (${code}): run this with the account of the service`;
    throw new Error(`${resolve(path)} ${why}`, { cause: error });
  }
}

/** Also of the log and its index, if they are there: SQLite reports that it cannot open the database. */
export function requireAccessToFiles(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (file === path || existsSync(file)) requireAccess(file);
}

/**
 * The error of opening a database whose log SQLite cannot create: "attempt to write a readonly database" does not name the folder.
 * `read` is a parameter because a test cannot use up the inodes of a disk.
 */
export function requireWritableFolder(
  path: string,
  read: (folder: string) => Pick<StatsFs, 'files' | 'ffree'> = statfsSync,
): void {
  const folder = dirname(resolve(path));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = `the folder ${folder} cannot be written by this account (${code}), and SQLite's log belongs there`;
    throw new Error(`the database ${resolve(path)} cannot be opened: ${why}`, { cause: error });
  }
  const { files, ffree } = read(folder);
  if (files === 0 || ffree > 0) return;
  throw new Error(
    `the database ${resolve(path)} cannot be opened: the disk of ${folder} has no free inodes, so it takes no more files`,
  );
}

/**
 * SQLite puts the log beside the file that a link leads to, but the log is flushed and checked, and the lock taken, beside the link.
 * @throws Error when the path itself is a symbolic link. Links among its folders are allowed.
 */
export function requireNoLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new Error(
    `${resolve(path)} is a symbolic link: set DATA_DIR to the folder of the file, or link the folder instead`,
  );
}

/**
 * The log and the lock are beside one name of the file. Two services that each used a name of their own both started, and of 300 events
 * that one acknowledged, none was left. With the log beside it, this is the name that the service uses, or used until it crashed: a
 * snapshot of hard links must not prevent the next start.
 * @throws Error when the file has another name, a hard link, and no log beside it.
 */
export function requireOneName(path: string): void {
  if (existsSync(`${path}-wal`)) return;
  const names = statSync(path, { throwIfNoEntry: false })?.nlink ?? 0;
  if (names <= 1) return;
  throw new Error(
    `${resolve(path)} has ${names} names (hard links), and SQLite's log is beside only one of them: remove the others ` +
      '(find them with find -samefile), or replace them with copies while the service is stopped',
  );
}

/**
 * SQLite applies a log to whatever file is beside it, and removes the log of an empty file. A backup put in place of a database
 * whose process had died would be destroyed, and the newest events of a database whose file was lost would be gone.
 * @throws Error when the log beside the file belongs to another one.
 */
export function requireOwnLog(path: string): void {
  const log = `${path}-wal`;
  if (sizeOf(log) === 0) return;
  if (sizeOf(path) === 0) {
    throw new Error(
      `${resolve(path)} is ${existsSync(path) ? 'empty' : 'missing'}, but its log ${resolve(log)} is there and holds the newest events: ` +
        'put the database back, or move the log away to start without it',
    );
  }
  requireAccess(path);
  if (userVersionOf(path) !== 0) {
    throw new Error(
      `${resolve(path)} is a backup, but the log ${resolve(log)} beside it is that of another database: ` +
        'move the log away, and use restore next time',
    );
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** `user_version` as stored in the file itself, at byte 60: the log may have another value. Only a backup has one, its checksum. */
function userVersionOf(path: string): number {
  const bytes = Buffer.alloc(4);
  const file = openSync(path, 'r');
  readSync(file, bytes, 0, bytes.length, 60);
  closeSync(file);
  return bytes.readInt32BE();
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
    // Another process that is closing the file holds its lock for a moment.
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
