// Builds the indexes of pending migrations before their transaction: there, every event would wait until an index is complete.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import type { PendingIndex } from '../migrate.ts';

/** One process at a time, for its session. The number is arbitrary and specific to Assay. */
const LOCK = 'SELECT pg_try_advisory_lock(7061990731542) AS held';
const UNLOCK = 'SELECT pg_advisory_unlock(7061990731542)';
const HAS_TABLE = 'SELECT to_regclass($1) IS NOT NULL AS found';
/** What a process that was killed while it built an index has left: every write updates it, and no read uses it. */
const IS_INCOMPLETE = 'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid';
/** SQLSTATE of a column that an earlier pending migration adds: its migration builds the index. */
const UNDEFINED_COLUMN = '42703';

/**
 * Returns the names of the indexes that exist afterwards. Waits for the transactions that were open before, as a backup is, but nobody
 * waits for this. Indexes of new tables are left to their migration. `client` must not be in a transaction, and needs no timeout.
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

async function build(
  client: Pick<pg.ClientBase, 'query'>,
  { name, table, definition }: PendingIndex,
): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(HAS_TABLE, [table]);
  if (rows[0]?.found !== true) return false;
  if ((await client.query(IS_INCOMPLETE, [name])).rowCount !== 0) {
    await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  }
  try {
    await client.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ${definition}`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNDEFINED_COLUMN) throw error;
    return false;
  }
  return true;
}
