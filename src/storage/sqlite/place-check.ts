// Checks before each transaction that the database and its log are the files that are open, and that nobody cut them off.
import { type Stats, statSync } from 'node:fs';
import { unavailable } from './connection.ts';

/** SQLite cuts a log that has grown longer back to this length when it starts the log over. */
export const LOG_SIZE_LIMIT = 128 * 1024 * 1024;
const LOG_HEADER_BYTES = 32;
/** A page of 4,096 bytes with its header. */
const FRAME_BYTES = 4_120;

/**
 * SQLite keeps writing to files that were deleted, moved or replaced, and past the end of files that were cut off: events would be
 * acknowledged that are missing after a restart. A check takes 5 microseconds.
 */
export class PlaceCheck {
  readonly #path: string;
  readonly #countFrames: () => number;
  readonly #database: WatchedFile;
  readonly #log: WatchedFile;
  readonly #lock: WatchedFile | null;
  /** What only a restart repairs. */
  #lost: Error | null = null;

  /**
   * `countFrames` returns how many pages the log has, or -1 when another connection keeps it from counting. `owns` is whether this process
   * has the owner's lock.
   */
  constructor(path: string, countFrames: () => number, owns: boolean) {
    this.#path = path;
    this.#countFrames = countFrames;
    this.#database = new WatchedFile(path);
    this.#log = new WatchedFile(`${path}-wal`);
    this.#lock = owns ? new WatchedFile(`${path}.lock`) : null;
  }

  /** @throws Failure `unavailable` when what is written now would be missing after a restart. */
  require(): void {
    if (this.#lost !== null) throw this.#lost;
    const database = this.#database.look();
    if (database === null)
      throw unavailable(`the database file ${this.#path} was moved, replaced or deleted`, undefined);
    if (database < this.#database.size) throw this.#wasCut(`the database file ${this.#path}`);
    this.#database.size = database;
    const log = this.#log.look();
    if (log === null) {
      const fix = 'put it back, or restart the service, which then writes it into the database';
      throw unavailable(`the log ${this.#path}-wal was moved, replaced or deleted: ${fix}`, undefined);
    }
    if (log < Math.min(this.#log.size, LOG_SIZE_LIMIT)) this.#requireFrames(log);
    this.#log.size = log;
  }

  /** To be called when another process has written. @throws Failure `unavailable` when one took the database over. */
  requireOwnership(): void {
    if (this.#lock?.isReplaced() !== true) return;
    const why = `${this.#path}.lock was deleted, and another process has taken the database over`;
    this.#lost = unavailable(`${why}: stop one of the two`, undefined);
    throw this.#lost;
  }

  /** To be called after this process itself has made the database file shorter. */
  acceptLength(): void {
    this.#database.size = 0;
  }

  /** Another program may have written the log into the database and emptied it, as some backup tools do: then nothing is lost. */
  #requireFrames(bytes: number): void {
    const name = `the log ${this.#path}-wal`;
    let frames: number;
    try {
      frames = this.#countFrames();
    } catch {
      throw this.#wasCut(name);
    }
    if (frames < 0) throw unavailable(`${name} became shorter`, undefined);
    if (frames > 0 && bytes < LOG_HEADER_BYTES + frames * FRAME_BYTES) throw this.#wasCut(name);
  }

  /** Remembered: a file that grows again would look whole. */
  #wasCut(name: string): Error {
    this.#lost = unavailable(`${name} was cut off: restart the service, which checks the pages`, undefined);
    return this.#lost;
  }
}

class WatchedFile {
  readonly #path: string;
  readonly #opened: Stats;
  /** When it was last found to be whole. */
  size = 0;

  constructor(path: string) {
    this.#path = path;
    this.#opened = statSync(path);
  }

  /** Its size, or null when it is no longer the file that was there at first. */
  look(): number | null {
    const now = this.#now();
    return now?.ino === this.#opened.ino && now.dev === this.#opened.dev ? now.size : null;
  }

  /** Whether another file is in its place; a file that is only missing is not replaced. */
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
