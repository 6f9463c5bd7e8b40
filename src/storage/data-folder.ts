// DATA_DIR: the names of its files, and its creation, readable only by its owner.
import { accessSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Files of the service in DATA_DIR; the database has its log and its lock beside it. */
export const DATA_FILES = {
  database: 'assay.db',
  encryptionKeys: 'encryption-keys',
  firstRun: 'first-run.json',
  lastBackup: 'last-backup.json',
} as const;

/** The path where SQLite's database would be created; null if it exists, or if PostgreSQL is configured. */
export function missingDatabase(config: { databaseUrl: string | null; dataDir: string }): string | null {
  const path = resolve(join(config.dataDir, DATA_FILES.database));
  return config.databaseUrl === null && isMissing(path) ? path : null;
}

/** Whether the file is missing. False for a file that this account cannot see: opening it reports that. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** The configuration names a database that the command cannot use, however often it is retried. */
export class WrongDatabase extends Error {}

/** A command needs a database, and there is none: its location is mistyped, or the service has never started there. */
export class MissingDatabase extends WrongDatabase {}

export function missingFile(path: string): MissingDatabase {
  return new MissingDatabase(`${resolve(path)} does not exist: start the service once, or check DATA_DIR`);
}

/** @throws MissingDatabase */
export function requireDatabase(config: { databaseUrl: string | null; dataDir: string }): void {
  const path = missingDatabase(config);
  if (path !== null) throw missingFile(path);
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'is not a folder',
  ENOTDIR: 'is inside something that is not a folder',
  ENOENT: 'cannot be created there',
  EACCES: 'cannot be written by this account',
  EPERM: 'cannot be written by this account',
  EROFS: 'is on a disk that is mounted read-only',
};

/** @throws Error that names DATA_DIR when this account cannot create or use the folder. */
export function createDataFolder(dataDir: string): void {
  try {
    createFolder(resolve(dataDir));
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw dataFolderError(dataDir, error as NodeJS.ErrnoException);
  }
}

/** Not `recursive`, which never returns if the parent exists but accepts no folder, as in `/proc`. */
function createFolder(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !isDanglingLink(parent) && !existsSync(parent)) createFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

/** Whether a symbolic link leads nowhere, for example because its disk is not mounted. */
export function isDanglingLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(path);
}

/** A separate function for tests: no permission stops an administrator's account, which runs tests in containers. */
export function dataFolderError(dataDir: string, error: NodeJS.ErrnoException): Error {
  const reason =
    error.code === 'ENOENT' && isDanglingLink(dataDir) ? 'is a link to nothing' : REASONS[error.code ?? ''];
  const detail = reason === undefined ? `cannot be used: ${error.message}` : `${reason} (${error.code})`;
  return new Error(`DATA_DIR ${resolve(dataDir)} ${detail}`, { cause: error });
}
