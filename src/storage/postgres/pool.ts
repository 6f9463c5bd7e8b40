// Pools of connections: one for events and one for deliveries, whose plans are made once, and one for everything else.
import pg from 'pg';

/** Times and counts are far below 2^53, so int8 is a number and not text; JSON stays text, as on SQLite. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [20, Number],
  [114, String],
]);
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A server that does not flush commits would break "acknowledged means durable"; anything stronger than `on` stays. */
const DURABLE_COMMITS =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/**
 * The statements of an event are fixed and each has its index. Planned anew each time they cost the server twice the
 * work; planned once by the costs of an empty table they would scan it whole when it has grown.
 */
const FIXED_PLANS =
  'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off';

/**
 * Every list takes its first rows in the order of an index and looks up the rest by keys. Kept plans do not know how narrow
 * a range is, and guess wrong: a page of 300 assessments read and hashed all details of 155,000 events, 41 ms each time;
 * outcomes of a rare label were looked for among all outcomes.
 */
const ORDERED_PLANS =
  'SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off';

/**
 * A batch of deliveries is looked up by its keys, row by row, however the table has grown since the plan was made: every
 * other way begins with all deliveries there are.
 */
const KEYED_PLANS = `${FIXED_PLANS}; SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_material = off`;

/** For the fixed statements of events, for lists and everything else, for batches of deliveries. */
const PLANS = { fixed: FIXED_PLANS, ordered: ORDERED_PLANS, keyed: KEYED_PLANS } as const;

export interface PoolOptions {
  url: string;
  size: number;
  plans: keyof typeof PLANS;
}

export function openPool({ url, size, plans }: PoolOptions): pg.Pool {
  const options: pg.PoolConfig & { pipeline: boolean } = {
    connectionString: url,
    max: size,
    pipeline: true,
    types: TYPES,
    application_name: 'assay',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    statement_timeout: 10_000,
  };
  const pool = new pg.Pool(options);
  // A connection that dies while idle is replaced on the next use; without a listener it would end the process.
  pool.on('error', () => {});
  // Sent ahead of whatever the connection is opened for; if it fails, so does that.
  pool.on('connect', (client) => {
    // One that dies in use fails what it was asked, and says so once more as an event: unheard, that too ends the process.
    client.on('error', () => {});
    client.query(DURABLE_COMMITS).catch(() => {});
    client.query(PLANS[plans]).catch(() => {});
  });
  return pool;
}
