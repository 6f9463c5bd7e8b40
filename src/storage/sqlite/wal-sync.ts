// Makes commits durable without blocking the event loop: flushes the write-ahead log on libuv's thread pool.
import { closeSync, fdatasync, openSync } from 'node:fs';
import { SECOND } from '../../vocabulary/clock.ts';
import { unavailable } from './connection.ts';
import { isDiskFull } from './disk-full.ts';

/** A disk that takes longer hangs, such as one on a network that is down. */
const MAX_FLUSH_MS = 10 * SECOND;

/**
 * SQLite itself would flush inside COMMIT (`synchronous = FULL`) and block the one thread for 3 to 6 ms, 45 % of all time
 * under load. Instead, it runs with NORMAL, which orders and checksums the log but does not flush commits, and the log is
 * flushed here before any caller is acknowledged. Commits that complete while a flush runs share the next one.
 */
export class WalSync {
  readonly #path: string;
  #file: number | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #failure: unknown = null;
  readonly #now: () => number;
  #startedAt = 0;

  /** @param path the database file; its log is next to it. @param now in milliseconds, from a clock that nobody can set. */
  constructor(path: string, now: () => number = () => performance.now()) {
    this.#path = `${path}-wal`;
    this.#now = now;
  }

  /** @throws Failure `unavailable` while the disk hangs. What waits for it is committed, so it cannot be refused: it goes on waiting. */
  requireResponsive(): void {
    if (this.#running === null || this.#now() - this.#startedAt <= MAX_FLUSH_MS) return;
    throw unavailable(`the disk has not confirmed a write for ${MAX_FLUSH_MS / SECOND} s`, undefined);
  }

  /**
   * Resolves when everything committed before the call is on disk.
   * @throws Failure `unavailable` when the disk is full, and permanently once the disk has failed: the system may drop
   *   pages it could not write and report success for the next flush, so only a restart, which re-reads the log, is safe.
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

  /** Opens the log for writing, too: Windows does not flush a file opened only for reading. */
  #open(): number {
    this.#file ??= openSync(this.#path, 'r+');
    return this.#file;
  }

  #start(): Promise<void> {
    this.#next = null;
    this.#running = null;
    // Requested before the failed flush completed: this one might wrongly succeed.
    if (this.#failure !== null) return Promise.reject(this.#failure);
    let file: number;
    try {
      file = this.#open();
    } catch (error) {
      // Nothing was flushed and nothing is lost: the next flush may find a free descriptor, or a readable file.
      return Promise.reject(unavailable('the log of the database cannot be opened', error));
    }
    this.#startedAt = this.#now();
    this.#running = new Promise<void>((resolve, reject) => {
      fdatasync(file, (error) => {
        this.#running = null;
        if (error === null) return resolve();
        // In this case the written pages are still in memory and can be flushed later.
        const full = isDiskFull(error);
        const failure = unavailable(
          full ? 'the disk is full' : 'the disk failed; repair it and restart the service',
          error,
        );
        if (!full) this.#failure ??= failure;
        reject(failure);
      });
    });
    return this.#running;
  }
}
