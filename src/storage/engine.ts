// What an engine provides to the shared SQL: reads, and writes within a transaction.
import type { Statement, Write } from './sql.ts';

export type Value = string | number | null;
export type Row = Record<string, unknown>;

export interface Reader {
  all<R = Row>(statement: Statement, ...values: Value[]): Promise<R[]>;
}

/** Runs statements in call order. On PostgreSQL several may be in flight at once. */
export interface Querier extends Reader {
  /** Resolves to the number of rows changed. */
  run(statement: Write, ...values: Value[]): Promise<number>;
}

/** Statements of one transaction. Those issued within one microtask run may be sent as one. */
export interface Batcher extends Querier {
  /** Whether waiting for a result costs a round trip, so that reads are sent before it is known whether they are needed. */
  readonly readsAhead: boolean;
  /** A write whose row count is not needed. Two that are sent together must not change the same row. */
  send(statement: Write, ...values: Value[]): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Whether the tables are distributed over several servers by environment. */
  readonly isDistributed: boolean;
  /** On a distributed database: the numbers of all environments, grouped by the server that stores them. */
  environmentsByNode?(): Promise<number[][]>;
  /** Reads committed rows only. */
  readonly read: Reader;
  /** Runs `work` in a transaction that is durable when this resolves; a failure rolls it back. */
  write<T>(work: (querier: Querier) => Promise<T>): Promise<T>;
  /** Like `write`, without its time limit: for what changes all rows of an account or an environment, however many. */
  writeAll<T>(work: (querier: Querier) => Promise<T>): Promise<T>;
  /** The storage's own time, ms, where processes with different clocks share it. */
  clock?(querier: Querier): Promise<number>;
  /**
   * Where transactions run concurrently: waits until every one that had written something has ended, on the server of the environment, which must
   * have rows in `unused_signals`. Resolves to false if one takes too long, or if `stopping` aborts.
   */
  earlierWritersEnd?(environmentNumber: number, stopping: AbortSignal | undefined): Promise<boolean>;
  /** Waits until no event of the account is in progress; later ones wait until the transaction of `querier` ends. */
  lockAccount(querier: Querier, environmentNumber: number, accountKey: string): Promise<void>;
}
