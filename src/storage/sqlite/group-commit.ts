// Group commit: whoever wants to write within one turn of the event loop shares one durable transaction.
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../vocabulary/failure.ts';
import { type SqliteConnection, sqliteCode, toFailure } from './connection.ts';

const BUSY = 5;
const BUSY_STEP_MS = 10;
/** Writers in one commit at most: bounds how long the first of them waits for the last. */
const BATCH_LIMIT = 64;

type Settle = () => void;

interface Waiting {
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** What surrounds the commits of a database in a file. */
export interface Durability {
  /** Resolves when all that was committed before the call is on disk. */
  flushed(): Promise<void>;
  /** Called after a commit, before the next transaction begins. */
  turn(): Promise<void>;
}

/**
 * Runs works one after the other on the one writing connection, many to a commit. Each has a savepoint of its own, so
 * the failure of one is undone alone; all learn their outcome when the commit is on disk, and while it is being brought
 * there the next one is made.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #undone: () => void;
  readonly #lockWaitMs: number;
  readonly #durability: Durability | null;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  readonly #settling = new Set<Promise<void>>();
  #closed = false;

  /**
   * `undone` is told when a whole transaction did not come to be. `lockWaitMs` is how long another process may hold the
   * write lock before writers are told to come back. `durability` is null for a database in memory.
   */
  constructor(connection: SqliteConnection, undone: () => void, lockWaitMs: number, durability: Durability | null) {
    this.#durability = durability;
    this.#lockWaitMs = lockWaitMs;
    this.#connection = connection;
    this.#undone = undone;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Failure('unavailable', 'storage_unavailable', 'storage is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Waits for what was asked before and takes nothing more. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running !== null) await this.#running;
    await Promise.all(this.#settling);
  }

  async #drain(): Promise<void> {
    do {
      // Requests that arrived in this turn of the event loop are all heard before the transaction begins.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commitBatch();
      await this.#durability?.turn().catch(() => {});
    } while (this.#waiting.length > 0);
    this.#running = null;
  }

  async #commitBatch(): Promise<void> {
    const batch: Waiting[] = [];
    const done: Settle[] = [];
    try {
      await this.#begin();
      while (this.#waiting.length > 0 && batch.length < BATCH_LIMIT) {
        const next = this.#waiting.shift() as Waiting;
        batch.push(next);
        done.push(await this.#runOne(next));
      }
      this.#connection.prepare('COMMIT').run();
    } catch (error) {
      this.#rollback();
      if (batch.length === 0) batch.push(...this.#waiting.splice(0));
      const failure = toFailure(error);
      for (const waiting of batch) waiting.reject(failure);
      return;
    }
    this.#settle(batch, done);
  }

  /** Tells the works of a commit how they ended once it is on disk. */
  #settle(batch: readonly Waiting[], done: readonly Settle[]): void {
    if (this.#durability === null) {
      for (const settle of done) settle();
      return;
    }
    const settling = this.#durability.flushed().then(
      () => {
        for (const settle of done) settle();
      },
      (error) => {
        for (const waiting of batch) waiting.reject(error);
      },
    );
    this.#settling.add(settling);
    settling.finally(() => this.#settling.delete(settling));
  }

  /** Runs one work; what it returns settles it once the commit is on disk. A lost transaction is thrown on. */
  async #runOne({ work, resolve, reject }: Waiting): Promise<Settle> {
    this.#connection.prepare('SAVEPOINT work').run();
    try {
      const value = await work();
      this.#connection.prepare('RELEASE work').run();
      return () => resolve(value);
    } catch (error) {
      if (!this.#connection.inTransaction) throw error;
      this.#connection.exec('ROLLBACK TO work; RELEASE work');
      return () => reject(toFailure(error));
    }
  }

  /** Another process may write for a moment. Waiting inside SQLite would stop the event loop, so it is asked again. */
  async #begin(): Promise<void> {
    const limit = Date.now() + this.#lockWaitMs;
    for (;;) {
      try {
        return this.#connection.exec('BEGIN IMMEDIATE');
      } catch (error) {
        if (sqliteCode(error) !== BUSY || Date.now() > limit) throw error;
        await pause(BUSY_STEP_MS);
      }
    }
  }

  #rollback(): void {
    this.#undone();
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
  }
}
