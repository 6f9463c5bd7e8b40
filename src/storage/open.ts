// Opens the storage that the configuration names.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../records/store.ts';
import { openPostgres } from './postgres/open.ts';
import { openSqlite } from './sqlite/open.ts';

export interface StorageOptions {
  /** `postgres://…`, or null for the embedded engine. */
  databaseUrl: string | null;
  /** Where the embedded engine keeps `assay.db`; made, readable by its owner alone, when it is missing. */
  dataDir: string;
  /** See `SqliteOptions.access`; PostgreSQL takes any number of processes. */
  access?: 'own' | 'control';
  poolSize?: number;
}

/** PostgreSQL when there is a database URL, else SQLite in the data directory. Migrations are applied. */
export async function openStore(options: StorageOptions): Promise<Store> {
  if (options.databaseUrl !== null) return openPostgres({ url: options.databaseUrl, poolSize: options.poolSize });
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  return openSqlite({ path: join(options.dataDir, 'assay.db'), access: options.access });
}
