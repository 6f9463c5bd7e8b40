// Makes commits durable without stopping the event loop: flushes the write-ahead log in libuv's threads.
import { closeSync, fdatasync, openSync } from 'node:fs';
import { unavailable } from './connection.ts';

/** The system's codes for a disk, or a quota, that has no room: what was written is still held and can be flushed later. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * SQLite itself would flush inside COMMIT (`synchronous = FULL`) and hold the one thread for 3 to 6 ms, 45 % of all time
 * under load. It writes with NORMAL instead, which orders and checks the log but leaves commits unflushed, and the log
 * is flushed here before anybody is told. Commits that end while a flush runs share the next one.
 */
export class WalSync {
  readonly #path: string;
  #file: number | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #failure: unknown = null;

  /** @param path the database's file; its log lies beside it. */
  constructor(path: string) {
    this.#path = `${path}-wal`;
  }

  /**
   * Resolves when all that was committed before the call is on disk.
   * @throws Failure `unavailable` when the disk is full; and when it failed, then ever after: the system may drop what it
   *   could not write and report the next flush as a success, so that only a restart, which reads the log anew, knows.
   */
  flushed(): Promise<void> {
    if (this.#running === null) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** Opened for writing too: Windows flushes no file that was opened for reading. */
  #open(): number {
    this.#file ??= openSync(this.#path, 'r+');
    return this.#file;
  }

  #start(): Promise<void> {
    this.#next = null;
    this.#running = null;
    // Asked for before the flush that failed had ended: the next one would be told that all is well.
    if (this.#failure !== null) return Promise.reject(this.#failure);
    let file: number;
    try {
      file = this.#open();
    } catch (error) {
      // Nothing was flushed and nothing lost: the next flush may find a descriptor free, or the file readable again.
      return Promise.reject(unavailable('the log of the database cannot be opened', error));
    }
    this.#running = new Promise<void>((resolve, reject) => {
      fdatasync(file, (error) => {
        this.#running = null;
        if (error === null) return resolve();
        const full = FULL.has(error.code ?? '');
        const failure = unavailable(
          full ? 'the disk is full' : 'the disk failed; mend it and restart the service',
          error,
        );
        if (!full) this.#failure ??= failure;
        reject(failure);
      });
    });
    return this.#running;
  }
}
