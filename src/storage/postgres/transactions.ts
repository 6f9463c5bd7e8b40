// Transactions on PostgreSQL: locks on an event's keys, retries after a lost race, and commits of unknown outcome.
import type pg from 'pg';
import type { EventKeys, EventReads, IngestTransaction } from '../../records/ingest.ts';
import { SingleTableQuerier } from '../citus/single-table-querier.ts';
import type { Querier } from '../engine.ts';
import { EventTransaction } from '../events/event-transaction.ts';
import type { FailureHistory } from '../events/failure-history.ts';
import { TextDedupCache } from '../events/text-dedup-cache.ts';
import { SeparateWindows } from '../events/windows.ts';
import { select } from '../sql.ts';
import { AccountChains } from './account-chains.ts';
import { BatchCommitUnknown, type BatchOutcome, runBatch, runChain, storeTexts } from './batch-transaction.ts';
import { commit, firstFailure, handled, rollback } from './commit.ts';
import { PostgresConnection } from './connection.ts';
import { isNoAnswer, noAnswer, withinDeadline } from './deadline.ts';
import { EventBatches } from './event-batches.ts';
import { isSerializationFailure, toFailure } from './failures.ts';
import { KeyedMutex, type LockPlace, lockAllSql, lockKeysSql, lockNames } from './key-locks.ts';
import { lateralWindows } from './lateral-windows.ts';
import { isUnusable, onFreshStatements, onNewConnection } from './pool.ts';
import { SequenceTransaction } from './sequence-transaction.ts';
import { GrowingStatistics, refreshStatistics } from './statistics.ts';
import { lateFailure, limited, mayBegin } from './transaction-limit.ts';
import { CommitUnknown, isUnknown, type NewEvent, notifying, settle, type WaitingEvent } from './waiting-event.ts';

const MAX_ATTEMPTS = 5;
/** The longest time of a timer. */
const UNLIMITED_MS = 2 ** 31 - 1;
/**
 * Counters are spread over this many rows by connection, so that writers rarely wait for each other: with 8 rows, 13 to 49 %
 * of the connections of two and four processes waited for a lock, with 32 between .4 and 8 %. A single process, with 8
 * connections, fills no more than 8.
 */
const SHARDS = 32;

const EVENT_EXISTS = select`1 AS found FROM events WHERE environment_id = ? AND id = ?`;

export class PostgresTransactions {
  readonly #pool: pg.Pool;
  readonly #failures: FailureHistory;
  readonly #texts = new TextDedupCache();
  readonly #mutex = new KeyedMutex();
  readonly #deadlineMs: number;
  readonly #locks: LockPlace;
  readonly #chains: AccountChains<WaitingEvent> | null;
  readonly #statistics = new GrowingStatistics((work) => this.#onClient(work));
  readonly #batches = new EventBatches<WaitingEvent>((events) => this.#runBatch(events));

  /**
   * `batches`: events that wait at the same moment share a transaction. With `locks` at the owner, the pool is that of a distributed
   * database.
   */
  constructor(
    pool: pg.Pool,
    failures: FailureHistory,
    deadlineMs: number,
    { batches = false, locks = 'server' }: { batches?: boolean; locks?: LockPlace } = {},
  ) {
    this.#pool = pool;
    this.#failures = failures;
    this.#deadlineMs = deadlineMs;
    this.#locks = locks;
    this.#chains = batches ? new AccountChains(this.#mutex, (events) => this.#runChain(events)) : null;
    onNewConnection(pool, () => {
      this.#texts.clear();
      failures.clear();
    });
  }

  async ingest<T>(
    work: (transaction: IngestTransaction) => Promise<T>,
    eventKeys?: EventKeys,
    reads: EventReads = async () => {},
    withinMs: number = this.#deadlineMs,
  ): Promise<T> {
    return withinDeadline(Math.min(withinMs, this.#deadlineMs), async (remainingMs) => {
      const once = (client: pg.PoolClient) => this.#ingestOnce(client, work, eventKeys === undefined);
      const alone = () => this.#retry(() => this.#onClient(once, remainingMs));
      try {
        if (eventKeys === undefined) return await alone();
        if (this.#chains === null) return await this.#mutex.runExclusive(lockNames(eventKeys), () => alone());
        return await this.#together(this.#chains, { eventKeys, reads, work, alone, remainingMs });
      } catch (error) {
        if (error instanceof CommitUnknown) return await this.#resolveUnknown<T>(error);
        throw lateFailure(error, remainingMs(), this.#deadlineMs);
      }
    });
  }

  async write<T>(work: (querier: Querier) => Promise<T>): Promise<T> {
    return withinDeadline(this.#deadlineMs, async (remainingMs) => {
      try {
        return await this.#retry(() => this.#onClient((client) => this.#writeOnce(client, work), remainingMs));
      } catch (error) {
        throw lateFailure(error, remainingMs(), this.#deadlineMs);
      }
    });
  }

  /** The caller notices a server that hangs, and ends its connections. */
  async writeAll<T>(work: (querier: Querier) => Promise<T>): Promise<T> {
    try {
      const once = (client: pg.PoolClient) => this.#writeOnce(client, work, 'BEGIN; SET LOCAL statement_timeout = 0');
      return await this.#retry(() => this.#onClient(once, () => UNLIMITED_MS));
    } catch (error) {
      throw toFailure(error);
    }
  }

  #together<T>(chains: AccountChains<WaitingEvent>, event: NewEvent<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      chains.add({ ...event, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** A chain of one event joins a batch. Resolves when all events are settled. */
  async #runChain(events: readonly WaitingEvent[]): Promise<void> {
    const [only] = events;
    if (events.length === 1 && only !== undefined) {
      return new Promise((settled) => this.#batches.add({ ...only, ...notifying(only, settled) }));
    }
    // One after the other: each waits for the account and would occupy a connection meanwhile.
    for (const settle of await this.#outcomesOf(events, runChain)) await settle();
  }

  async #runBatch(events: readonly WaitingEvent[]): Promise<void> {
    await Promise.all((await this.#outcomesOf(events, runBatch)).map((settle) => settle()));
  }

  /** How to settle each event: events that cannot share the transaction, or all if it fails, get their own transactions. */
  async #outcomesOf(events: readonly WaitingEvent[], run: typeof runBatch): Promise<(() => Promise<void> | void)[]> {
    const waiting: WaitingEvent[] = [];
    for (const event of events) {
      if (mayBegin(event.remainingMs(), this.#deadlineMs)) waiting.push(event);
      else event.reject(noAnswer());
    }
    let outcomes: readonly BatchOutcome[] = [];
    let lost: BatchCommitUnknown | null = null;
    try {
      if (waiting.length > 1) {
        const parts = { failures: this.#failures, texts: this.#texts };
        const remainingMs = () => Math.min(...waiting.map((event) => event.remainingMs()));
        const once = (client: pg.PoolClient) => run(client, waiting, { ...parts, shard: shardOf(client) });
        outcomes = await this.#onClient(once, remainingMs);
      }
    } catch (error) {
      if (isNoAnswer(error)) return waiting.map((event) => () => event.reject(error));
      if (error instanceof BatchCommitUnknown) {
        lost = error;
        outcomes = error.outcomes;
      }
    }
    this.#statistics.stored(waiting.length);
    return waiting.map((event, index) => () => settle(event, outcomes[index] ?? { kind: 'alone' }, lost));
  }

  /** `isSequence`: `work` may record many events and read ahead for them. */
  async #ingestOnce<T>(
    client: pg.PoolClient,
    work: (transaction: IngestTransaction) => Promise<T>,
    isSequence: boolean,
  ): Promise<T> {
    const isDistributed = this.#locks === 'owner';
    const connection = new PostgresConnection(client, !isDistributed);
    const locks: Promise<unknown>[] = [];
    let firstKeys: EventKeys | null = null;
    const begin = (first: EventKeys, ...others: EventKeys[]) => {
      const begin = firstKeys === null ? 'BEGIN; ' : '';
      firstKeys ??= first;
      const take = others.length === 0 ? lockKeysSql(first, this.#locks) : lockAllSql([first, ...others]);
      locks.push(handled(connection.exec(`${begin}${take}`)));
    };
    const parts = { failures: this.#failures, texts: this.#texts, shard: shardOf(client), begin };
    const sequence = isSequence && !isDistributed ? new SequenceTransaction({ ...parts, connection }) : null;
    const on = isDistributed
      ? { querier: new SingleTableQuerier(connection), windows: new SeparateWindows(connection) }
      : { querier: connection, windows: lateralWindows(connection) };
    const transaction = sequence ?? new EventTransaction({ ...parts, ...on });
    let value: T;
    try {
      value = await work(transaction);
    } catch (error) {
      await Promise.allSettled(transaction.sent);
      if (firstKeys !== null) await rollback(connection, this.#failures);
      // The statement that failed explains more than the "current transaction is aborted" of the one after it.
      throw (await firstFailure([...locks, ...transaction.sent])) ?? error;
    }
    if (firstKeys === null) return value;
    sequence?.sendDeferred();
    await commit(connection, this.#failures, [...locks, ...transaction.sent], (lost) => {
      return transaction.firstSaved === null
        ? lost
        : new CommitUnknown(transaction.firstSaved, firstKeys as EventKeys, value, lost);
    });
    storeTexts(this.#texts, [transaction]);
    // The events are stored: a failure here must not be taken for one of the transaction.
    if (sequence?.readsWereAhead) await refreshStatistics(connection).catch(() => {});
    return value;
  }

  async #writeOnce<T>(client: pg.PoolClient, work: (querier: Querier) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    const connection = new PostgresConnection(client);
    await connection.exec(begin);
    let value: T;
    try {
      value = await work(connection);
    } catch (error) {
      await rollback(connection, this.#failures);
      throw error;
    }
    await commit(connection, this.#failures, [], (lost) => lost);
    return value;
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
        // Nothing was written: the rows are the answer, however this ends.
        await connection.exec('COMMIT').catch(() => {});
        return rows;
      });
      if (found.length > 0) return unknown.value as T;
    } catch {
      // The database is still unreachable: report the lost connection below.
    }
    throw toFailure(unknown.cause);
  }

  /** @throws Failure with `isNoAnswer` if the transaction may have been committed too late for its callers. */
  async #onClient<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    remainingMs: () => number = () => this.#deadlineMs,
  ): Promise<T> {
    const client = await this.#pool.connect();
    const limit = limited(client, remainingMs(), this.#deadlineMs);
    let isBroken = false;
    try {
      const value = await work(client);
      // At the limit, the server may have ended the wait for a synchronous standby: the commit then succeeds with a warning.
      if (!limit.isReached) return value;
    } catch (error) {
      isBroken = isUnusable(error) || isUnknown(error);
      if (!limit.isReached || !isUnknown(error)) throw error;
    } finally {
      limit.clear();
      client.release(isBroken || limit.isReached);
    }
    throw noAnswer();
  }

  async #retry<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await onFreshStatements(this.#pool, run);
      } catch (error) {
        if (!isSerializationFailure(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}

/** The counter rows of a connection. */
function shardOf(client: pg.PoolClient): number {
  return ((client as unknown as { processID: number }).processID ?? 0) % SHARDS;
}
