// Checks, before a database is opened, that its log is there: beside the index of a running service, and after a crash.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
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
  requireCommits(path);
}

/**
 * A clean stop writes the log into the database before it removes the two files. A process that died leaves both: without the log, its
 * newest commits are missing, and a checkpoint that it had begun has written only some pages of them.
 * Call it before SQLite opens the index: closing the file would release the locks that SQLite has on it in this process.
 * @throws Error when the log is gone, and the index names commits that are not in the database.
 */
export function requireCommits(path: string): void {
  const index = `${path}-shm`;
  if (existsSync(`${path}-wal`)) return;
  const [inLog, inDatabase] = framesOf(index);
  if (inLog <= inDatabase) return;
  throw new Error(
    `the log ${resolve(path)}-wal is missing, and the newest commits were only in it: put it back, restore a backup, ` +
      `or move ${resolve(index)} away to start without them`,
  );
}

/** How many pages the log has, and how many of these a checkpoint has written into the database, as the header of the index says. */
function framesOf(index: string): [inLog: number, inDatabase: number] {
  const header = Buffer.alloc(100);
  try {
    const file = openSync(index, 'r');
    readSync(file, header, 0, header.length, 0);
    closeSync(file);
  } catch (error) {
    // None, or another process that stops has just removed it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const read = (offset: number) => (endianness() === 'LE' ? header.readUInt32LE(offset) : header.readUInt32BE(offset));
  return [read(16), read(96)];
}

/** Whether a service has the database. Commands do not create its lock: they may run with another account. */
function isOwned(path: string): boolean {
  if (!existsSync(`${path}.lock`)) return false;
  const release = takeLock(path);
  release?.();
  return release === null;
}
