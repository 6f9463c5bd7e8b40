// Connection pools with planner settings for their use: fixed event statements, deliveries by key, and everything else.
import pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import { isConnectionLost, isStaleStatement } from './failures.ts';

/** Times and counts are far below 2^53, so int8 is parsed to a number; JSON stays text, as on SQLite. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [20, Number],
  [114, String],
]);
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * A machine that has lost its power says nothing, and nothing is sent to it while a statement runs: by default, Linux asks after two hours
 * whether it is still there.
 */
export const PEER_PROBES = { keepAlive: true, keepAliveInitialDelayMillis: 30 * SECOND } as const;

/**
 * A server that does not flush commits would break "acknowledged means durable"; any setting stronger than `on` stays. Set even if it is
 * on: otherwise a connection would follow when an administrator turns it off and reloads the configuration.
 */
const DURABLE_COMMITS = `SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
  ELSE current_setting('synchronous_commit') END, false)`;

/**
 * Overrides the defaults of the role and the database. Timeouts in ms. In a stricter isolation, an event would not see what was committed
 * while it waited for its locks. Not startup parameters: PgBouncer refuses connections with parameters that it does not know.
 */
const SESSION = `SET statement_timeout = 10000; SET idle_in_transaction_session_timeout = 15000; SET lock_timeout = 0;
  SET default_transaction_isolation = 'read committed'`;
/**
 * Settings that would change what is read or stored: numbers rounded to 15 digits or fewer, and in a list the text NULL instead of null, for
 * which every batch of events fails.
 */
const EXACT_VALUES = 'SET extra_float_digits = 1; SET array_nulls = on';
/** For servers that have these: the first would end connections of the pool, the second a transaction that waits for others. */
const NO_OTHER_TIMEOUTS = `SELECT set_config(name, '0', false)
  FROM (VALUES ('idle_session_timeout'), ('transaction_timeout')) AS timeouts (name)
  WHERE current_setting(name, true) IS NOT NULL`;
/** For the session of a backup or a restore, which takes as long as it takes. */
export const UNLIMITED_SESSION = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0;
  ${EXACT_VALUES}; ${NO_OTHER_TIMEOUTS}; ${DURABLE_COMMITS}`;

/**
 * The statements of an event are fixed and each has its index. Planning them each time would double the server's work;
 * planned once with the costs of an empty table, they would scan the whole table after it has grown.
 */
const NO_SCANS = 'SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off';
/**
 * A window is read in the order of its index. A plan made when a database had about 140 events, and window indexes two pages but the primary
 * key one, read all events of the environment and sorted those of the window, until the next ANALYZE: 300 events/s had a p50 of 241 ms.
 */
const NO_SORTS = 'SET enable_sort = off';
/**
 * Rows of a second table are looked up by their keys, row by row, however the tables have grown since they were analyzed. Without
 * statistics of `event_details`, a backtest compared each of its events with all details of the environment, for more than 10 s.
 */
const LOOKUPS = 'SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off';
/**
 * Citus cannot plan a join or a merged statement without its values ("could not create distributed plan"), so where the
 * extension is present, PostgreSQL chooses.
 */
const KEYED_PLANS = `SELECT set_config('plan_cache_mode', CASE WHEN EXISTS (SELECT 1 FROM pg_extension
  WHERE extname = 'citus') THEN 'auto' ELSE 'force_generic_plan' END, false); ${NO_SCANS}; ${NO_SORTS}; ${LOOKUPS}`;
/** For the single-table statements into which events are divided on a distributed database; see `SingleTableQuerier`. */
const SINGLE_TABLE_PLANS = `SET plan_cache_mode = force_generic_plan; ${NO_SCANS}; ${NO_SORTS}`;

/**
 * Every list reads its first rows in index order and looks up the rest by keys. Cached plans do not know how narrow a
 * range is and guess wrong: a page of 300 assessments read and hashed all details of 155,000 events, 41 ms each time, and
 * outcomes of a rare label were searched among all outcomes.
 */
const ORDERED_PLANS = `${NO_SCANS}; ${LOOKUPS}`;

/**
 * `keyed` for the statements of events and of batches of deliveries, or `single` for those of events on a distributed database; `ordered`
 * for lists and everything else.
 */
const PLANS = { single: SINGLE_TABLE_PLANS, ordered: ORDERED_PLANS, keyed: KEYED_PLANS } as const;

export interface PoolOptions {
  url: string;
  size: number;
  plans: keyof typeof PLANS;
}

/** The open connections of each pool. */
const connections = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

export function openPool({ url, size, plans }: PoolOptions): pg.Pool {
  const options: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: url,
    max: size,
    pipeline: true,
    types: COLUMN_TYPES,
    application_name: 'assay',
    connectionTimeoutMillis: 10_000,
    ...PEER_PROBES,
  };
  const pool = new pg.Pool(options);
  const open = new Set<pg.PoolClient>();
  connections.set(pool, open);
  pool.on('connect', (client) => open.add(client)).on('remove', (client) => open.delete(client));
  // A connection that dies while idle is replaced on the next use; its error needs a listener, or the process crashes.
  pool.on('error', () => {});
  // Sent before the first statement on the connection, which also fails if these fail.
  pool.on('connect', (client) => {
    // A connection that dies in use rejects its query and also emits an error, which would crash the process unhandled.
    client.on('error', () => {});
    client.query(DURABLE_COMMITS).catch(() => {});
    client.query(`${SESSION}; ${EXACT_VALUES}; ${NO_OTHER_TIMEOUTS}; ${PLANS[plans]}`).catch(() => {});
  });
  return pool;
}

/**
 * Calls `forget` for each new connection: it may lead to a standby that took over and lacks the newest commits, so what this process
 * remembers as stored may not be.
 */
export function onNewConnection(pool: pg.Pool, forget: () => void): void {
  pool.on('connect', forget);
}

/** Ends a connection whose server no longer responds. */
export function endSocket(client: pg.ClientBase, error = new Error('Connection timeout')): void {
  (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream.destroy(error);
}

/** How long a server that answers may take to end connections. */
const END_MS = SECOND;

/** Ends a connection after its last answer. A server that hangs does not end it, and the process would wait. */
export async function endConnection(client: pg.Client, limitMs = END_MS): Promise<void> {
  const limit = setTimeout(() => endSocket(client), limitMs);
  await client.end().catch(() => {});
  clearTimeout(limit);
}

/** Resolves once nothing uses the pool. Connections that the server does not end are ended soon afterwards. */
export async function closePool(pool: pg.Pool): Promise<void> {
  await pool.end();
  setTimeout(() => endSockets(pool, new Error('Connection timeout')), END_MS).unref();
}

/** Ends all connections of a pool whose server no longer responds. */
export function endSockets(pool: pg.Pool, error: Error): void {
  for (const client of connections.get(pool) ?? []) endSocket(client, error);
}

/** Whether a connection must not be used again after this error. */
export function isUnusable(error: unknown): boolean {
  return isConnectionLost(error) || isStaleStatement(error);
}

/** Runs `run` again, on another connection, after a stale statement: each connection of the pool may have one, and is discarded. */
export async function onFreshStatements<T>(pool: pg.Pool, run: () => Promise<T>): Promise<T> {
  for (let stale = 0; ; stale += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isStaleStatement(error) || stale >= pool.options.max) throw error;
    }
  }
}
