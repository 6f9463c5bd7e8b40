// Runs the jobs of a commit: jobs that share no key concurrently, the others one after the other.
import { isSqliteError, type SqliteConnection, toFailure, unavailable } from './connection.ts';

/** What a job declares so that it may run concurrently with others. */
export interface Sharing {
  /** Jobs with a key in common run one after the other, in order of arrival. */
  keys: readonly string[];
  /** Whether the job has saved anything: if not, its failure affects no other job. */
  hasSaved(): boolean;
}

export interface Job {
  work: () => Promise<unknown>;
  /** Null for a job that runs alone and writes at once. */
  sharing: Sharing | null;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export interface JobHooks {
  /** Called before jobs that run concurrently. */
  onGroupStart(): void;
  /** Writes what jobs have deferred. After an error, throws it again until `onRollback`. */
  flush(): void;
  /** Called when the writes of one job, or of all, are rolled back. */
  onRollback(): void;
}

/** Thrown by a job that turns out not to be able to run concurrently with the others: it runs again after them. */
export const NOT_TOGETHER = new Error('this event cannot be recorded at the same time as the others');

export type Settle = () => void;

export class JobRunner {
  readonly #connection: SqliteConnection;
  readonly #hooks: JobHooks;

  constructor(connection: SqliteConnection, hooks: JobHooks) {
    this.#connection = connection;
    this.#hooks = hooks;
  }

  /**
   * Returns how to settle each job after the flush, or null if one failed after it had written: then all must be rolled back.
   * Throws when SQLite has ended the transaction.
   */
  async runTogether(jobs: readonly Job[]): Promise<Settle[] | null> {
    const done: Settle[] = [];
    try {
      for (const group of groupsOf(jobs)) {
        const again = await this.#runGroup(group, done);
        if (again === null) return null;
        for (const job of again) {
          this.#hooks.flush();
          if ((await this.#runGroup([job], done)) === null) return null;
        }
      }
      this.#hooks.flush();
    } catch (error) {
      if (!this.#connection.inTransaction) throw error;
      return null;
    }
    return done;
  }

  /** Runs the jobs one after the other, each in a savepoint. Throws when SQLite has ended the transaction. */
  async runApart(jobs: readonly Job[]): Promise<Settle[]> {
    const done: Settle[] = [];
    for (const { work, resolve, reject } of jobs) {
      this.#connection.prepare('SAVEPOINT work').run();
      this.#hooks.onGroupStart();
      try {
        const value = await work();
        this.#hooks.flush();
        this.#connection.prepare('RELEASE work').run();
        done.push(() => resolve(value));
      } catch (error) {
        if (!this.#connection.inTransaction) throw error;
        this.#connection.exec('ROLLBACK TO work; RELEASE work');
        this.#hooks.onRollback();
        done.push(() => reject(toFailure(error)));
      }
    }
    return done;
  }

  /** Returns the jobs that must run again, or null if one failed after it had written. */
  async #runGroup(group: readonly Job[], done: Settle[]): Promise<Job[] | null> {
    this.#hooks.onGroupStart();
    // A job without `sharing` may read and write anything.
    if (group[0]?.sharing === null) this.#hooks.flush();
    const { writes } = this.#connection;
    const again: Job[] = [];
    const results = await Promise.allSettled(group.map(async ({ work }) => work()));
    if (!this.#connection.inTransaction) throw reasonOf(results);
    for (const [index, result] of results.entries()) {
      const job = group[index] as Job;
      if (result.status === 'fulfilled') done.push(() => job.resolve(result.value));
      else if (result.reason === NOT_TOGETHER) again.push(job);
      else if (job.sharing === null ? this.#connection.writes !== writes : job.sharing.hasSaved()) return null;
      else done.push(() => job.reject(toFailure(result.reason)));
    }
    return again;
  }
}

/** Why SQLite has ended the transaction of these jobs. Other jobs may have been refused for their own reasons. */
function reasonOf(results: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  return reasons.find(isSqliteError) ?? unavailable('SQLite has ended the transaction', reasons[0]);
}

/** Divides the jobs into groups that run one after the other: each job is in the first group after those of its keys. */
function groupsOf(jobs: readonly Job[]): Job[][] {
  const groups: Job[][] = [];
  /** By key: the first group that another job with the key may join. */
  const free = new Map<string, number>();
  let first = 0;
  for (const job of jobs) {
    if (job.sharing === null) {
      groups.push([job]);
      first = groups.length;
      continue;
    }
    let position = first;
    for (const key of job.sharing.keys) position = Math.max(position, free.get(key) ?? 0);
    for (const key of job.sharing.keys) free.set(key, position + 1);
    const group = groups[position];
    if (group === undefined) groups.push([job]);
    else group.push(job);
  }
  return groups;
}
