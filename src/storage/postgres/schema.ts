// The tables of the PostgreSQL engine: creates and migrates them, or requires that they exist.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { changeShardsInSequence, distributeNewTables } from '../citus/placement.ts';
import { MissingDatabase } from '../data-folder.ts';
import {
  applyMigrations,
  createRecords,
  type Migration,
  pendingIndexes,
  requireApplied,
  type TypeWords,
} from '../migrate.ts';
import { PostgresConnection } from './connection.ts';
import { buildEarly } from './early-indexes.ts';
import { place } from './unreachable.ts';

const TYPE_WORDS: TypeWords = {
  int8: 'BIGINT',
  flag: 'SMALLINT',
  real: 'DOUBLE PRECISION',
  // Ids, digests and enum words compare by bytes: independent of the locale, and in SQLite's order.
  key: 'TEXT COLLATE "C"',
  identity: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  table: '',
  clustered: '',
  // Leaves room on each page for the next version of a row, so that an update touches no index.
  updated: 'WITH (fillfactor = 85)',
  clustered_updated: 'WITH (fillfactor = 85)',
};

/**
 * Serializes processes that migrate one database. The number is arbitrary and specific to Assay. Held until the connection ends: if each
 * pause let another process try, the events would wait for one after the other, without a pause.
 */
const LOCK_MIGRATIONS = 'SELECT pg_advisory_lock(7061990731541)';
/** Makes the server end the connection of a process that stands still, and with it the lock. Servers before 14 cannot. */
const endIfIdle = (ms: number) => `SELECT set_config(name, '${ms}', false)
  FROM (VALUES ('idle_session_timeout')) AS timeouts (name) WHERE current_setting(name, true) IS NOT NULL`;

const WAITING = 'still waiting for the schema in the database of DATABASE_URL';
const WAIT_REASONS =
  'a migration takes long, another process is migrating, or a transaction has locked a table (see pg_locks)';

/** SQLSTATE of CREATE TABLE with a name that is taken. */
const DUPLICATE_TABLE = '42P07';
/** SQLSTATE of a statement that waited for a lock for longer than `lock_timeout`, or in a circle with others. */
const LOCKED_OUT: readonly unknown[] = ['55P03', '40P01'];

/** Called once when the schema is not ready after `afterMs`; nothing else would show why a start hangs. */
export interface WaitNotice {
  afterMs: number;
  onWait: (text: string) => void;
}

/** How long a migration waits for a lock on a table, and how long it then lets the events go on that waited behind it. */
export interface LockLimits {
  waitMs: number;
  pauseMs: number;
  /** Longer than a pause: how long a process may stand still until another one may migrate. */
  idleMs: number;
}

/** The server needs a second to notice that its own maintenance of the table is in the way, which it then ends. */
const LOCK_LIMITS: LockLimits = { waitMs: 2 * SECOND, pauseMs: 8 * SECOND, idleMs: 30 * SECOND };

/**
 * Applies pending migrations in one transaction, without a timeout: another process may need long for its migration. Starts over if a
 * transaction has locked a table, as a backup does until its end: everything that needs the table waits behind whoever waits for that lock.
 * @throws Error when the tables of another program are in the way.
 */
export async function migrate(
  pool: pg.Pool,
  known: readonly Migration[],
  url: string,
  isDistributed: boolean,
  { afterMs, onWait }: WaitNotice,
  limits = LOCK_LIMITS,
): Promise<void> {
  const notice = setTimeout(() => onWait(`${WAITING}${place(url)}: ${WAIT_REASONS}`), afterMs);
  let client: pg.PoolClient | null = null;
  try {
    client = await pool.connect();
    await client.query('SET statement_timeout = 0');
    const early = isDistributed ? NONE : await buildIndexes(client, known, url, limits.idleMs);
    await client.query(LOCK_MIGRATIONS);
    await client.query(endIfIdle(limits.idleMs));
    while (!(await couldMigrate(client, known, url, isDistributed, early, limits.waitMs))) await sleep(limits.pauseMs);
  } finally {
    clearTimeout(notice);
    client?.release(true);
  }
}

/** On Citus, whose nodes may each fail to build theirs, the migration's transaction builds all indexes. */
const NONE: ReadonlySet<string> = new Set();

/** Builds the indexes of pending migrations while events go on. Returns their names. */
async function buildIndexes(
  client: pg.PoolClient,
  known: readonly Migration[],
  url: string,
  idleMs: number,
): Promise<ReadonlySet<string>> {
  // A new database has no table to build an index of.
  if (!(await hasTable(client, 'schema_compatibility'))) return NONE;
  const indexes = await pendingIndexes(new PostgresConnection(client), 'postgres', TYPE_WORDS, known);
  if (indexes.length === 0) return NONE;
  await requireWritable(client, url);
  await client.query(endIfIdle(idleMs));
  return buildEarly(client, indexes);
}

/** For Citus, which sends the whole text of some commands to its nodes, where it must be one command. Bodies of functions are one line. */
function commandsOf(text: string): string[] {
  return text.split(/;[ \t]*$/m);
}

/** The text without creating the indexes that exist already. */
function skipping(existing: ReadonlySet<string>, text: string): string {
  return text.replace(/^CREATE INDEX (\w+)/gm, (create, name: string) =>
    existing.has(name) ? `CREATE INDEX IF NOT EXISTS ${name}` : create,
  );
}

/** Whether it got all locks, each within `waitMs`. `early` are the indexes that exist already. */
async function couldMigrate(
  client: pg.PoolClient,
  known: readonly Migration[],
  url: string,
  isDistributed: boolean,
  early: ReadonlySet<string>,
  waitMs: number,
): Promise<boolean> {
  const connection = new PostgresConnection(client);
  const script = async (text: string) => {
    const commands = isDistributed ? commandsOf(text) : [text];
    for (const command of commands) await connection.exec(skipping(early, command));
  };
  try {
    await connection.exec(`BEGIN; SET LOCAL lock_timeout = ${waitMs}`);
    if (isDistributed) await changeShardsInSequence(client);
    // Created only where they are missing: a role that may not create tables can start on those of another.
    if (await hasTable(client, 'schema_compatibility')) await requireWritable(client, url);
    else await createRecords(connection);
    const applied = await applyMigrations(connection, script, 'postgres', TYPE_WORDS, known);
    if (isDistributed && applied.length > 0) await distributeNewTables(client);
    await connection.exec('COMMIT');
    return true;
  } catch (error) {
    if (LOCKED_OUT.includes((error as { code?: unknown }).code)) {
      await connection.exec('ROLLBACK');
      return false;
    }
    if ((error as { code?: unknown }).code !== DUPLICATE_TABLE) throw error;
    const foreign = `has tables of another program (${(error as Error).message})`;
    throw new Error(`the database of DATABASE_URL${place(url)} ${foreign}: use an empty database`, { cause: error });
  }
}

/** @throws Failure for a standby or a read-only database, which a start would only notice, and not name, at its first write. */
async function requireWritable(database: Pick<pg.PoolClient, 'query'>, url: string): Promise<void> {
  const { rows } = await database.query<{ state: string }>("SELECT current_setting('transaction_read_only') AS state");
  if (rows[0]?.state !== 'on') return;
  const text = `the database of DATABASE_URL${place(url)} cannot be used: it is read-only`;
  throw new Failure('unavailable', 'storage_read_only', text, { retryAfter: 1 });
}

/** @throws MissingDatabase when Assay was never started on this database, whose address may be another program's. */
export async function requireTables(database: Pick<pg.Client, 'query'>, url: string): Promise<void> {
  if (await hasTable(database, 'schema_migrations')) return;
  throw new MissingDatabase(
    `the database of DATABASE_URL${place(url)} has no tables of Assay: start the service once, or check DATABASE_URL`,
  );
}

/** For commands beside a running service: only a start, or `migrate`, upgrades what other processes use. */
export async function requireCurrentSchema(pool: pg.Pool, known: readonly Migration[]): Promise<void> {
  // Programs before 0.1.0 did not record which programs their migrations work with.
  const records = await hasTable(pool, 'schema_compatibility');
  const client = await pool.connect();
  try {
    await requireApplied(records ? new PostgresConnection(client) : null, known);
  } finally {
    client.release();
  }
}

async function hasTable(database: Pick<pg.Client, 'query'>, name: string): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  return rows[0]?.found === true;
}
