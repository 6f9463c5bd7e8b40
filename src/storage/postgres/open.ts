// Opens the PostgreSQL engine: any number of processes may share one database.
import type pg from 'pg';
import type { IngestStore } from '../../records/ingest.ts';
import type { Store } from '../../records/store.ts';
import { readCluster } from '../citus/cluster.ts';
import { OwnerIngestion } from '../citus/ingestion.ts';
import { environmentsByNode, Owners } from '../citus/owners.ts';
import { composeStore } from '../compose-store.ts';
import type { Engine, Reader } from '../engine.ts';
import { FailureHistory } from '../events/failure-history.ts';
import { loadMigrations, MIGRATIONS_DIR, type Migration } from '../migrate.ts';
import { AssessedEvents } from './assessed-events.ts';
import { aheadOfServer, databaseClock } from './clock.ts';
import { compact } from './compact.ts';
import { DEADLINE_MS, noAnswer, withinDeadline } from './deadline.ts';
import { earlierWritersEnd } from './earlier-writers.ts';
import { requireEncoding } from './encoding.ts';
import { lockAccountAt } from './key-locks.ts';
import { requireOwnSessions } from './own-sessions.ts';
import { closePool, endSockets, onNewConnection, openPool } from './pool.ts';
import { pooled, pooledWithSpare } from './pooled-reader.ts';
import { readiness } from './readiness.ts';
import { migrate, requireCurrentSchema, requireTables, type WaitNotice } from './schema.ts';
import { noting, notingStall, type Stalls } from './table-locks.ts';
import { PostgresTransactions } from './transactions.ts';
import { unreachable, unusable } from './unreachable.ts';
import { WATCH_LIMITS, type WatchLimits, whileAnswering } from './watch-server.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  /** This process's connections for events, on a distributed database to each node; 8. */
  poolSize?: number;
  /**
   * `own` (default): creates the tables when there are none, and applies migrations. `existing`: applies migrations, but creates
   * nothing in an empty database. `control`: changes no table, and the schema must be current already.
   */
  access?: 'own' | 'existing' | 'control';
  migrationsDir?: string;
  /** Whether events that wait at the same moment share a transaction (default) or each has its own. */
  batches?: boolean;
  now?: () => number;
  /** Whose clock leases run by: the database's (default), or the caller's, for tests that simulate time. */
  leaseClock?: 'database' | 'caller';
  /** A streaming replica for lists, exports, the overview and backtests, which may then be slightly out of date. */
  readUrl?: string | null;
  waitNotice?: WaitNotice | undefined;
  /** How long a call may wait for the database, ms; 9 seconds. */
  deadlineMs?: number;
  /** How a server that hangs during a start or `compact` is noticed; their statements have no time limit. */
  watchLimits?: WatchLimits;
  /** Where events of a distributed database enter: at the node that stores them (default) or, for comparison, at the coordinator. */
  entry?: 'owner' | 'coordinator';
}

const NO_NOTICE: WaitNotice = { afterMs: 0, onWait: () => {} };

/** Connections for events; 8 saturated two cores. */
const EVENT_CONNECTIONS = 8;

/** Connections for everything but events. */
const OTHER_CONNECTIONS = 4;

/** Connections for deliveries: each environment has one transaction at a time. */
const DELIVERY_CONNECTIONS = 3;

/**
 * Opens a PostgreSQL store, ready to use.
 * @throws Error when the database is newer than this code, or a pooler shares its sessions; `Failure('unavailable')` when it cannot be
 * reached; MissingDatabase when a command finds no tables.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { url, readUrl = null, deadlineMs = DEADLINE_MS } = options;
  // Separate pools: a slow list does not delay events, and a flood of events does not block requests or deliveries.
  const others = openPool({ url, size: OTHER_CONNECTIONS, plans: 'ordered' });
  const deliveries = openPool({ url, size: DELIVERY_CONNECTIONS, plans: 'keyed' });
  const known = loadMigrations(options.migrationsDir ?? MIGRATIONS_DIR);
  let isDistributed: boolean;
  const { watchLimits = WATCH_LIMITS } = options;
  const watching = <T>(work: () => Promise<T>) =>
    whileAnswering(url, watchLimits, (error) => endSockets(others, error), work);
  try {
    isDistributed = await watching(() => prepareDatabase(others, known, options));
  } catch (error) {
    await Promise.all([closePool(others), closePool(deliveries)]);
    throw unusable(url, error);
  }
  // Connects with the first list, so that the service starts and records events while the replica is down.
  const replica = readUrl === null ? null : openPool({ url: readUrl, size: OTHER_CONNECTIONS, plans: 'ordered' });
  const ingestion = isDistributed
    ? distributedIngestion(options, pooledWithSpare(others, deliveries, deadlineMs), deadlineMs)
    : plainIngestion(options, deadlineMs);
  const { stalls } = ingestion;
  const assessed = new AssessedEvents();
  const events = ingestion.pool;
  // A distributed database has those for events at its nodes only.
  const spare = events ?? deliveries;
  const store = composeStore({
    engine: engineOn(others, options, isDistributed, stalls),
    // Slow reads of members, or those that wait for a lock, may occupy all connections for requests.
    eventReads: noting(pooledWithSpare(others, spare, deadlineMs), stalls),
    ingest: (work, eventKeys, reads, withinMs) =>
      assessed.during(work, reads, (seeing, begun) => ingestion.ingest(seeing, eventKeys, begun, withinMs)),
    schemaVersion: known.length,
    deliveries: engineOn(deliveries, options, isDistributed, stalls),
    lists: replica === null ? undefined : pooled(replica, deadlineMs),
    withinDeadline: (waitedMs, work) => notingStall(stalls, () => withinDeadline(deadlineMs - waitedMs, work)),
    generation: countConnections([others, spare]),
    clockAhead: () => aheadOfServer(pooled(others, deadlineMs), options.now ?? Date.now),
    compact: () => watching(() => compact(others)),
    close: async () => {
      const own = [others, deliveries, ...(replica === null ? [] : [replica])];
      await Promise.all([ingestion.close(), ...own.map(closePool)]);
    },
  });
  const pools = [others, deliveries, ...(events === null ? [] : [events])];
  const ready = readiness({ pools, writer: events ?? others, stalls, schemaVersion: known.length, deadlineMs });
  return { ...store, ready };
}

/** Checks that the database is usable, and creates or updates its tables if `access` allows it. Returns whether it is distributed. */
async function prepareDatabase(
  pool: pg.Pool,
  known: readonly Migration[],
  { url, access = 'own', readUrl = null, waitNotice = NO_NOTICE }: PostgresOptions,
): Promise<boolean> {
  await requireConnection(pool, url);
  await requireOwnSessions(pool);
  await requireEncoding(pool, url);
  const isDistributed = (await readCluster(pool))?.isDistributed === true;
  if (isDistributed && readUrl !== null) {
    throw new Error('ASSAY_READ_DATABASE_URL is for a single server: a distributed database reads from its nodes');
  }
  if (access !== 'own') await requireTables(pool, url);
  if (access === 'control') await requireCurrentSchema(pool, known);
  else await migrate(pool, known, url, isDistributed, waitNotice);
  return isDistributed;
}

function engineOn(pool: pg.Pool, options: PostgresOptions, isDistributed: boolean, stalls: Stalls): Engine {
  const { now = Date.now, deadlineMs = DEADLINE_MS } = options;
  const reader = pooled(pool, deadlineMs);
  const writes = new PostgresTransactions(pool, new FailureHistory(now), deadlineMs);
  return {
    name: 'postgres',
    isDistributed,
    ...(isDistributed ? { environmentsByNode: () => environmentsByNode(reader) } : {}),
    read: noting(reader, stalls),
    write: (work) => writes.write(work),
    writeAll: (work) => untilHang(pool, options, () => writes.writeAll(work)),
    ...(options.leaseClock === 'caller' ? {} : { clock: databaseClock }),
    earlierWritersEnd: earlierWritersEnd(reader),
    lockAccount: lockAccountAt(isDistributed ? 'owner' : 'server'),
  };
}

/** The result of work without a time limit. @throws Failure once the server hangs, which does not name it: a member may read it. */
async function untilHang<T>(pool: pg.Pool, options: PostgresOptions, work: () => Promise<T>): Promise<T> {
  let hangs = false;
  const onHang = (error: Error) => {
    hangs = true;
    endSockets(pool, error);
  };
  try {
    return await whileAnswering(options.url, options.watchLimits ?? WATCH_LIMITS, onHang, work);
  } catch (error) {
    throw hangs ? noAnswer() : error;
  }
}

/** The connections so far. */
function countConnections(pools: readonly pg.Pool[]): () => number {
  let count = 0;
  for (const pool of pools) {
    onNewConnection(pool, () => {
      count += 1;
    });
  }
  return () => count;
}

/** @throws the connection error, with where and why. */
async function requireConnection(pool: pg.Pool, url: string): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    // Also thrown without a promise, for a file of certificates that cannot be read.
    throw unreachable(url, error);
  }
}

interface Ingestion {
  ingest: IngestStore['ingest'];
  /** Null on a distributed database, where each node has its own. */
  pool: pg.Pool | null;
  stalls: Stalls;
  close: () => Promise<void>;
}

function plainIngestion(options: PostgresOptions, deadlineMs: number): Ingestion {
  const { url, poolSize, batches = true, now = Date.now } = options;
  const pool = openPool({ url, size: poolSize ?? EVENT_CONNECTIONS, plans: 'keyed' });
  const transactions = new PostgresTransactions(pool, new FailureHistory(now), deadlineMs, { batches });
  const stalls: Stalls = { stalled: false };
  const ingest: IngestStore['ingest'] = (...event) => notingStall(stalls, () => transactions.ingest(...event));
  return { ingest, pool, stalls, close: () => closePool(pool) };
}

function distributedIngestion(
  { url, poolSize, entry = 'owner', now = Date.now }: PostgresOptions,
  read: Reader,
  deadlineMs: number,
): Ingestion {
  const failures = new FailureHistory(now);
  const owners = new OwnerIngestion(new Owners(read, url, now, entry), (nodeUrl) => {
    const pool = openPool({ url: nodeUrl, size: poolSize ?? EVENT_CONNECTIONS, plans: 'single' });
    return { pool, transactions: new PostgresTransactions(pool, failures, deadlineMs, { locks: 'owner' }) };
  });
  return { ingest: owners.ingest, pool: null, stalls: { stalled: false }, close: () => owners.close() };
}
