// A thread that carries the write-ahead log into the database file whenever it is asked, on a connection of its own.
import { Worker } from 'node:worker_threads';

/** What a pass left: the frames of the log, and how many of them are in the database file. */
export interface Pass {
  frames: number;
  carried: number;
}

/**
 * The thread's whole program. It is text, because a thread can load no TypeScript file where the sources run as they
 * are. Its connection flushes before it writes the database file (NORMAL) and needs no cache: a pass reads a page once.
 * A pass that fails on a full or broken disk loses nothing, the log keeps all; writers meet the same disk and say so.
 */
const PROGRAM = `
const { parentPort, workerData: { sqlite, path } } = require('node:worker_threads');
import(sqlite).then(({ DatabaseSync }) => {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 20; PRAGMA cache_size = -256');
  const pass = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  parentPort.on('message', (order) => {
    if (order === 'close') {
      database.close();
      parentPort.close();
      return;
    }
    let left = { log: 0, checkpointed: 0 };
    try { left = pass.get(); } catch {}
    parentPort.postMessage({ frames: left.log, carried: left.checkpointed });
  });
});`;

/** Starts the thread for the database at `path`; it makes a pass for each message `pass` and ends after `close`. */
export function startCheckpointThread(path: string): Worker {
  const sqlite = import.meta.resolve('@photostructure/sqlite');
  const thread = new Worker(PROGRAM, { eval: true, workerData: { sqlite, path } });
  thread.unref();
  return thread;
}
