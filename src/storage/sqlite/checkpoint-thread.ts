// A worker thread with its own connection that checkpoints the write-ahead log into the database file on request.
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The result of a checkpoint: the frames in the log, and how many of them are in the database file. */
export interface CheckpointResult {
  frames: number;
  checkpointed: number;
  /** Whether an error, such as that of a full disk, ended the checkpoint. */
  failed: boolean;
}

/**
 * The thread's whole program, as text because a worker cannot load a TypeScript file when the sources run uncompiled.
 * Its connection flushes before it writes the database file (NORMAL) and needs no cache: a checkpoint reads each page
 * once. A checkpoint that fails on a full or broken disk loses nothing, because the log still has every page; writers
 * hit the same disk and report it.
 */
const PROGRAM = `
const { parentPort, workerData: { sqlite, path } } = require('node:worker_threads');
import(sqlite).then(({ DatabaseSync }) => {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 20; PRAGMA cache_size = -256');
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  parentPort.on('message', (command) => {
    if (command === 'close') {
      database.close();
      parentPort.close();
      return;
    }
    let result;
    try { result = checkpoint.get(); } catch {}
    const { log = 0, checkpointed = 0 } = result ?? {};
    parentPort.postMessage({ frames: log, checkpointed, failed: result === undefined });
  });
});`;

/**
 * Not created: if the database was moved while the thread starts, an empty one in its place would make SQLite remove the log, and with it
 * the newest events.
 */
function existingFile(path: string): string {
  return `${pathToFileURL(path).href}?mode=rw`;
}

/** Starts the thread for the database at `path`; it checkpoints on each message `checkpoint` and exits after `close`. */
export function startCheckpointThread(path: string): Worker {
  const sqlite = import.meta.resolve('@photostructure/sqlite');
  const thread = new Worker(PROGRAM, { eval: true, workerData: { sqlite, path: existingFile(path) } });
  thread.unref();
  return thread;
}
