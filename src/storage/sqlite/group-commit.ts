// Group commit: all writes requested within one tick, or in ticks that follow each other, share one durable transaction.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../vocabulary/failure.ts';
import { type SqliteConnection, sqliteCode, toFailure } from './connection.ts';

const BUSY = 5;
const BUSY_RETRY_MS = 10;
/** The maximum number of writers in one commit: bounds how long the first of them waits for the last. */
const BATCH_LIMIT = 64;

type Settle = () => void;

interface Job {
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Makes the commits of a database file durable. */
export interface Durability {
  /** Resolves when everything committed before the call is on disk. */
  flushed(): Promise<void>;
  /** Called after a commit, before the next transaction begins. */
  afterCommit(): Promise<void>;
}

export interface CommitHooks {
  /** Called after a transaction has begun: no other process writes until it ends. */
  onBegin(): void;
  /** Called when a whole transaction is rolled back. */
  onRollback(): void;
}

/**
 * Runs jobs in sequence on the one writing connection, many to a commit. Each has its own savepoint, so a failing job is
 * rolled back alone. All settle when the commit is on disk; the next commit is prepared during that flush.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #hooks: CommitHooks;
  readonly #lockWaitMs: number;
  readonly #durability: Durability | null;
  #queue: Job[] = [];
  #running: Promise<void> | null = null;
  readonly #settling = new Set<Promise<void>>();
  #closed = false;

  /**
   * `lockWaitMs` is how long another process may hold the write lock before writers fail with `unavailable`. `durability` is
   * null for an in-memory database.
   */
  constructor(connection: SqliteConnection, hooks: CommitHooks, lockWaitMs: number, durability: Durability | null) {
    this.#durability = durability;
    this.#lockWaitMs = lockWaitMs;
    this.#connection = connection;
    this.#hooks = hooks;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Failure('unavailable', 'storage_unavailable', 'storage is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Rejects new jobs and waits for the queued ones. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running !== null) await this.#running;
    await Promise.all(this.#settling);
  }

  async #drain(): Promise<void> {
    do {
      await this.#collect();
      await this.#commitBatch();
      await this.#durability?.afterCommit().catch(() => {});
    } while (this.#queue.length > 0);
    this.#running = null;
  }

  /**
   * Waits for the requests of this tick, and of the next while each brings more: reading the first ones takes a millisecond,
   * in which others arrive. Under load a commit then has 30 events instead of 18; a request that comes alone waits no longer.
   */
  async #collect(): Promise<void> {
    let queued: number;
    do {
      queued = this.#queue.length;
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#queue.length > queued && this.#queue.length < BATCH_LIMIT);
  }

  async #commitBatch(): Promise<void> {
    const batch: Job[] = [];
    const done: Settle[] = [];
    try {
      await this.#begin();
      this.#hooks.onBegin();
      while (this.#queue.length > 0 && batch.length < BATCH_LIMIT) {
        const next = this.#queue.shift() as Job;
        batch.push(next);
        done.push(await this.#runOne(next));
      }
      this.#connection.prepare('COMMIT').run();
    } catch (error) {
      this.#rollback();
      if (batch.length === 0) batch.push(...this.#queue.splice(0));
      const failure = toFailure(error);
      for (const job of batch) job.reject(failure);
      return;
    }
    this.#settle(batch, done);
  }

  /** Settles the jobs of a commit once it is on disk. */
  #settle(batch: readonly Job[], done: readonly Settle[]): void {
    if (this.#durability === null) {
      for (const settle of done) settle();
      return;
    }
    const settling = this.#durability.flushed().then(
      () => {
        for (const settle of done) settle();
      },
      (error) => {
        for (const job of batch) job.reject(error);
      },
    );
    this.#settling.add(settling);
    void settling.finally(() => this.#settling.delete(settling));
  }

  /**
   * Runs one job and returns the function that settles it after the flush. Throws when the whole transaction is lost.
   */
  async #runOne({ work, resolve, reject }: Job): Promise<Settle> {
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

  /** Retries while another process holds the write lock: waiting inside SQLite would block the event loop. */
  async #begin(): Promise<void> {
    const limit = Date.now() + this.#lockWaitMs;
    for (;;) {
      try {
        return this.#connection.exec('BEGIN IMMEDIATE');
      } catch (error) {
        if (sqliteCode(error) !== BUSY || Date.now() > limit) throw error;
        await sleep(BUSY_RETRY_MS);
      }
    }
  }

  #rollback(): void {
    this.#hooks.onRollback();
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
  }
}
