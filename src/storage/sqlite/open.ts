// Opens the embedded engine: one file, one owner, a writing connection and a reading one.
import type { IngestTransaction } from '../../records/ingest.ts';
import type { Store } from '../../records/store.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { composeStore } from '../compose-store.ts';
import type { Engine, Querier } from '../engine.ts';
import { EventTransaction } from '../events/event-transaction.ts';
import { FailureHistory } from '../events/failure-history.ts';
import { TextDedupCache } from '../events/text-dedup-cache.ts';
import { applyMigrations, loadMigrations, MIGRATIONS_DIR, type TypeWords } from '../migrate.ts';
import { Checkpoints } from './checkpoints.ts';
import { SqliteConnection, toFailure } from './connection.ts';
import { type Durability, GroupCommit } from './group-commit.ts';
import { takeOwnerLock } from './owner-lock.ts';
import { WalSync } from './wal-sync.ts';
import { CachedWindows, WindowCache } from './window-cache.ts';

export interface SqliteOptions {
  /** The database file, made when it is missing; `:memory:` for a database of its own that ends with the store. */
  path: string | ':memory:';
  /**
   * `own` (default): this process is the only one that takes events, and applies migrations.
   * `control`: beside an owner, for commands that read or change tenants; the schema must be current already.
   */
  access?: 'own' | 'control';
  migrationsDir?: string;
  /** How long another process may hold the write lock before writers are told to come back; 5 seconds. */
  lockWaitMs?: number;
  now?: () => number;
}

const TYPE_WORDS: TypeWords = {
  int8: 'INTEGER',
  flag: 'INTEGER',
  real: 'REAL',
  key: 'TEXT',
  identity: 'INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT',
  table: 'STRICT',
  updated: 'STRICT',
  // Rows live in the key's own tree: no second copy of the key.
  clustered: 'STRICT, WITHOUT ROWID',
  clustered_updated: 'STRICT, WITHOUT ROWID',
};

/**
 * NORMAL: the log is flushed by `WalSync` before anybody is told, so that an acknowledged event survives a power cut.
 * SQLite's own checkpoints are a net only, at 800 MB of log, below the work of `Checkpoints`.
 */
const WRITER_PRAGMAS = `PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 20; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 200000;
  PRAGMA journal_size_limit = 134217728`;
const LOCK_WAIT_MS = 5_000;
const READER_PRAGMAS = 'PRAGMA busy_timeout = 20; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY';

/**
 * Opens a SQLite store, ready to use.
 * @throws Error when another process owns the file, or the database is newer than this code; the message says what to do.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const inMemory = options.path === ':memory:';
  const owns = options.access !== 'control';
  const releaseLock = inMemory || !owns ? () => {} : takeOwnerLock(options.path);
  const open: SqliteConnection[] = [];
  try {
    const writer = new SqliteConnection(options.path, { readOnly: false });
    open.push(writer);
    writer.exec(WRITER_PRAGMAS);
    await migrate(writer, options.migrationsDir ?? MIGRATIONS_DIR, owns);
    const reader = inMemory ? null : new SqliteConnection(options.path, { readOnly: true });
    if (reader !== null) {
      open.unshift(reader);
      reader.exec(READER_PRAGMAS);
    }
    return sqliteStore(writer, reader, options, () => {
      for (const connection of open) connection.close();
      releaseLock();
    });
  } catch (error) {
    for (const connection of open) connection.close();
    releaseLock();
    throw error;
  }
}

async function migrate(writer: SqliteConnection, directory: string, apply: boolean): Promise<void> {
  const script = async (sql: string) => {
    if (!apply) throw new Error('the database is older than this program: start the service, or run `migrate`, first');
    writer.exec(sql);
  };
  writer.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE');
  try {
    await applyMigrations(writer, script, 'sqlite', TYPE_WORDS, loadMigrations(directory));
    writer.exec('COMMIT; PRAGMA busy_timeout = 20');
  } catch (error) {
    if (writer.inTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}

function sqliteStore(
  writer: SqliteConnection,
  reader: SqliteConnection | null,
  options: SqliteOptions,
  closeAll: () => void,
): Store {
  const owns = options.access !== 'control';
  const failures = new FailureHistory(options.now ?? Date.now);
  const texts = new TextDedupCache();
  const cache = new WindowCache();
  const othersWrote = otherWriters(writer);
  const undone = () => {
    failures.forgetAll();
    cache.forgetAll();
  };
  const files = reader === null ? null : fileDurability(options.path);
  const commits = new GroupCommit(writer, undone, options.lockWaitMs ?? LOCK_WAIT_MS, files);
  const engine: Engine = {
    name: 'sqlite',
    read: reader === null ? queued(writer, commits) : guarded(reader),
    write: (work) => commits.run(() => work(watched(writer, cache))),
    // One transaction at a time writes anyway.
    lockAccount: async () => {},
  };
  const ingest = async <T>(work: (transaction: IngestTransaction) => Promise<T>): Promise<T> => {
    if (!owns) throw new Error('a store opened for control takes no events');
    let offered: EventTransaction['offered'] = [];
    const value = await commits.run(async () => {
      if (othersWrote()) undone();
      const windows = new CachedWindows(writer, cache);
      const transaction = new EventTransaction({ querier: writer, windows, failures, texts, slot: 0, begin: () => {} });
      try {
        return await work(transaction);
      } catch (error) {
        windows.undo();
        failures.forgetAll();
        throw error;
      } finally {
        offered = transaction.offered;
      }
    });
    for (const [environmentNumber, digest] of offered) texts.add(environmentNumber, digest);
    return value;
  };
  return composeStore(engine, ingest, {
    compact: async () => compact(writer),
    close: async () => {
      await commits.close();
      await files?.close();
      closeAll();
    },
  });
}

/** The new copy is made in a file, not in memory: it is as large as the database. */
function compact(writer: SqliteConnection): void {
  writer.exec('PRAGMA temp_store = FILE; VACUUM');
  const { busy } = writer.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)') ?? { busy: 1 };
  if (busy !== 0) throw new Error('another process reads the database, so its log still holds what was: stop it');
}

/**
 * Whether another process has committed since this was last asked: an operator's command beside the service, which may
 * have erased an account. SQLite counts such commits per connection; reading the count takes about a microsecond.
 */
function otherWriters(writer: SqliteConnection): () => boolean {
  let seen: number | undefined;
  return () => {
    const now = writer.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
    const changed = seen !== undefined && now !== seen;
    seen = now;
    return changed;
  };
}

function fileDurability(path: string): Durability & { close: () => Promise<void> } {
  const sync = new WalSync(path);
  const checkpoints = new Checkpoints(path);
  return {
    flushed: () => sync.flushed(),
    turn: () => checkpoints.turn(),
    close: async () => {
      sync.close();
      await checkpoints.close();
    },
  };
}

/** Whoever takes an account or an address out of kept events changes windows that are remembered. */
function watched(writer: SqliteConnection, cache: WindowCache): Querier {
  return {
    all: (sql, ...values) => writer.all(sql, ...values),
    run: (sql, ...values) => {
      if (/\bUPDATE\s+events\b/i.test(sql)) cache.forgetAll();
      return writer.run(sql, ...values);
    },
  };
}

/** Reads in the queue of the writes: a database in memory has one connection, which must not show an open transaction. */
function queued(writer: SqliteConnection, commits: GroupCommit): Querier {
  return {
    all: (sql, ...values) => commits.run(() => writer.all(sql, ...values)),
    run: (sql, ...values) => commits.run(() => writer.run(sql, ...values)),
  };
}

/** Reads on the reading connection, failing as callers expect. */
function guarded(reader: SqliteConnection): Querier {
  return {
    all: async (sql, ...values) => {
      try {
        return await reader.all(sql, ...values);
      } catch (error) {
        throw toFailure(error);
      }
    },
    run: () => Promise.reject(new Failure('unavailable', 'storage_unavailable', 'this connection only reads')),
  };
}
