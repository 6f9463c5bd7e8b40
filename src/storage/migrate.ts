// The one migration series: read from `migrations/`, fitted to an engine, applied in order under that engine's lock.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Querier } from './engine.ts';

/** The folder lies two levels above this file both in `src/storage` and in `dist/storage`. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations/', import.meta.url));

export interface Migration {
  version: number;
  name: string;
  /** SHA-256 of the file as it stands, the same for every engine. */
  checksum: string;
  /** The file with its type words, for `fitMigration`. */
  text: string;
}

/** The words that a migration may write between double braces, and what each engine makes of them. */
export type TypeWords = Readonly<Record<string, string>>;

/** The migrations in order. Versions are 1, 2, 3 …; a gap or a second file of one version is refused. */
export function loadMigrations(directory: string = MIGRATIONS_DIR): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const version = Number.parseInt(file, 10);
    if (version !== index + 1) throw new Error(`migrations/${file}: expected number ${index + 1}`);
    const text = readFileSync(`${directory}/${file}`, 'utf8');
    return {
      version,
      name: file.replace(/\.sql$/, ''),
      checksum: createHash('sha256').update(text).digest('hex'),
      text,
    };
  });
}

/** The SQL of a migration for one engine: blocks of the other engine left out, type words replaced. */
export function fitMigration(migration: Migration, engine: string, words: TypeWords): string {
  return migration.text
    .replace(/^-- only: (\w+)\n([\s\S]*?)^-- end$/gm, (_, only: string, block: string) =>
      only === engine ? block : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
      const type = words[word];
      if (type === undefined) throw new Error(`migrations/${migration.name}: unknown type word {{${word}}}`);
      return type;
    });
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

export const CREATE_SCHEMA_MIGRATIONS =
  'CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)';

/**
 * What is still to be applied. Throws when the database is newer than this code or was made by other files:
 * running on would write rows that the newer code does not expect.
 */
export function pendingMigrations(known: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const newest = known.at(-1)?.version ?? 0;
  for (const row of applied) {
    const migration = known.find(({ version }) => version === row.version);
    if (migration === undefined) {
      throw new Error(
        `the database is at schema version ${Math.max(...applied.map(({ version }) => version))} (${row.name}), ` +
          `newer than version ${newest} of this program: run the newer program, or restore a backup`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new Error(`migration ${row.name} was changed after it had been applied to this database`);
    }
  }
  return known.filter(({ version }) => !applied.some((row) => row.version === version));
}

/** Applies what is pending; the caller holds the engine's lock and an open transaction. Returns the versions applied. */
export async function applyMigrations(
  querier: Querier,
  script: (sql: string) => Promise<void>,
  engine: string,
  words: TypeWords,
  known: readonly Migration[],
): Promise<number[]> {
  await querier.run(CREATE_SCHEMA_MIGRATIONS);
  const applied = await querier.all<Applied>('SELECT version, name, checksum FROM schema_migrations ORDER BY version');
  const pending = pendingMigrations(known, applied);
  for (const migration of pending) {
    await script(fitMigration(migration, engine, words));
    await querier.run(
      'INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)',
      migration.version,
      migration.name,
      migration.checksum,
      new Date().toISOString(),
    );
  }
  return pending.map(({ version }) => version);
}
