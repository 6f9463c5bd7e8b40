// Checks before each transaction that the database and its log are still the open files, and that nobody truncated them.
import { type Stats, statSync } from 'node:fs';
import { RESULT_CODES, sqliteCode, unavailable } from './connection.ts';

/** SQLite truncates a log that has grown longer to this length when it starts the log over. */
export const LOG_SIZE_LIMIT = 128 * 1024 * 1024;
const LOG_HEADER_BYTES = 32;
const PAGE_BYTES = 4_096;
/** A page with its header. */
const FRAME_BYTES = PAGE_BYTES + 24;

/** Page counts that SQLite reports. */
export interface PageCounts {
  /** Pages in the log; `null` while another connection prevents counting them. */
  log: () => number | null;
  /** Pages of the database, some of which may be only in the log. */
  database: () => number;
}

/**
 * SQLite keeps writing to files that were deleted, moved or replaced, and past the end of truncated files: events would be
 * acknowledged that are missing after a restart. A check takes 7 microseconds.
 */
export class PlaceCheck {
  readonly #path: string;
  readonly #pages: PageCounts;
  readonly #database: WatchedFile;
  readonly #log: WatchedFile;
  /** Shared by all processes that use the log. */
  readonly #index: WatchedFile;
  readonly #lock: WatchedFile | null;
  /** A loss that only a restart repairs. */
  #lost: Error | null = null;

  /** `owns` is whether this process has the owner's lock. */
  constructor(path: string, pages: PageCounts, owns: boolean) {
    this.#path = path;
    this.#pages = pages;
    this.#database = new WatchedFile(path);
    this.#log = new WatchedFile(`${path}-wal`);
    this.#index = new WatchedFile(`${path}-shm`);
    this.#lock = owns ? new WatchedFile(`${path}.lock`) : null;
  }

  /**
   * Returns false when the answer is unknown at this moment, because another connection works on the log.
   * @throws Failure `unavailable` when what is written now would be missing after a restart.
   */
  require(): boolean {
    if (this.#lost !== null) throw this.#lost;
    const database = this.#database.look();
    if (database === null)
      throw unavailable(`the database file ${this.#path} was moved, replaced or deleted`, undefined);
    if (database < this.#database.size && !this.#hasPages(database)) return false;
    this.#database.size = database;
    const log = this.#log.look();
    if (log === null) {
      const fix = 'put it back, or restart the service, which then writes it into the database';
      throw unavailable(`the log ${this.#path}-wal was moved, replaced or deleted: ${fix}`, undefined);
    }
    if (log < Math.min(this.#log.size, LOG_SIZE_LIMIT) && !this.#hasFrames(log)) return false;
    this.#log.size = log;
    if (this.#index.look() === null) {
      const fix = 'put it back, or restart the service, which makes another one';
      throw unavailable(`the index ${this.#path}-shm of the log was moved, replaced or deleted: ${fix}`, undefined);
    }
    return true;
  }

  /**
   * Call it within a transaction when another process has written: it may have made the database shorter (VACUUM), and the next
   * checkpoint does the same to the file. @throws Failure `unavailable` when another process took the database over.
   */
  othersCommitted(): void {
    this.#database.size = Math.min(this.#database.size, this.#pages.database() * PAGE_BYTES);
    this.requireOwnership();
  }

  /** @throws Failure `unavailable` when another process took the database over. */
  requireOwnership(): void {
    if (this.#lock?.isReplaced() !== true) return;
    const why = `${this.#path}.lock was deleted, and another process has taken the database over`;
    this.#lost = unavailable(`${why}: stop one of the two`, undefined);
    throw this.#lost;
  }

  /** Call it after this process itself has made the database file shorter. */
  acceptLength(): void {
    this.#database.size = 0;
  }

  /** False while the answer is unknown. @throws Failure `unavailable` when pages of the database are missing in the file. */
  #hasPages(bytes: number): boolean {
    const name = `the database file ${this.#path}`;
    const pages = this.#ask(this.#pages.database, name);
    if (pages !== null && bytes < pages * PAGE_BYTES) throw this.#wasCut(name);
    return pages !== null;
  }

  /** Another program, such as some backup tools, may have written the log into the database and emptied it: then nothing is lost. */
  #hasFrames(bytes: number): boolean {
    const name = `the log ${this.#path}-wal`;
    const frames = this.#ask(this.#pages.log, name);
    if (frames !== null && frames > 0 && bytes < LOG_HEADER_BYTES + frames * FRAME_BYTES) throw this.#wasCut(name);
    return frames !== null;
  }

  #ask(count: () => number | null, name: string): number | null {
    try {
      return count();
    } catch (error) {
      if (sqliteCode(error) === RESULT_CODES.busy) return null;
      throw this.#wasCut(name);
    }
  }

  /** Permanent: a file that grows again would look complete. */
  #wasCut(name: string): Error {
    this.#lost = unavailable(`${name} was cut off: restart the service, which checks the pages`, undefined);
    return this.#lost;
  }
}

class WatchedFile {
  readonly #path: string;
  readonly #opened: Stats;
  /** Its size when it was last found complete. */
  size = 0;

  constructor(path: string) {
    this.#path = path;
    this.#opened = statSync(path);
  }

  /** The file's size, or null when it is no longer the file that was there at first. */
  look(): number | null {
    const now = this.#now();
    return now?.ino === this.#opened.ino && now.dev === this.#opened.dev ? now.size : null;
  }

  /** Whether another file is in its place; a missing file does not count as replaced. */
  isReplaced(): boolean {
    const now = this.#now();
    return now !== undefined && (now.ino !== this.#opened.ino || now.dev !== this.#opened.dev);
  }

  #now(): Stats | undefined {
    try {
      return statSync(this.#path, { throwIfNoEntry: false });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw unavailable(`${this.#path} cannot be reached (${code ?? message})`, error);
    }
  }
}
