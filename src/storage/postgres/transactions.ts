// Transactions on PostgreSQL: locks on an event's keys, retries after a lost race, and commits of unknown outcome.
import type pg from 'pg';
import type { EventKeys, EventWrites, IngestTransaction } from '../../records/ingest.ts';
import { SingleTableQuerier } from '../citus/single-table-querier.ts';
import type { Querier } from '../engine.ts';
import { EventTransaction } from '../events/event-transaction.ts';
import type { FailureHistory } from '../events/failure-history.ts';
import { TextDedupCache } from '../events/text-dedup-cache.ts';
import { QueriedWindows, SeparateWindows } from '../events/windows.ts';
import { select } from '../sql.ts';
import { PostgresConnection } from './connection.ts';
import { noAnswer, withinDeadline } from './deadline.ts';
import { isConnectionLost, isSerializationFailure, toFailure } from './failures.ts';
import { KeyedMutex, type LockPlace, lockKeysSql, lockNames } from './key-locks.ts';

const MAX_ATTEMPTS = 5;
/** Counters are spread over this many rows by connection, so that writers rarely wait for each other. */
const SHARDS = 8;

const EVENT_EXISTS = select`1 AS found FROM events WHERE environment_id = ? AND id = ?`;

/** A commit that may have been executed although its response was lost. */
class CommitUnknown extends Error {
  readonly saved: EventWrites;
  readonly eventKeys: EventKeys;
  readonly value: unknown;

  constructor(saved: EventWrites, eventKeys: EventKeys, value: unknown, cause: unknown) {
    super('the connection ended during a commit', { cause });
    this.saved = saved;
    this.eventKeys = eventKeys;
    this.value = value;
  }
}

export class PostgresTransactions {
  readonly #pool: pg.Pool;
  readonly #failures: FailureHistory;
  readonly #texts = new TextDedupCache();
  readonly #mutex = new KeyedMutex();
  readonly #deadlineMs: number;
  readonly #locks: LockPlace;

  /** With `locks` at the owner, the pool is that of a distributed database. */
  constructor(
    pool: pg.Pool,
    failures: FailureHistory,
    deadlineMs: number,
    { locks = 'server' }: { locks?: LockPlace } = {},
  ) {
    this.#pool = pool;
    this.#failures = failures;
    this.#deadlineMs = deadlineMs;
    this.#locks = locks;
  }

  async ingest<T>(work: (transaction: IngestTransaction) => Promise<T>, eventKeys?: EventKeys): Promise<T> {
    return withinDeadline(this.#deadlineMs, async (isExpired) => {
      const run = () => {
        // Behind others in the queue of its keys: the caller has its answer, and a retry would be recorded twice.
        if (isExpired()) throw noAnswer();
        return this.#retry(() => this.#onClient((client) => this.#ingestOnce(client, work)));
      };
      try {
        return await (eventKeys === undefined
          ? run()
          : this.#mutex.runExclusive(lockNames(eventKeys), async () => run()));
      } catch (error) {
        if (error instanceof CommitUnknown) return await this.#resolveUnknown<T>(error);
        throw toFailure(error);
      }
    });
  }

  async write<T>(work: (querier: Querier) => Promise<T>): Promise<T> {
    return withinDeadline(this.#deadlineMs, async () => {
      try {
        return await this.#retry(() => this.#onClient((client) => this.#writeOnce(client, work)));
      } catch (error) {
        throw toFailure(error);
      }
    });
  }

  async #ingestOnce<T>(client: pg.PoolClient, work: (transaction: IngestTransaction) => Promise<T>): Promise<T> {
    const isDistributed = this.#locks === 'owner';
    const connection = new PostgresConnection(client, !isDistributed);
    const locks: Promise<unknown>[] = [];
    let firstKeys: EventKeys | null = null;
    const shard = ((client as unknown as { processID: number }).processID ?? 0) % SHARDS;
    const begin = (eventKeys: EventKeys) => {
      const begin = firstKeys === null ? 'BEGIN; ' : '';
      firstKeys ??= eventKeys;
      locks.push(handled(connection.exec(`${begin}${lockKeysSql(eventKeys, this.#locks)}`)));
    };
    const transaction = new EventTransaction({
      ...(isDistributed
        ? { querier: new SingleTableQuerier(connection), windows: new SeparateWindows(connection) }
        : { querier: connection, windows: new QueriedWindows(connection) }),
      failures: this.#failures,
      texts: this.#texts,
      shard,
      begin,
    });
    let value: T;
    try {
      value = await work(transaction);
    } catch (error) {
      await Promise.allSettled(transaction.sent);
      if (firstKeys !== null) await this.#rollback(connection);
      // The statement that failed explains more than the "current transaction is aborted" of the one after it.
      throw (await firstFailure([...locks, ...transaction.sent])) ?? error;
    }
    if (firstKeys === null) return value;
    await this.#commit(connection, [...locks, ...transaction.sent], (lost) => {
      return transaction.firstSaved === null
        ? lost
        : new CommitUnknown(transaction.firstSaved, firstKeys as EventKeys, value, lost);
    });
    for (const [environmentNumber, digest] of transaction.sentTexts) this.#texts.add(environmentNumber, digest);
    return value;
  }

  async #writeOnce<T>(client: pg.PoolClient, work: (querier: Querier) => Promise<T>): Promise<T> {
    const connection = new PostgresConnection(client);
    await connection.exec('BEGIN');
    let value: T;
    try {
      value = await work(connection);
    } catch (error) {
      await this.#rollback(connection);
      throw error;
    }
    await this.#commit(connection, [], (lost) => lost);
    return value;
  }

  /** Pipelines COMMIT after the sent statements and awaits them all. PostgreSQL responds ROLLBACK when one failed. */
  async #commit(
    connection: PostgresConnection,
    sent: readonly Promise<unknown>[],
    unknown: (lost: unknown) => unknown,
  ): Promise<void> {
    const commit = handled(connection.exec('COMMIT'));
    const failure = await firstFailure(sent);
    try {
      const command = await commit;
      if (failure === null && command === 'COMMIT') return;
    } catch (error) {
      this.#failures.clear();
      throw isConnectionLost(error) ? unknown(error) : error;
    }
    this.#failures.clear();
    throw failure ?? new Error('the transaction was rolled back');
  }

  async #rollback(connection: PostgresConnection): Promise<void> {
    this.#failures.clear();
    await connection.exec('ROLLBACK').catch(() => {});
  }

  /** Determines whether a commit of unknown outcome was executed, once its transaction must have ended. */
  async #resolveUnknown<T>(unknown: CommitUnknown): Promise<T> {
    const { environmentNumber, id } = unknown.saved.event;
    try {
      const found = await this.#onClient(async (client) => {
        const connection = new PostgresConnection(client);
        // The lost transaction holds these locks until it has committed or rolled back.
        await connection.exec(`BEGIN; ${lockKeysSql(unknown.eventKeys, this.#locks)}`);
        const rows = await connection.all(EVENT_EXISTS, environmentNumber, id);
        await connection.exec('COMMIT');
        return rows;
      });
      if (found.length > 0) return unknown.value as T;
    } catch {
      // The database is still unreachable: report the lost connection below.
    }
    throw toFailure(unknown.cause);
  }

  async #onClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    // Only a transaction whose server has silently disappeared takes this long.
    const limit = setTimeout(() => endSocket(client), this.#deadlineMs);
    try {
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      const lost = isConnectionLost(error) || error instanceof CommitUnknown;
      client.release(lost);
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  async #retry<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        if (!isSerializationFailure(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}

/** Marks a promise's rejection as handled: it is examined later, together with others. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

async function firstFailure(promises: readonly Promise<unknown>[]): Promise<unknown> {
  for (const settled of await Promise.allSettled(promises)) {
    if (settled.status === 'rejected') return settled.reason;
  }
  return null;
}

/** Ends a connection whose server no longer answers. */
export function endSocket(client: pg.PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream.destroy(
    new Error('Connection timeout'),
  );
}
