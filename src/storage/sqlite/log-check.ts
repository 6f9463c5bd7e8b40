// Checks, before a command opens a database that a service may use, that the log and its index are still beside it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from './owner-lock.ts';

/** A service that starts or stops creates or removes the two files one after the other, within milliseconds. */
const PAUSES = 20;
const PAUSE_MS = 50;

/**
 * Without the log, SQLite reads what the index promises as zeros: a key that a command created beside a service whose log had been
 * deleted damaged the indexes of the database. Without the index, it makes another one: the log then has two writers, and each
 * overwrites what the other has committed. If no service runs, SQLite itself makes the index again from the log.
 * The contents are not read: closing the index would release the locks that SQLite has on it in this process.
 * @throws Error when the log of a running service, or its index, is missing.
 */
export async function requireLog(path: string): Promise<void> {
  const files = [`${path}-wal`, `${path}-shm`];
  for (let pauses = 0; !files.every((file) => existsSync(file)) && isOwned(path); pauses += 1) {
    if (pauses === PAUSES) {
      const missing = files.filter((file) => !existsSync(file)).map((file) => resolve(file));
      throw new Error(`${missing.join(' and ')} of the running service was moved or deleted: restart the service`);
    }
    await sleep(PAUSE_MS);
  }
}

/** Whether a service has the database. Commands do not create its lock: they may run with another account. */
function isOwned(path: string): boolean {
  if (!existsSync(`${path}.lock`)) return false;
  const release = takeLock(path);
  release?.();
  return release === null;
}
