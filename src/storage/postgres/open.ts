// Opens the PostgreSQL engine: any number of processes may share one database.
import type pg from 'pg';
import type { IngestStore } from '../../records/ingest.ts';
import type { Store } from '../../records/store.ts';
import { composeStore } from '../compose-store.ts';
import type { Engine, Querier } from '../engine.ts';
import { FailureHistory } from '../events/failure-history.ts';
import { applyMigrations, loadMigrations, MIGRATIONS_DIR, type TypeWords } from '../migrate.ts';
import { PostgresConnection } from './connection.ts';
import { isConnectionLost, toFailure } from './failures.ts';
import { lockAccount } from './key-locks.ts';
import { openPool } from './pool.ts';
import { PostgresTransactions } from './transactions.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  /** Connections of this process for events; 8 kept two cores busy. */
  poolSize?: number;
  migrationsDir?: string;
  now?: () => number;
}

const TYPE_WORDS: TypeWords = {
  int8: 'BIGINT',
  flag: 'SMALLINT',
  real: 'DOUBLE PRECISION',
  // Ids, digests and words compare by bytes: no locale's rules, and the order of SQLite.
  key: 'TEXT COLLATE "C"',
  identity: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  table: '',
  clustered: '',
  // Room on each page for the next version of a row, so that an update touches no index.
  updated: 'WITH (fillfactor = 85)',
  clustered_updated: 'WITH (fillfactor = 85)',
};

/** Connections for everything but events. */
const OTHER_CONNECTIONS = 4;

/** For deliveries: each environment has one transaction at a time. */
const DELIVERY_CONNECTIONS = 3;

/** One at a time migrates a database. The number is arbitrary and Assay's own. */
const MIGRATION_TURN = 'SELECT pg_advisory_xact_lock(7061990731541)';

/**
 * Opens a PostgreSQL store, ready to use.
 * @throws Error when the database is newer than this code; `Failure('unavailable')` when it cannot be reached.
 */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  // Apart, so that neither a slow list keeps events waiting nor a flood of events keeps people or deliveries out.
  const events = openPool({ url: options.url, size: options.poolSize ?? 8, plans: 'fixed' });
  const others = openPool({ url: options.url, size: OTHER_CONNECTIONS, plans: 'ordered' });
  const deliveries = openPool({ url: options.url, size: DELIVERY_CONNECTIONS, plans: 'keyed' });
  const close = async () => {
    await Promise.all([events.end(), others.end(), deliveries.end()]);
  };
  try {
    await migrate(others, options.migrationsDir ?? MIGRATIONS_DIR);
  } catch (error) {
    await close();
    throw toFailure(error);
  }
  const ingestion = new PostgresTransactions(events, new FailureHistory(options.now ?? Date.now));
  const engineOn = (pool: pg.Pool): Engine => {
    const writes = new PostgresTransactions(pool, new FailureHistory(options.now ?? Date.now));
    return { name: 'postgres', read: pooled(pool), write: (work) => writes.write(work), lockAccount: lockAccount };
  };
  const ingest: IngestStore['ingest'] = (work, first) => ingestion.ingest(work, first);
  return composeStore(engineOn(others), ingest, { compact: () => compact(others), close }, engineOn(deliveries));
}

async function migrate(pool: pg.Pool, directory: string): Promise<void> {
  const client = await pool.connect();
  try {
    const connection = new PostgresConnection(client);
    const script = async (sql: string) => {
      await connection.exec(sql);
    };
    await connection.exec('BEGIN');
    await connection.exec('SET LOCAL statement_timeout = 0');
    await connection.exec(MIGRATION_TURN);
    await applyMigrations(connection, script, 'postgres', TYPE_WORDS, loadMigrations(directory));
    await connection.exec('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Old versions of rows stay in the files until their table is rewritten; each is locked meanwhile. */
async function compact(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const connection = new PostgresConnection(client);
    await connection.exec('SET statement_timeout = 0');
    await connection.exec('VACUUM (FULL, ANALYZE)');
  } finally {
    // Not given back: it no longer ends what takes too long.
    client.release(true);
  }
}

/** Reads on any free connection, failing as callers expect. */
function pooled(pool: pg.Pool): Querier {
  const on = async <T>(run: (connection: PostgresConnection) => Promise<T>): Promise<T> => {
    try {
      const client = await pool.connect();
      try {
        const value = await run(new PostgresConnection(client));
        client.release();
        return value;
      } catch (error) {
        client.release(isConnectionLost(error));
        throw error;
      }
    } catch (error) {
      throw toFailure(error);
    }
  };
  return {
    all: (sql, ...values) => on((connection) => connection.all(sql, ...values)),
    run: (sql, ...values) => on((connection) => connection.run(sql, ...values)),
  };
}
