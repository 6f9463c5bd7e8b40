// Updates the planner's statistics during an import: autovacuum checks once a minute, and an import fills a database in less.
import type { PostgresConnection } from './connection.ts';

/** The tables that events read. */
const TABLES = [
  ...['events', 'accounts', 'account_devices', 'account_networks', 'devices', 'device_profiles', 'device_ids'],
  ...['device_keys', 'sessions', 'fingerprint_accounts', 'failure_counts', 'signal_frequencies'],
].join(', ');

/**
 * Whether `events` has at least four times the pages that the planner knows about. The size is limited because analyzing a larger
 * table takes seconds, and plans based on this many rows no longer read all of them.
 */
const HAS_GROWN = `SELECT pg_relation_size(oid) BETWEEN 4 * current_setting('block_size')::bigint * greatest(relpages, 4)
  AND ${64 * 1024 * 1024} AS grown FROM pg_class WHERE oid = 'events'::regclass`;

/**
 * Refreshes the statistics. Plans are cached, and one made when `events` had a hundred rows may later read all rows of an
 * environment: the windows of 128 devices took 136 ms instead of 3. ANALYZE also makes the server plan its cached statements again.
 * If the role does not own the tables, the server leaves them as they are, with a warning.
 */
export async function refreshStatistics(connection: PostgresConnection): Promise<void> {
  const [row] = await connection.script<{ grown?: boolean }>(`${HAS_GROWN}; SELECT 1`);
  if (row?.grown === true) await connection.exec(`ANALYZE ${TABLES}`);
}
