// What an engine offers to the SQL that is written once: statements with `?` places, reads, and writes in a transaction.

export type Value = string | number | null;
export type Row = Record<string, unknown>;

/** Runs statements in the order they were given. On PostgreSQL several may be on their way at once. */
export interface Querier {
  all<R = Row>(sql: string, ...values: Value[]): Promise<R[]>;
  /** Resolves to the number of rows changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** Statements of a transaction. Those asked for in one turn of the microtask queue may travel as one. */
export interface Batcher extends Querier {
  /** A write whose count nobody needs. Two that are sent together must not change the same row. */
  send(sql: string, ...values: Value[]): Promise<void>;
}

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Sees committed rows alone. */
  readonly read: Querier;
  /** Runs `work` in a transaction that is durable when this resolves; its failure leaves no trace. */
  write<T>(work: (querier: Querier) => Promise<T>): Promise<T>;
  /** Waits until no event of the account is under way; later ones wait until the transaction of `querier` ends. */
  lockAccount(querier: Querier, environmentNumber: number, accountKey: string): Promise<void>;
}

/** The first row of a look-up that can have at most one. */
export async function first<R>(rows: Promise<R[]>): Promise<R | null> {
  return (await rows)[0] ?? null;
}
