// Ensures that only one process owns a database file: caches and the webhook dispatcher rely on it.
import { statSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import { absolutePath, openingError, RESULT_CODES, sqliteCode } from './connection.ts';
import { requireAccess } from './file-checks.ts';
import { createPrivately } from './private-file.ts';

/** Longer than a command has the lock that asks whether a service has it. */
const PROBE_MS = 1_000;

/**
 * Takes the lock of the database at `path` and returns a function that releases it.
 * @throws Error when another process has it.
 */
export function takeOwnerLock(path: string): () => void {
  const release = takeLock(path, PROBE_MS);
  if (release !== null) return release;
  throw new Error(
    `another process has ${path} open: one process owns a SQLite database. ` +
      'Stop it, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL) for several processes',
  );
}

/**
 * An operating-system lock on `<path>.lock`, taken through SQLite, so it ends with the process even after a crash; null when another
 * process has it, also after `waitMs`. Who has the lock may remove the file before releasing it.
 */
export function takeLock(path: string, waitMs = 0): (() => void) | null {
  const file = `${path}.lock`;
  const expected = createLockFile(file);
  if (expected === null) return null;
  const lock = openLock(path);
  try {
    lock.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
  } catch (error) {
    lock.close();
    if (sqliteCode(error) !== RESULT_CODES.busy) throw error;
    return null;
  }
  // Otherwise this is the lock of a removed file, and a third process may have that of its successor.
  if (identityOf(file) === expected) return () => lock.close();
  lock.close();
  return null;
}

/**
 * The identity of the file; null when another process, which had the lock, has removed it since.
 * @throws Error when this account may not write it: SQLite's exclusive lock on such a file excludes nobody.
 */
function createLockFile(file: string): string | null {
  try {
    createPrivately(file);
    requireAccess(file);
  } catch (error) {
    const { code, syscall, cause } = error as NodeJS.ErrnoException;
    // With `open`, the folder is missing.
    if (code === 'ENOENT' && syscall === 'chmod') return null;
    if ((cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return null;
    throw error;
  }
  return identityOf(file);
}

/** Null without a file. Inode numbers are used again, so they do not tell files apart. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

function openLock(path: string): InstanceType<typeof DatabaseSync> {
  try {
    return new DatabaseSync(absolutePath(`${path}.lock`));
  } catch (error) {
    throw openingError(path, error);
  }
}
