// Opens the storage engine that the configuration selects; the other one is not loaded.
import { join } from 'node:path';
import type { Store } from '../records/store.ts';
import { SECOND } from '../vocabulary/clock.ts';
import { createDataFolder, DATA_FILES, requireDatabase } from './data-folder.ts';

export interface StorageOptions {
  /** `postgres://…`, or null for SQLite. */
  databaseUrl: string | null;
  /** The folder of SQLite's `assay.db`; `own` creates a missing folder, readable only by its owner. */
  dataDir: string;
  /** See `SqliteOptions.access` and `PostgresOptions.access`; `existing` is `own`, but creates no database. */
  access?: 'own' | 'existing' | 'control';
  poolSize?: number;
  /** See `PostgresOptions.readUrl`. */
  readDatabaseUrl?: string | null;
  /** Called with the reason when the start takes longer than usual, PostgreSQL only. */
  onWait?: (text: string) => void;
}

/** A start takes a few seconds at most, unless it waits for something. */
const NOTICE_AFTER_MS = 10 * SECOND;

/** Opens PostgreSQL when there is a database URL, else SQLite in the data directory, and applies migrations. */
export async function openStore(options: StorageOptions): Promise<Store> {
  const { databaseUrl, access = 'own', poolSize, readDatabaseUrl = null, onWait } = options;
  if (databaseUrl !== null) {
    const { openPostgres } = await import('./postgres/open.ts');
    const waitNotice = onWait === undefined ? undefined : { afterMs: NOTICE_AFTER_MS, onWait };
    return openPostgres({ url: databaseUrl, access, poolSize, readUrl: readDatabaseUrl, waitNotice });
  }
  if (access === 'existing') requireDatabase(options);
  if (access !== 'control') createDataFolder(options.dataDir);
  const { openSqlite } = await import('./sqlite/open.ts');
  return openSqlite({
    path: join(options.dataDir, DATA_FILES.database),
    access: access === 'control' ? 'control' : 'own',
  });
}
