// Rewrites the tables so that their files no longer contain deleted rows, and verifies that PostgreSQL did so.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';

/** Each rewritten table gets a new file. The owner of the database may rewrite all; others only what is theirs. */
const FILE_OF = "relname AS name, relfilenode::text AS file FROM pg_class WHERE relkind = 'r'";
const TABLES = {
  command: 'VACUUM (FULL, ANALYZE)',
  files: `SELECT ${FILE_OF} AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'events'::regclass) ORDER BY relname`,
};
/** ANALYZE keeps the samples of a table that has become empty, and of its indexes of expressions. */
const DELETE_SAMPLES = `SELECT pg_clear_attribute_stats(s.schemaname, s.tablename, s.attname, s.inherited)
  FROM pg_stats s JOIN pg_namespace n ON n.nspname = s.schemaname
  JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = s.tablename LEFT JOIN pg_index i ON i.indexrelid = c.oid
  WHERE n.oid = (SELECT relnamespace FROM pg_class WHERE oid = 'events'::regclass)
    AND pg_relation_size(COALESCE(i.indrelid, c.oid)) = 0`;
/** Older servers have no function to delete samples. */
const CAN_DELETE_SAMPLES = "SELECT current_setting('server_version_num')::integer >= 180000 AS possible";
/** The planner's samples contain frequent values, such as addresses. ANALYZE leaves those that it replaces as deleted rows. */
const SAMPLES = {
  command: 'VACUUM (FULL) pg_catalog.pg_statistic',
  files: `SELECT ${FILE_OF} AND oid = 'pg_catalog.pg_statistic'::regclass`,
};

/** The number that the next transaction gets, modulo 2^32 as in the views below. */
const NEXT_TRANSACTION = 'SELECT (txid_snapshot_xmax(txid_current_snapshot()) % 4294967296)::text AS number';

/**
 * Who may still see rows that were deleted before the transaction $1, so that VACUUM keeps them: older transactions and snapshots, also of
 * replicas. A VACUUM in progress has a snapshot that it does not need.
 */
const READERS = `SELECT CASE a.application_name WHEN '' THEN 'a session' ELSE 'a session of ' || a.application_name END AS name
  FROM pg_stat_activity a WHERE a.pid <> pg_backend_pid() AND coalesce(a.datname = current_database(), true)
    AND greatest(age(a.backend_xid), age(a.backend_xmin)) > age($1::xid)
    AND NOT EXISTS (SELECT FROM pg_stat_progress_vacuum v WHERE v.pid = a.pid)
  UNION ALL SELECT 'the replication slot ' || slot_name FROM pg_replication_slots WHERE age(xmin) > age($1::xid)
  UNION ALL SELECT 'the prepared transaction ' || gid FROM pg_prepared_xacts
    WHERE database = current_database() AND age(transaction) > age($1::xid) LIMIT 1`;

/** Requests end within ten seconds; a replica reports what it reads as often. */
const WAIT_MS = 30 * SECOND;
const POLL_MS = 100;

/**
 * Locks each table while it is rewritten. @throws Error if a table was not rewritten, or if a transaction that is older than this call may
 * still read deleted rows after `waitMs`.
 */
export async function compact(pool: pg.Pool, waitMs = WAIT_MS): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const unchanged = await rewrite(client, TABLES, waitMs);
    const { rows } = await client.query<{ possible: boolean }>(CAN_DELETE_SAMPLES);
    if (unchanged.length === 0 && rows[0]?.possible) await client.query(DELETE_SAMPLES);
    unchanged.push(...(await rewrite(client, SAMPLES, waitMs)));
    if (unchanged.length > 0) {
      const owner = 'run compact as the owner of the database and its tables';
      throw new Error(`the role of DATABASE_URL may not rewrite the tables ${unchanged.join(', ')}: ${owner}`);
    }
  } finally {
    // Not returned to the pool: this connection no longer has a statement timeout.
    client.release(true);
  }
}

/** Returns the names of the tables that PostgreSQL did not rewrite. */
async function rewrite(client: pg.PoolClient, { command, files }: typeof TABLES, waitMs: number): Promise<string[]> {
  await readersEnd(client, waitMs);
  const before = await filesOf(client, files);
  await client.query(command);
  const after = await filesOf(client, files);
  return [...before].filter(([name, file]) => after.get(name) === file).map(([name]) => name);
}

async function readersEnd(client: pg.PoolClient, waitMs: number): Promise<void> {
  const { rows } = await client.query<{ number: string }>(NEXT_TRANSACTION);
  const until = performance.now() + waitMs;
  for (;;) {
    const readers = await client.query<{ name: string }>(READERS, [rows[0]?.number]);
    const reader = readers.rows[0];
    if (reader === undefined) return;
    if (performance.now() > until) {
      throw new Error(
        `${reader.name} has begun to read before, and may still read what was erased: end it, then repeat this`,
      );
    }
    await sleep(POLL_MS);
  }
}

async function filesOf(client: pg.PoolClient, query: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; file: string }>(query);
  return new Map(rows.map(({ name, file }) => [name, file]));
}
