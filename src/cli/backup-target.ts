// Decides whether `assay backup` may write its file at a path: never over the service's own files, nor over a foreign file.
import { existsSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isAssayDatabase } from '../storage/backup/sqlite-file.ts';
import { DATA_FILES } from '../storage/data-folder.ts';
import { FILE_TOO_LARGE, isSqliteError } from '../storage/sqlite/connection.ts';
import { isDiskFull, isFileTooLarge } from '../storage/sqlite/disk-full.ts';
import { UsageError } from './output.ts';
import { requireFolder } from './require-folder.ts';

/** Files of the service in DATA_DIR. A log must not appear beside its database either, so names without a file count, too. */
const SERVICE_FILES = [
  ...Object.values(DATA_FILES),
  ...['-wal', '-shm', '-journal', '.lock'].map((suffix) => `${DATA_FILES.database}${suffix}`),
];
/** Files beside a database that a process uses or has used as its own. No backup has them. */
const COMPANIONS = ['-wal', '-shm', '.lock'];

/**
 * Checks the path of a backup before anything is written or removed.
 * @throws UsageError when writing to `path` could destroy something; the message says what.
 */
export function requireBackupTarget(path: string, dataDir: string, replace: boolean): void {
  requireFolder(dirname(path));
  const own = SERVICE_FILES.map((name) => resolve(dataDir, name)).find((file) => isSameFile(path, file));
  if (own !== undefined) {
    throw new UsageError(`${path} is ${basename(own)} of the service in DATA_DIR: give the backup another name`);
  }
  const existing = lstatSync(path, { throwIfNoEntry: false });
  if (existing !== undefined) requireReplaceable(path, existing, replace);
  const companion = COMPANIONS.map((suffix) => `${path}${suffix}`).find((file) => existsSync(file));
  if (companion !== undefined) {
    throw new UsageError(`${companion} exists, so ${path} belongs to a service: give the backup another name`);
  }
}

function requireReplaceable(path: string, existing: Stats, replace: boolean): void {
  const target = existing.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : existing;
  if (target?.isDirectory()) {
    throw new UsageError(`${path} is a folder: name the file, for example ${join(path, 'assay-backup.db')}`);
  }
  if (!replace) throw new UsageError(`${path} exists: choose another name, or replace it with --replace`);
  if (target?.isFile() !== true || !isAssayDatabase(path)) {
    throw new UsageError(`${path} is not a backup of Assay, and --replace replaces nothing else: choose another name`);
  }
}

const FOLDER_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be written by this account',
  EPERM: 'cannot be written by this account',
  EROFS: 'is on a disk that is mounted read-only',
  ENOENT: 'takes no files',
};

/** The error to throw when writing the backup to `path` fails: the system's names a temporary file, SQLite's no file. */
export function backupTargetError(path: string, error: unknown): unknown {
  if (isFileTooLarge(error)) return new Error(`the backup to ${path} failed: ${FILE_TOO_LARGE}`, { cause: error });
  if (isDiskFull(error)) {
    return new Error(`the disk has no room for ${path}: free space, or choose another disk`, { cause: error });
  }
  if (isSqliteError(error)) {
    return new Error(`the backup to ${path} failed: ${(error as Error).message}`, { cause: error });
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  const reason = FOLDER_REASONS[code];
  return reason === undefined ? error : new UsageError(`the folder ${dirname(path)} ${reason} (${code})`);
}

/** Compares files, not names, because symbolic and hard links can lead to the same file. */
function isSameFile(path: string, other: string): boolean {
  const [first, second] = [path, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  if (first !== undefined && second !== undefined) return first.dev === second.dev && first.ino === second.ino;
  return placeOf(path) === placeOf(other);
}

/** The path without links in its folders; the file itself need not exist. */
function placeOf(path: string): string {
  const folder = dirname(path);
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(path));
}
