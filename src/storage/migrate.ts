// Applies the one series of migrations in `migrations/`, adapted to an engine, in order and under that engine's lock.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from '../vocabulary/failure.ts';
import type { Querier } from './engine.ts';
import { columns, createTable, insertInto, placeholders, select } from './sql.ts';
import { expand } from './sql-macros.ts';

/** A folder of the package. The package finds itself by its name, both from the sources and from a bundle. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('migrations/', import.meta.resolve('assay/package.json')));

export interface Migration {
  version: number;
  name: string;
  /** SHA-256 of the file's text, the same for every engine. */
  checksum: string;
  /**
   * The oldest program, by its newest migration, that keeps working on a database with this migration: the line
   * `-- works with: N` of the file. Without that line, only programs that know the migration work.
   */
  worksWith: number;
  /** The file's text with its type words, for `adaptMigration`. */
  text: string;
}

/** The words that a migration may write between double braces: column types and table options. */
type TypeWord = 'int8' | 'flag' | 'real' | 'key' | 'identity' | 'table' | 'updated' | 'clustered' | 'clustered_updated';

/** An engine's text for each type word, complete by type. */
export type TypeWords = Readonly<Record<TypeWord, string>>;

/** The migrations in order. Versions are 1, 2, 3 …; a gap or a duplicate version is an error. */
export function loadMigrations(directory: string = MIGRATIONS_DIR): Migration[] {
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const version = Number.parseInt(file, 10);
    if (version !== index + 1) throw new Error(`migrations/${file}: expected number ${index + 1}`);
    const text = readFileSync(`${directory}/${file}`, 'utf8');
    const worksWith = Number(/^-- works with: (\d+)$/m.exec(text)?.[1] ?? version);
    if (worksWith < 1 || worksWith > version) throw new Error(`migrations/${file}: works with must be 1 to ${version}`);
    return {
      version,
      name: file.replace(/\.sql$/, ''),
      checksum: createHash('sha256').update(text).digest('hex'),
      worksWith,
      text,
    };
  });
}

/** The SQL of a migration for one engine: without the other engine's blocks, with the type words replaced. */
function adaptMigration({ name, text }: Migration, engine: string, words: TypeWords): string {
  const own = text.replace(/^-- only: (\w+)\n([\s\S]*?)^-- end$/gm, (_, only: string, block: string) =>
    only === engine ? block : '',
  );
  try {
    return expand(own, words);
  } catch (error) {
    throw new Error(`migrations/${name}: ${(error as Error).message}`);
  }
}

/** An index that a pending migration creates. */
export interface PendingIndex {
  name: string;
  /** What follows `CREATE INDEX name`. */
  definition: string;
}

/** The indexes, but not the unique ones, that pending migrations create. */
export async function pendingIndexes(
  database: Pick<Querier, 'all'>,
  engine: string,
  words: TypeWords,
  known: readonly Migration[],
): Promise<PendingIndex[]> {
  const pending = pendingMigrations(known, await database.all<AppliedMigration>(READ_APPLIED));
  const texts = pending.map((migration) => adaptMigration(migration, engine, words));
  return texts.flatMap((text) =>
    [...text.matchAll(/^CREATE INDEX (\w+) (ON [^;]*);/gm)].map(([, name = '', definition = '']) => ({
      name,
      definition,
    })),
  );
}

/** One applied migration. */
export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
  /** Null for a migration that was applied by a program that did not record it. */
  works_with: number | null;
}

const CREATE_APPLIED = createTable('schema_migrations')`(version INTEGER PRIMARY KEY, name TEXT NOT NULL,
  checksum TEXT NOT NULL, applied_at TEXT NOT NULL)`;
const CREATE_COMPATIBILITY = createTable('schema_compatibility')`(version INTEGER PRIMARY KEY,
  works_with INTEGER NOT NULL)`;
const READ_APPLIED = select`m.version, m.name, m.checksum, c.works_with FROM schema_migrations m
  LEFT JOIN schema_compatibility c ON c.version = m.version ORDER BY m.version`;
const APPLIED_COLUMNS = ['version', 'name', 'checksum', 'applied_at'] as const;
const INSERT_APPLIED = insertInto('schema_migrations')`(${columns(APPLIED_COLUMNS)})
  VALUES (${placeholders(APPLIED_COLUMNS.length)})`;
const INSERT_COMPATIBILITY = insertInto('schema_compatibility')`(version, works_with) VALUES (?, ?)`;

/**
 * The migrations still to apply. Throws when the database was created from other files, or when a newer program applied a
 * migration that this program does not work with: continuing would write rows that the newer program does not expect.
 */
function pendingMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const problem = incompatibility(known.length, applied);
  if (problem !== null) throw new Error(problem);
  for (const row of applied) {
    const migration = known.find(({ version }) => version === row.version);
    if (migration !== undefined && migration.checksum !== row.checksum) {
      throw new Error(`migration ${row.name} was changed after it had been applied to this database`);
    }
  }
  return known.filter(({ version }) => !applied.some((row) => row.version === version));
}

/** Why a program that knows migrations up to `newest` must not use this database, or null when it works with it. */
function incompatibility(newest: number, applied: readonly AppliedMigration[]): string | null {
  const breaking = applied.find(({ version, works_with: oldest }) => version > newest && (oldest ?? version) > newest);
  if (breaking === undefined) return null;
  return (
    `the database is at schema version ${Math.max(...applied.map(({ version }) => version))} (${breaking.name}), ` +
    `newer than version ${newest} of this program: run the newer program, or restore a backup`
  );
}

/** @throws Failure `unavailable` when this program must not use the database. */
export async function requireCompatible(database: Pick<Querier, 'all'>, newest: number): Promise<void> {
  const problem = incompatibility(newest, await database.all<AppliedMigration>(READ_APPLIED));
  if (problem !== null) throw new Failure('unavailable', 'schema_changed', problem, { retryAfter: 30 });
}

/** The message of a command that must not apply migrations. */
export const OLDER_DATABASE = 'the database is older than this program: start the service, or run `migrate`, first';

/** @throws Error when a migration is pending, or the database is newer. `database` is null if it has no records of migrations. */
export async function requireApplied(
  database: Pick<Querier, 'all'> | null,
  known: readonly Migration[],
): Promise<void> {
  const applied = await database?.all<AppliedMigration>(READ_APPLIED);
  if (applied === undefined || pendingMigrations(known, applied).length > 0) throw new Error(OLDER_DATABASE);
}

/** Creates the tables that record migrations. */
export async function createRecords(querier: Querier): Promise<void> {
  await querier.run(CREATE_APPLIED);
  await querier.run(CREATE_COMPATIBILITY);
}

/**
 * Applies pending migrations; the caller holds the engine's lock and an open transaction. Returns the applied versions.
 */
export async function applyMigrations(
  querier: Querier,
  script: (text: string) => Promise<void>,
  engine: string,
  words: TypeWords,
  known: readonly Migration[],
): Promise<number[]> {
  const pending = pendingMigrations(known, await querier.all<AppliedMigration>(READ_APPLIED));
  for (const migration of pending) {
    const { version, name, checksum, worksWith } = migration;
    await script(adaptMigration(migration, engine, words));
    await querier.run(INSERT_APPLIED, version, name, checksum, new Date().toISOString());
    await querier.run(INSERT_COMPATIBILITY, version, worksWith);
  }
  return pending.map(({ version }) => version);
}
