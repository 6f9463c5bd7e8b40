// Opens the SQLite engine: one file, one owning process, one connection that writes and one that reads.
import type { IngestStore } from '../../records/ingest.ts';
import type { Store } from '../../records/store.ts';
import { composeStore } from '../compose-store.ts';
import type { Engine, Querier, Reader } from '../engine.ts';
import {
  applyMigrations,
  createRecords,
  loadMigrations,
  MIGRATIONS_DIR,
  type Migration,
  OLDER_DATABASE,
  type TypeWords,
} from '../migrate.ts';
import type { Statement } from '../sql.ts';
import { openingError, RESULT_CODES, SqliteConnection, sqliteCode, toFailure } from './connection.ts';
import { rewritingError } from './disk-full.ts';
import {
  checkPages,
  requireAccessToFiles,
  requireFile,
  requireNoLink,
  requireOneName,
  requireOwnLog,
  requireWritableFolder,
} from './file-checks.ts';
import { fileDurability } from './file-durability.ts';
import { type CommitHooks, GroupCommit } from './group-commit.ts';
import { SqliteIngestion } from './ingestion.ts';
import { requireCommits, requireLog } from './log-check.ts';
import { takeOwnerLock } from './owner-lock.ts';
import { LOG_SIZE_LIMIT, type PageCounts, PlaceCheck } from './place-check.ts';
import { createPrivately } from './private-file.ts';
import { writeCheck } from './write-check.ts';

export interface SqliteOptions {
  /** The database file, which `own` creates when it is missing; `:memory:` for a private database that ends with the store. */
  path: string | ':memory:';
  /**
   * `own` (default): this process is the only one that ingests events, and it applies migrations.
   * `control`: runs beside an owner, for commands that read or change tenants; the schema must be current already.
   */
  access?: 'own' | 'control';
  migrationsDir?: string;
  /** How long another process may hold the write lock before writers fail with `unavailable`; 5 seconds. */
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
  // Rows are stored in the primary key's own tree: no second copy of the key.
  clustered: 'STRICT, WITHOUT ROWID',
  clustered_updated: 'STRICT, WITHOUT ROWID',
};

/**
 * NORMAL: `WalSync` flushes the log before a caller is acknowledged, so that an acknowledged event survives a power failure.
 * SQLite's own checkpoints are only a safety net, at 800 MB of log, far above the threshold of `Checkpoints`.
 * The busy timeout comes first: while another process closes the file, switching to WAL fails at once without it. `migrate`
 * lowers it afterwards. With a million events stored, an event takes as much CPU with a cache of 32 MB as with 64; 16 MB cost 6 % more.
 */
const WRITER_PRAGMAS = `PRAGMA busy_timeout = 10000; PRAGMA page_size = 4096; PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 200000;
  PRAGMA journal_size_limit = ${LOG_SIZE_LIMIT}`;
/** What SQLite reports if it cannot create the log. */
const NEED_FOLDER: readonly number[] = [RESULT_CODES.readOnly, RESULT_CODES.cannotOpen];
const LOCK_WAIT_MS = 5_000;
/**
 * Not opened read-only: the connection that closes last moves the log into the file and removes it, which a read-only one cannot. With
 * cached statements, garbage collection decides which that is, and 2 % of the processes left their log behind.
 */
const READER_PRAGMAS =
  'PRAGMA busy_timeout = 20; PRAGMA query_only = 1; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY';

/**
 * Opens a SQLite store, ready to use.
 * @throws Error when another process owns the file, a command finds none, or the database is newer than this code; the message
 * says what to do.
 */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const inMemory = options.path === ':memory:';
  const owns = options.access !== 'control';
  if (!inMemory) requireNoLink(options.path);
  if (!inMemory) requireOneName(options.path);
  if (!inMemory && !owns) requireFile(options.path);
  const releaseLock = inMemory || !owns ? () => {} : takeOwnerLock(options.path);
  const open: SqliteConnection[] = [];
  try {
    if (!inMemory) requireOwnLog(options.path);
    if (!inMemory && owns) createPrivately(options.path);
    if (!inMemory) requireAccessToFiles(options.path);
    if (!inMemory && owns) requireCommits(options.path);
    if (!inMemory && !owns) await requireLog(options.path);
    const writer = new SqliteConnection(options.path, { readOnly: false });
    open.push(writer);
    if (!inMemory && owns) checkPages(writer, options.path);
    writer.exec(WRITER_PRAGMAS);
    const known = loadMigrations(options.migrationsDir ?? MIGRATIONS_DIR);
    await migrate(writer, known, owns);
    const reader = inMemory ? null : new SqliteConnection(options.path, { readOnly: false });
    if (reader !== null) {
      open.unshift(reader);
      reader.exec(READER_PRAGMAS);
    }
    return sqliteStore(writer, reader, options, known.length, () => {
      for (const connection of open) connection.close();
      releaseLock();
    });
  } catch (error) {
    for (const connection of open) connection.close();
    releaseLock();
    if (NEED_FOLDER.includes(sqliteCode(error))) requireWritableFolder(options.path);
    throw openingError(options.path, error);
  }
}

async function migrate(writer: SqliteConnection, known: readonly Migration[], apply: boolean): Promise<void> {
  const script = async (text: string) => {
    if (!apply) throw new Error(OLDER_DATABASE);
    writer.exec(text);
  };
  writer.exec('BEGIN IMMEDIATE');
  try {
    await createRecords(writer);
    await applyMigrations(writer, script, 'sqlite', TYPE_WORDS, known);
    const wasBackup = apply && dropChecksum(writer);
    writer.exec('COMMIT; PRAGMA busy_timeout = 20');
    // Into the file itself, where `requireOwnLog` reads it.
    if (wasBackup) writer.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (writer.inTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}

/** Removes the checksum of a restored backup (`storage/backup/checksum.ts`) from a database that is about to change. */
function dropChecksum(writer: SqliteConnection): boolean {
  const { user_version: checksum = 0 } = writer.get<{ user_version: number }>('PRAGMA user_version') ?? {};
  if (checksum !== 0) writer.exec('PRAGMA user_version = 0');
  return checksum !== 0;
}

function sqliteStore(
  writer: SqliteConnection,
  reader: SqliteConnection | null,
  options: SqliteOptions,
  schemaVersion: number,
  closeAll: () => void,
): Store {
  const owns = options.access !== 'control';
  const ingestion = new SqliteIngestion(writer, options.now ?? Date.now);
  const othersCommitted = detectOtherWriters(writer);
  const place = reader === null ? null : new PlaceCheck(options.path, pageCounts(writer), owns);
  const durability = place === null ? null : fileDurability(options.path, place);
  const hooks: CommitHooks = {
    onBegin: () => {
      if (!othersCommitted()) return;
      ingestion.clear();
      place?.othersCommitted();
    },
    onGroupStart: () => ingestion.beginGroup(),
    flush: () => ingestion.flush(),
    onRollback: () => ingestion.rolledBack(),
  };
  const commits = new GroupCommit(writer, hooks, options.lockWaitMs ?? LOCK_WAIT_MS, durability);
  const write: Engine['write'] = (work) =>
    commits.run(() => work(invalidating(writer, (statement) => ingestion.invalidate(statement))));
  const engine: Engine = {
    name: 'sqlite',
    isDistributed: false,
    read: reader === null ? queuedReader(writer, commits) : ownReader(reader),
    write,
    writeAll: write,
    // Only one transaction at a time writes anyway.
    lockAccount: async () => {},
  };
  const ingest: IngestStore['ingest'] = owns
    ? ingestion.through(commits)
    : async () => {
        throw new Error('a store opened for control does not accept events');
      };
  const store = composeStore({
    engine,
    ingest,
    schemaVersion,
    // Nothing waits for a server here.
    withinDeadline: (_waitedMs, work) => work(() => Number.POSITIVE_INFINITY),
    // The open file stays the same until the process ends.
    generation: () => 0,
    clockAhead: async () => 0,
    compact: async () => {
      // The log cannot be emptied while the checkpoint thread works on it.
      await commits.canStartLogOver();
      compact(writer, options.path);
      place?.acceptLength();
      // VACUUM renumbers the rows.
      ingestion.clearWindows();
    },
    close: async () => {
      await commits.close();
      await durability?.close();
      closeAll();
    },
  });
  const { ready } = store;
  const checkWrites = writeCheck(commits, writer, options.path);
  return {
    ...store,
    ready: async () => {
      place?.require();
      place?.requireOwnership();
      durability?.requireResponsive();
      await ready();
      await checkWrites();
    },
  };
}

/** VACUUM builds the new copy in a file, not in memory: it is as large as the database, and the log then contains it once more. */
function compact(writer: SqliteConnection, path: string): void {
  try {
    writer.exec('PRAGMA temp_store = FILE; VACUUM');
  } catch (error) {
    throw rewritingError(path, error);
  }
  const { busy } = writer.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)') ?? { busy: 1 };
  if (busy !== 0) throw new Error('another process reads the database, so its log still holds deleted data: stop it');
}

/**
 * Returns a function that reports whether another process has committed since the last call: an operator's command beside
 * the service may have erased an account. SQLite counts such commits per connection; reading the count takes about a
 * microsecond.
 */
function detectOtherWriters(writer: SqliteConnection): () => boolean {
  let seen: number | undefined;
  return () => {
    const now = writer.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
    const changed = seen !== undefined && now !== seen;
    seen = now;
    return changed;
  };
}

function pageCounts(writer: SqliteConnection): PageCounts {
  return {
    log: () => {
      const { busy, log } = writer.get<{ busy: number; log: number }>('PRAGMA wal_checkpoint(PASSIVE)') ?? {};
      return busy === 0 ? (log ?? null) : null;
    },
    database: () => writer.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0,
  };
}

/** Calls `invalidate` before each statement: erasures and retention write what ingestion has cached. */
function invalidating(writer: SqliteConnection, invalidate: (statement: Statement) => void): Querier {
  return {
    all: (statement, ...values) => {
      invalidate(statement);
      return writer.all(statement, ...values);
    },
    run: (statement, ...values) => {
      invalidate(statement);
      return writer.run(statement, ...values);
    },
  };
}

/** Reads in the queue of the writes: an in-memory database has one connection, which must not show an open transaction. */
function queuedReader(writer: SqliteConnection, commits: GroupCommit): Reader {
  return { all: (statement, ...values) => commits.run(() => writer.all(statement, ...values)) };
}

function ownReader(reader: SqliteConnection): Reader {
  return {
    all: async (statement, ...values) => {
      try {
        return await reader.all(statement, ...values);
      } catch (error) {
        throw toFailure(error);
      }
    },
  };
}
