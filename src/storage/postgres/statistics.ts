// Updates the planner's statistics of a database that fills: autovacuum checks once a minute.
import type pg from 'pg';
import { PostgresConnection } from './connection.ts';

/** The tables that grow with events. All of them: a join of one with statistics and one without has the worst plans. */
const TABLES = [
  ...['events', 'event_details', 'event_signals', 'client_signals', 'rollup_queue', 'accounts', 'account_devices'],
  ...['account_networks', 'devices', 'device_profiles', 'device_ids', 'device_keys', 'sessions'],
  ...['fingerprint_accounts', 'failure_counts', 'signal_frequencies', 'networks', 'network_members'],
  ...['activity_rollups', 'overview_members'],
].join(', ');

/**
 * Whether `events` has at least four times the pages that the planner knows about. The size is limited because analyzing a larger
 * table takes seconds, and plans based on this many rows no longer read all of them.
 */
const HAS_GROWN = `SELECT pg_relation_size(oid) BETWEEN 4 * current_setting('block_size')::bigint * greatest(relpages, 4)
  AND ${64 * 1024 * 1024} AS grown FROM pg_class WHERE oid = 'events'::regclass`;

/**
 * A sample of 3,000 rows instead of 30,000: with 57,000 events, .13 s of the server's time instead of .8. Autovacuum takes a larger one
 * later.
 */
const SAMPLE = 'SET default_statistics_target = 10';

/**
 * Refreshes the statistics. Plans are cached, and one made when `events` had a hundred rows may later read all rows of an
 * environment: the windows of 128 devices took 136 ms instead of 3. ANALYZE also makes the server plan its cached statements again.
 * If the role does not own the tables, or another process analyzes one, the server leaves them as they are, with a warning.
 */
export async function refreshStatistics(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.script<{ grown?: boolean }>(`${HAS_GROWN}; SELECT 1`);
  if (row?.grown === true) await connection.exec(`${SAMPLE}; ANALYZE (SKIP_LOCKED) ${TABLES}`);
}

/** Events of this process until the first look at the size, and by how much later ones are further apart. */
const FIRST_LOOK = 512;
const FURTHER = 4;

/** Refreshes the statistics of a database that fills with events, each in its own request. */
export class GrowingStatistics {
  readonly #onClient: (work: (client: pg.PoolClient) => Promise<void>) => Promise<void>;
  #events = 0;
  #next = FIRST_LOOK;

  constructor(onClient: (work: (client: pg.PoolClient) => Promise<void>) => Promise<void>) {
    this.#onClient = onClient;
  }

  /** Counts events, and refreshes the statistics in the background from time to time. Nobody waits for it, so failures are ignored. */
  stored(events: number): void {
    this.#events += events;
    if (this.#events < this.#next) return;
    this.#next *= FURTHER;
    this.#onClient((client) => refreshStatistics(new PostgresConnection(client))).catch(() => {});
  }
}
