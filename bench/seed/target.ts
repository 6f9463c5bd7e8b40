// The database that is filled: the template's tables lie beside its own as `fill.…`, and it is careless for the time of the fill.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Value } from '../../src/storage/engine.ts';
import { type Column, TABLES } from './rules.ts';
import { openTables, type Place, type Tables } from './tables.ts';
import type { Template } from './template.ts';

/** An index and the statement that made it, as the engine tells. */
export interface Index {
  name: string;
  sql: string;
}

export interface Target extends Tables {
  columns(table: string): Promise<Column[]>;
  /** Takes the indexes away for the time of filling: built at once they cost a tenth. Those of primary keys stay. */
  dropIndexes(): Promise<Index[]>;
}

const OWN_TABLES = (text: string) => [
  'fill.copies (copy INTEGER PRIMARY KEY, shift BIGINT NOT NULL, days BIGINT NOT NULL, mark TEXT, home TEXT, abroad TEXT)',
  'fill.shifts (days BIGINT PRIMARY KEY, copies BIGINT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL)',
  `fill.names (copy INTEGER NOT NULL, old ${text} NOT NULL, new ${text} NOT NULL, PRIMARY KEY (copy, old))`,
  `fill.shared (word ${text} PRIMARY KEY)`,
  `fill.looks (digest ${text} PRIMARY KEY)`,
];
/** All but outcomes, where a trigger of SQLite looks at each row's neighbors by its indexes. */
const UNINDEXED = Object.keys(TABLES)
  .filter((name) => name !== 'outcomes')
  .map((name) => `'${name}'`)
  .join();

/** `large`: what is worth turning off the flushing of a whole PostgreSQL server for, and waiting for its disk afterwards. */
export async function openTarget(place: Place, template: Template, large: boolean): Promise<Target> {
  const tables = await openTables(place);
  return place.engine === 'sqlite' ? sqliteTarget(tables, template, large) : postgresTarget(tables, template, large);
}

async function sqliteTarget(tables: Tables, template: Template, large: boolean): Promise<Target> {
  const { all } = tables;
  const folder = mkdtempSync(join(tmpdir(), 'assay-fill-'));
  const copy = join(folder, 'template.db');
  const source = new DatabaseSync(template.path, { readOnly: true });
  source.exec(`VACUUM INTO '${copy}'`);
  source.close();
  const alone = await withoutJournal(all, large);
  await all(`ATTACH '${copy}' AS fill`);
  await all('PRAGMA fill.journal_mode = OFF');
  await all('PRAGMA fill.synchronous = OFF');
  for (const table of OWN_TABLES('TEXT')) await all(`CREATE TABLE ${table} WITHOUT ROWID`);
  return {
    ...tables,
    columns: async (table) => (await all(`SELECT name, pk FROM pragma_table_info('${table}')`)) as unknown as Column[],
    dropIndexes: () =>
      dropAll(
        all,
        `SELECT name, sql FROM main.sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${UNINDEXED})`,
      ),
    async close() {
      await all('DETACH fill');
      await all(alone ? 'PRAGMA journal_mode = WAL' : 'PRAGMA wal_checkpoint(TRUNCATE)');
      await tables.close();
      rmSync(folder, { recursive: true });
      if (large) settleDisk();
    },
  };
}

/** A crash would then lose the file, which is thrown away anyway. Impossible while anybody has the file open. */
async function withoutJournal(all: Tables['all'], large: boolean): Promise<boolean> {
  try {
    await all('PRAGMA journal_mode = DELETE');
    await all('PRAGMA journal_mode = OFF');
    return true;
  } catch (error) {
    if (large)
      throw new Error('close what has the database open: with its log on a large fill takes several times as long', {
        cause: error,
      });
    return false;
  }
}

async function postgresTarget(tables: Tables, template: Template, large: boolean): Promise<Target> {
  const { all } = tables;
  const flushing = async (on: boolean) => {
    if (!large) return;
    for (const setting of ['fsync', 'full_page_writes']) {
      await all(on ? `ALTER SYSTEM RESET ${setting}` : `ALTER SYSTEM SET ${setting} = off`);
    }
    await all('SELECT pg_reload_conf()');
  };
  await flushing(false);
  await all("SET maintenance_work_mem = '1GB'");
  await all("SET work_mem = '256MB'");
  await all('SET jit = off');
  await all('CREATE SCHEMA fill');
  for (const table of OWN_TABLES('TEXT COLLATE "C"')) await all(`CREATE UNLOGGED TABLE ${table}`);
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
      await all('DROP SCHEMA fill CASCADE');
      await all('VACUUM ANALYZE');
      await flushing(true);
      await all('CHECKPOINT');
      await tables.close();
      if (large) settleDisk();
    },
  };
}

async function copyTemplate({ all, insert }: Tables, template: Template): Promise<void> {
  const source = new DatabaseSync(template.path, { readOnly: true });
  for (const table of Object.keys(TABLES)) {
    await all(`CREATE UNLOGGED TABLE fill.${table} (LIKE ${table})`);
    const rows = source.prepare(`SELECT * FROM ${table}`).all() as Record<string, Value>[];
    const columns = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => columns.map((column) => row[column] ?? null));
    await insert(`fill.${table}`, columns, values);
    await all(`ANALYZE fill.${table}`);
  }
  source.close();
}

async function dropAll(all: Tables['all'], indexes: string): Promise<Index[]> {
  const found = (await all(indexes)) as unknown as Index[];
  for (const { name } of found) await all(`DROP INDEX ${name}`);
  return found;
}

/** What the fill did not flush must not be flushed on the account of what is measured next. */
function settleDisk(): void {
  execFileSync('sync');
}
