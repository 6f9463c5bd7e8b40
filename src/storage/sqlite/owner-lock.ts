// Ensures that only one process owns a database file: caches and the webhook dispatcher rely on it.
import { DatabaseSync } from '@photostructure/sqlite';
import { absolutePath, openingError, RESULT_CODES, sqliteCode } from './connection.ts';
import { createPrivately } from './private-file.ts';

/**
 * Takes the lock of the database at `path` and returns a function that releases it.
 * @throws Error when another process has it.
 */
export function takeOwnerLock(path: string): () => void {
  const release = takeLock(path);
  if (release !== null) return release;
  throw new Error(
    `another process has ${path} open: one process owns a SQLite database. ` +
      'Stop it, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL) for several processes',
  );
}

/**
 * An operating-system lock on `<path>.lock`, taken through SQLite, so it ends with the process even after a crash; null when another
 * process has it.
 */
export function takeLock(path: string): (() => void) | null {
  createPrivately(`${path}.lock`);
  const lock = openLock(path);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (sqliteCode(error) !== RESULT_CODES.busy) throw error;
    return null;
  }
  return () => lock.close();
}

function openLock(path: string): InstanceType<typeof DatabaseSync> {
  try {
    return new DatabaseSync(absolutePath(`${path}.lock`));
  } catch (error) {
    throw openingError(path, error);
  }
}
