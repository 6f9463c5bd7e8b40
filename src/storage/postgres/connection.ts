// A thin adapter over `pg`: SQL written with `?`, prepared once per connection, sent without waiting for answers.
import pg from 'pg';
import { Failure } from '../../vocabulary/failure.ts';
import type { Querier, Value } from '../engine.ts';

/** The words that SQL written for both engines may hold between double braces. */
const SQL_WORDS: Readonly<Record<string, string>> = {
  int8: 'BIGINT',
  json_rows: 'json_agg(json_build_array',
  lock_e: 'FOR UPDATE OF e',
  lock_free_rows: 'FOR UPDATE SKIP LOCKED',
  in_texts: '= ANY (ARRAY(SELECT json_array_elements_text(?::json)))',
};

interface Prepared {
  name: string;
  text: string;
}

/** The same for every connection: the name of a prepared statement is its place in the order of first use. */
const PREPARED = new Map<string, Prepared>();

function prepared(sql: string): Prepared {
  let statement = PREPARED.get(sql);
  if (statement === undefined) {
    let place = 0;
    const text = sql
      .replace(/\{\{(\w+)\}\}/g, (_, word: string) => SQL_WORDS[word] as string)
      .replace(/\?/g, () => `$${++place}`);
    statement = { name: `s${PREPARED.size + 1}`, text };
    PREPARED.set(sql, statement);
  }
  return statement;
}

/** Times and counts are far below 2^53, so int8 is a number and not text; JSON stays text, as on SQLite. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [20, Number],
  [114, String],
]);
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export interface PoolOptions {
  url: string;
  size: number;
}

export function openPool({ url, size }: PoolOptions): pg.Pool {
  const options: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: url,
    max: size,
    pipeline: true,
    types: TYPES,
    application_name: 'assay',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    statement_timeout: 10_000,
  };
  const pool = new pg.Pool(options);
  // A connection that dies while idle is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/** A server that does not flush commits would break "acknowledged means durable"; anything stronger than `on` stays. */
export const DURABLE_COMMITS =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/** Statements on one connection, in order. Each is on its way as soon as it is called. */
export class PostgresConnection implements Querier {
  readonly #client: pg.ClientBase;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  async all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    const { name, text } = prepared(sql);
    return (await this.#client.query({ name, text, values })).rows as R[];
  }

  async run(sql: string, ...values: Value[]): Promise<number> {
    const { name, text } = prepared(sql);
    return (await this.#client.query({ name, text, values })).rowCount ?? 0;
  }

  /** A command, or a script of several, without values. */
  async exec(sql: string): Promise<string> {
    const result = await this.#client.query(sql);
    return result.command;
  }
}

/** SQLSTATE of a server's error, else ''. */
export function sqlState(error: unknown): string {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && severity !== undefined ? code : '';
}

/** Whether running the transaction again may succeed: it lost against another one. */
export function isSerialisationFailure(error: unknown): boolean {
  const state = sqlState(error);
  // 23505: two transactions made the same row at once; the second run finds the row of the first.
  return state === '40001' || state === '40P01' || state === '23505';
}

/** Whether the connection ended, so that a COMMIT on its way may or may not have been carried out. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Failure) return false;
  const state = sqlState(error);
  if (state !== '') return state.startsWith('08') || state.startsWith('57P');
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(code) ||
    /onnection|timeout|not queryable/.test(error.message)
  );
}

/** Classes of SQLSTATE that mean "not now": resources, operator intervention, system error, connection, read-only. */
const UNAVAILABLE = /^(08|53|57|58|55P03|25006|25P0)/;

/** The error as callers are told: `Failure('unavailable')` when a retry may help, else the error itself. */
export function toFailure(error: unknown): unknown {
  if (!isConnectionLost(error) && !isSerialisationFailure(error) && !UNAVAILABLE.test(sqlState(error))) return error;
  return new Failure('unavailable', 'storage_unavailable', 'the database cannot take this now', {
    retryAfter: 1,
    cause: error,
  });
}
