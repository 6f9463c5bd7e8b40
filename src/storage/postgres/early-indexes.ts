// Builds the indexes of pending migrations before their transaction: there, every event would wait until an index is complete.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import type { PendingIndex } from '../migrate.ts';

/** One process at a time, for its session. The number is arbitrary and specific to Assay. */
const LOCK = 'SELECT pg_try_advisory_lock(7061990731542) AS held';
const UNLOCK = 'SELECT pg_advisory_unlock(7061990731542)';
/** What a process that was killed while it built an index has left: every write updates it, and no read uses it. */
const IS_INCOMPLETE = 'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid';
/** SQLSTATE of a table or column that a pending migration adds: the migrations build the index. */
const UNDEFINED: readonly unknown[] = ['42P01', '42703'];

/**
 * Returns the names of the indexes that exist afterwards. Waits for the transactions that were open before, as a backup is, but nobody
 * waits for this. `client` must not be in a transaction, and needs no timeout.
 */
export async function buildEarly(
  client: Pick<pg.ClientBase, 'query'>,
  indexes: readonly PendingIndex[],
): Promise<ReadonlySet<string>> {
  const built = new Set<string>();
  // Without waiting in a statement, whose snapshot another process would wait for while it builds an index.
  while (!(await isHeld(client))) await sleep(SECOND);
  for (const index of indexes) if (await build(client, index)) built.add(index.name);
  await client.query(UNLOCK);
  return built;
}

async function isHeld(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  return (await client.query<{ held: boolean }>(LOCK)).rows[0]?.held === true;
}

async function build(client: Pick<pg.ClientBase, 'query'>, { name, definition }: PendingIndex): Promise<boolean> {
  if ((await client.query(IS_INCOMPLETE, [name])).rowCount !== 0) {
    await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  }
  try {
    await client.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ${definition}`);
  } catch (error) {
    if (!UNDEFINED.includes((error as { code?: unknown }).code)) throw error;
    return false;
  }
  return true;
}
