// Group commit: all writes requested within one tick, or within consecutive ticks, share one durable transaction.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../vocabulary/failure.ts';
import { RESULT_CODES, type SqliteConnection, sqliteCode, toFailure, unavailable } from './connection.ts';
import { isDiskFull } from './disk-full.ts';
import { type Job, type JobHooks, JobRunner, type Settle, type Sharing } from './jobs.ts';

const BUSY_RETRY_MS = 10;
const PLACE_UNKNOWN = unavailable('other programs keep working on the log', undefined);
/** The maximum number of writers in one commit: bounds how long the first of them waits for the last. */
const BATCH_LIMIT = 64;

/** Makes the commits of a database file durable. */
export interface Durability {
  /** Called before a transaction begins. False: try again soon. @throws Failure `unavailable` when it could not be made durable. */
  requirePlace(): boolean;
  /** Resolves when everything committed before the call is on disk. */
  flushed(): Promise<void>;
  /** Called after a commit, before the next transaction begins. */
  afterCommit(): Promise<void>;
  /** Called when the disk takes no more of the log, or the system no larger one: whether the log can start over. */
  writeBack(): Promise<boolean>;
}

export interface CommitHooks extends JobHooks {
  /** Called after a transaction has begun: no other process writes until it ends. */
  onBegin(): void;
}

/**
 * Runs jobs on the one writing connection, many to a commit. All settle when the commit is on disk; the next commit is prepared
 * during that flush. Jobs that declare what they share with others run concurrently if they share nothing (`jobs.ts`).
 *
 * A failing job is rolled back alone. A job that had not written yet, such as a conflict, needs no rollback. After any other failure,
 * the transaction begins again and gives each job a savepoint, so a job may run twice, as it may on PostgreSQL after a deadlock.
 * Savepoints from the start would cost 6 % of an event: SQLite copies every page that it changes within one.
 */
export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #hooks: CommitHooks;
  readonly #lockWaitMs: number;
  readonly #durability: Durability | null;
  readonly #runner: JobRunner;
  #queue: Job[] = [];
  #running: Promise<void> | null = null;
  readonly #settling = new Set<Promise<void>>();
  #closed = false;
  /** Whether a full disk has made the log start over since the last commit. */
  #startedOver = false;
  /** The cause of the last failed commit, until writes are seen to succeed again (`write-check.ts`). */
  failure: unknown = null;

  /**
   * `lockWaitMs` is how long another process may hold the write lock before writers fail with `unavailable`. `durability` is
   * null for an in-memory database.
   */
  constructor(connection: SqliteConnection, hooks: CommitHooks, lockWaitMs: number, durability: Durability | null) {
    this.#durability = durability;
    this.#lockWaitMs = lockWaitMs;
    this.#connection = connection;
    this.#hooks = hooks;
    this.#runner = new JobRunner(connection, hooks);
  }

  run<T>(work: () => Promise<T>, sharing: Sharing | null = null): Promise<T> {
    if (this.#closed) return Promise.reject(new Failure('unavailable', 'storage_unavailable', 'storage is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, sharing, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Rejects new jobs and waits for the queued ones. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running !== null) await this.#running;
    await Promise.all(this.#settling);
  }

  /** Whether everything in the log can be written to the database. An in-memory database has no log. */
  async canStartLogOver(): Promise<boolean> {
    return (await this.#durability?.writeBack().catch(() => false)) ?? false;
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
   * Waits for the requests of this tick, and of further ticks while each brings more: reading the first requests takes a millisecond,
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
    let done: readonly Settle[] | null;
    try {
      await this.#begin();
      done = await this.#runTogether(batch);
      if (done === null) {
        this.#rollback();
        await this.#begin();
        done = await this.#runner.runApart(batch);
      }
      this.#connection.prepare('COMMIT').run();
    } catch (error) {
      this.#rollback();
      if (batch.length === 0) batch.push(...this.#queue.splice(0));
      if (isDiskFull(error) && !this.#startedOver && (await this.canStartLogOver())) {
        // A log that had outrun its checkpoints: under load, a limit of 10 MB refused a third of the events.
        this.#startedOver = true;
        this.#queue.unshift(...batch);
        return;
      }
      const failure = toFailure(error);
      // Another process's lock is temporary and not recorded.
      if (failure !== error && sqliteCode(error) !== RESULT_CODES.busy) this.failure = failure;
      for (const job of batch) job.reject(failure);
      return;
    }
    this.#startedOver = false;
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
        this.failure = error;
        for (const job of batch) job.reject(error);
      },
    );
    this.#settling.add(settling);
    void settling.finally(() => this.#settling.delete(settling));
  }

  /** Moves jobs from the queue to `batch` and runs them, including jobs that arrive meanwhile; like `JobRunner.runTogether`. */
  async #runTogether(batch: Job[]): Promise<Settle[] | null> {
    const done: Settle[] = [];
    while (this.#queue.length > 0 && batch.length < BATCH_LIMIT) {
      const jobs = this.#queue.splice(0, BATCH_LIMIT - batch.length);
      batch.push(...jobs);
      const settles = await this.#runner.runTogether(jobs);
      if (settles === null) return null;
      done.push(...settles);
    }
    return done;
  }

  /** Retries while another process holds the write lock: waiting inside SQLite would block the event loop. */
  async #begin(): Promise<void> {
    const limit = performance.now() + this.#lockWaitMs;
    for (;;) {
      try {
        if (this.#durability?.requirePlace() === false) throw PLACE_UNKNOWN;
        this.#connection.exec('BEGIN IMMEDIATE');
        this.#hooks.onBegin();
        return;
      } catch (error) {
        const passes = error === PLACE_UNKNOWN || sqliteCode(error) === RESULT_CODES.busy;
        if (!passes || performance.now() > limit) throw error;
        await sleep(BUSY_RETRY_MS);
      }
    }
  }

  #rollback(): void {
    this.#hooks.onRollback();
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
  }
}
