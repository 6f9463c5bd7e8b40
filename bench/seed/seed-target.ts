// Prepares a database for seeding: attaches the template's tables as schema `seed` and turns off durability until it is closed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Value } from '../../src/storage/engine.ts';
import { type Column, TABLES } from './column-rules.ts';
import { type DatabaseLocation, openTables, type Tables } from './tables.ts';
import type { Template } from './template.ts';

/** An index and the statement that creates it, as the engine reports it. */
export interface Index {
  name: string;
  sql: string;
}

export interface SeedTarget extends Tables {
  columns(table: string): Promise<Column[]>;
  /** Drops all indexes but the primary keys: building them at the end costs a tenth of maintaining them. */
  dropIndexes(): Promise<Index[]>;
}

const SEED_TABLES = (text: string) => [
  'seed.copies (copy INTEGER PRIMARY KEY, shift BIGINT NOT NULL, days BIGINT NOT NULL, suffix TEXT, customer_prefix TEXT, attacker_prefix TEXT)',
  'seed.shifts (days BIGINT PRIMARY KEY, copies BIGINT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL)',
  `seed.names (copy INTEGER NOT NULL, old ${text} NOT NULL, new ${text} NOT NULL, PRIMARY KEY (copy, old))`,
  `seed.shared (word ${text} PRIMARY KEY)`,
  `seed.shared_keys (digest ${text} PRIMARY KEY)`,
];
/** All tables but outcomes, where a SQLite trigger looks up neighboring rows through the indexes. */
const UNINDEXED = Object.keys(TABLES)
  .filter((name) => name !== 'outcomes')
  .map((name) => `'${name}'`)
  .join();

/**
 * `large` turns off flushing (for PostgreSQL, of the whole server) while seeding and waits for the disk at the end; for small
 * datasets that is not worth its time.
 */
export async function openSeedTarget(
  location: DatabaseLocation,
  template: Template,
  large: boolean,
): Promise<SeedTarget> {
  const tables = await openTables(location);
  return location.engine === 'sqlite' ? sqliteTarget(tables, template, large) : postgresTarget(tables, template, large);
}

async function sqliteTarget(tables: Tables, template: Template, large: boolean): Promise<SeedTarget> {
  const { all } = tables;
  const folder = mkdtempSync(join(tmpdir(), 'assay-seed-'));
  const copy = join(folder, 'template.db');
  const source = new DatabaseSync(template.path, { readOnly: true });
  source.exec(`VACUUM INTO '${copy}'`);
  source.close();
  const journalOff = await withoutJournal(all, large);
  await all(`ATTACH '${copy}' AS seed`);
  await all('PRAGMA seed.journal_mode = OFF');
  await all('PRAGMA seed.synchronous = OFF');
  for (const table of SEED_TABLES('TEXT')) await all(`CREATE TABLE ${table} WITHOUT ROWID`);
  return {
    ...tables,
    columns: async (table) => (await all(`SELECT name, pk FROM pragma_table_info('${table}')`)) as unknown as Column[],
    dropIndexes: () =>
      dropAll(
        all,
        `SELECT name, sql FROM main.sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${UNINDEXED})`,
      ),
    async close() {
      await all('DETACH seed');
      await all(journalOff ? 'PRAGMA journal_mode = WAL' : 'PRAGMA wal_checkpoint(TRUNCATE)');
      await tables.close();
      rmSync(folder, { recursive: true });
      if (large) settleDisk();
    },
  };
}

/** Turns the journal off; returns false when another connection has the file open. A crash loses the file, but it is temporary. */
async function withoutJournal(all: Tables['all'], large: boolean): Promise<boolean> {
  try {
    await all('PRAGMA journal_mode = DELETE');
    await all('PRAGMA journal_mode = OFF');
    return true;
  } catch (error) {
    if (large)
      throw new Error(
        'close other connections to the database: with the journal on, a large dataset takes several times as long',
        {
          cause: error,
        },
      );
    return false;
  }
}

async function postgresTarget(tables: Tables, template: Template, large: boolean): Promise<SeedTarget> {
  const { all } = tables;
  const setFlushing = async (on: boolean) => {
    if (!large) return;
    for (const setting of ['fsync', 'full_page_writes']) {
      await all(on ? `ALTER SYSTEM RESET ${setting}` : `ALTER SYSTEM SET ${setting} = off`);
    }
    await all('SELECT pg_reload_conf()');
  };
  await setFlushing(false);
  await all("SET maintenance_work_mem = '1GB'");
  await all("SET work_mem = '256MB'");
  await all('SET jit = off');
  await all('CREATE SCHEMA seed');
  for (const table of SEED_TABLES('TEXT COLLATE "C"')) await all(`CREATE UNLOGGED TABLE ${table}`);
  await copyTemplate(tables, template);
  return {
    ...tables,
    columns: async (table) =>
      (await all(`SELECT a.attname AS name, coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 AS pk
        FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
        WHERE a.attrelid = 'public.${table}'::regclass AND a.attnum > 0 AND NOT a.attisdropped
        ORDER BY a.attnum`)) as unknown as Column[],
    dropIndexes: () =>
      dropAll(
        all,
        `SELECT i.indexname AS name, i.indexdef AS sql FROM pg_indexes i
          WHERE i.schemaname = 'public' AND i.tablename IN (${UNINDEXED})
          AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conname = i.indexname)`,
      ),
    async close() {
      await all('DROP SCHEMA seed CASCADE');
      await all('VACUUM ANALYZE');
      await setFlushing(true);
      await all('CHECKPOINT');
      await tables.close();
      if (large) settleDisk();
    },
  };
}

async function copyTemplate({ all, insert }: Tables, template: Template): Promise<void> {
  const source = new DatabaseSync(template.path, { readOnly: true });
  for (const table of Object.keys(TABLES)) {
    await all(`CREATE UNLOGGED TABLE seed.${table} (LIKE ${table})`);
    const rows = source.prepare(`SELECT * FROM ${table}`).all() as Record<string, Value>[];
    const columns = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => columns.map((column) => row[column] ?? null));
    await insert(`seed.${table}`, columns, values);
    await all(`ANALYZE seed.${table}`);
  }
  source.close();
}

async function dropAll(all: Tables['all'], indexes: string): Promise<Index[]> {
  const found = (await all(indexes)) as unknown as Index[];
  for (const { name } of found) await all(`DROP INDEX ${name}`);
  return found;
}

/** Flushes what seeding left in the page cache, so that the next measurement does not pay for it. */
function settleDisk(): void {
  execFileSync('sync');
}
