// Detects a connection pooler that does not preserve a session's state, such as PgBouncer in transaction mode.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/**
 * A setting specific to Assay names the session. If the session belongs to one client, the setting keeps its value, and no other open
 * session has it.
 */
const NAME_SESSION = "SELECT set_config('assay.session', $1, false)";
const READ_SESSION = `SELECT coalesce(current_setting('assay.session', true), '') AS session, pg_backend_pid() AS process`;
/** PgBouncer's "transaction blocks not allowed in statement pooling mode", and similar messages of other poolers. */
const STATEMENT_MODE = /transaction blocks not allowed/i;
/** Other clients may take the first session's server connection before the second one can; each round tries again. */
const ROUNDS = 5;

const SHARED =
  'DATABASE_URL leads to a pooler that gives one session of PostgreSQL to several clients (such as PgBouncer with ' +
  'pool_mode=transaction), but Assay keeps planner settings and prepared statements in its sessions: set pool_mode=session for ' +
  'this database, or use the address of PostgreSQL itself';

/** @throws Error when sessions of this pool are shared with other clients. Costs one round trip on a direct connection. */
export async function requireOwnSessions(pool: pg.Pool): Promise<void> {
  if (await sharesSessions(pool)) throw new Error(SHARED);
}

async function sharesSessions(pool: pg.Pool): Promise<boolean> {
  const first = await pool.connect();
  let second: pg.PoolClient | null = null;
  try {
    // Poolers send their own process number with their cancellation key.
    const { process } = await readSession(first);
    if (process === (first as unknown as { processID: number | null }).processID) return false;
    second = await pool.connect();
    return await isShared(first, second);
  } catch (error) {
    if (STATEMENT_MODE.test((error as Error).message)) return true;
    throw error;
  } finally {
    // Not reused: a pooler's server connection keeps the settings made on it.
    second?.release(true);
    first.release(second !== null);
  }
}

/**
 * Whether the two sessions share a server connection. The second session holds one with a transaction. In transaction mode it is the
 * one that the first session used last, or else the first session finds itself on another one.
 */
async function isShared(first: pg.PoolClient, second: pg.PoolClient): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = randomUUID();
    await first.query(NAME_SESSION, [name]);
    await second.query('BEGIN');
    // Before the first session sends anything: if the pooler has a single server connection, the first session would wait for it.
    if ((await readSession(second)).session === name) return true;
    if ((await readSession(first)).session !== name) return true;
    await second.query('COMMIT');
  }
  return false;
}

async function readSession(client: pg.PoolClient): Promise<{ session: string; process: number }> {
  const { rows } = await client.query<{ session: string; process: number }>(READ_SESSION);
  return rows[0] as { session: string; process: number };
}
