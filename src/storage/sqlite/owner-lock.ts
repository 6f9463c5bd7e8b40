// One process owns a database file: its caches and its dispatcher must be the only ones.
import { DatabaseSync } from '@photostructure/sqlite';
import { sqliteCode } from './connection.ts';

const BUSY = 5;

/**
 * Takes the lock of the database at `path` and returns what gives it back. The lock is the operating system's on
 * `<path>.lock`, taken through SQLite, so it ends with the process however that dies. Throws when it is taken.
 */
export function takeOwnerLock(path: string): () => void {
  const lock = new DatabaseSync(`${path}.lock`);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (sqliteCode(error) !== BUSY) throw error;
    throw new Error(
      `another process has ${path} open: one process owns a SQLite database. ` +
        'Stop it, choose another DATA_DIR, or use PostgreSQL (DATABASE_URL) for several processes',
    );
  }
  return () => lock.close();
}
