// Runs the same tests on both engines: SQLite and a real PostgreSQL, each with an empty database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import type { DatabaseLocation } from '../bench/seed/tables.ts';
import type { Store } from '../src/records/store.ts';
import { openPostgres } from '../src/storage/postgres/open.ts';
import { openSqlite } from '../src/storage/sqlite/open.ts';
import { assertNoPlainSecretsAt } from './plain-secrets.ts';
import { freshDatabase } from './postgres.ts';

/** `npm run test:citus` runs the tests on a distributed database only. */
export const ON_CITUS = process.env.TEST_CITUS_URL !== undefined;

/** Far above the service's own deadline, so that a busy machine makes no test fail. Tests about the deadline open stores of their own. */
export const TEST_DEADLINE_MS = 60_000;

export interface OpenEngine {
  name: 'SQLite' | 'PostgreSQL';
  store: Store;
  /** Opens another store on the same data, as another process would; null if one process owns the data. */
  openSecondStore: (() => Promise<Store>) | null;
}

type EngineTests = (engine: OpenEngine) => Promise<void> | void;

/** Calls `tests` for each engine to declare its tests, and closes the stores afterwards. */
export async function onBothEngines(tests: EngineTests): Promise<void> {
  if (!ON_CITUS) await onSqlite(tests);
  await onPostgres(tests);
}

/**
 * For long tests of rules that do not depend on the engine: `npm test` runs them on SQLite, `npm run test:postgres` on PostgreSQL,
 * where they take three times as long. With both, `npm test` would exceed ten minutes.
 */
export async function onAnyEngine(tests: EngineTests): Promise<void> {
  await (ON_CITUS || process.env.TEST_ON_POSTGRES === '1' ? onPostgres(tests) : onSqlite(tests));
}

async function onSqlite(tests: EngineTests): Promise<void> {
  const memory = await openSqlite({ path: ':memory:' });
  await describeEngine({ name: 'SQLite', store: memory, openSecondStore: null }, tests, () => memory.close());
}

async function onPostgres(tests: EngineTests): Promise<void> {
  const database = await freshDatabase();
  const stores = [await openPostgres({ url: database.url, deadlineMs: TEST_DEADLINE_MS })];
  const openSecondStore = async () => {
    const store = await openPostgres({ url: database.url, deadlineMs: TEST_DEADLINE_MS, poolSize: 4 });
    stores.push(store);
    return store;
  };
  await describeEngine({ name: 'PostgreSQL', store: stores[0] as Store, openSecondStore }, tests, async () => {
    for (const store of stores) await store.close();
    await assertNoPlainSecretsAt({ engine: 'postgres', url: database.url }).finally(() => database.drop());
  });
}

export interface OpenDatabase extends Pick<OpenEngine, 'name' | 'store'> {
  /** For tests that write its tables directly, bypassing the store. */
  location: DatabaseLocation;
}

/** Like `onBothEngines`, on databases that tests can also access directly: SQLite in a temporary file, and PostgreSQL. */
export async function onBothDatabases(tests: (database: OpenDatabase) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-database-'));
  const path = join(folder, 'assay.db');
  const file = await openSqlite({ path });
  await describeEngine({ name: 'SQLite', store: file, location: { engine: 'sqlite', path } }, tests, async () => {
    await assertNoPlainSecretsAt({ engine: 'sqlite', path });
    await file.close();
    rmSync(folder, { recursive: true });
  });
  const { url, drop } = await freshDatabase();
  const store = await openPostgres({ url, deadlineMs: TEST_DEADLINE_MS });
  await describeEngine({ name: 'PostgreSQL', store, location: { engine: 'postgres', url } }, tests, async () => {
    await store.close();
    await assertNoPlainSecretsAt({ engine: 'postgres', url }).finally(() => drop());
  });
}

async function describeEngine<E extends { name: string }>(
  engine: E,
  tests: (engine: E) => Promise<void> | void,
  close: () => Promise<void>,
): Promise<void> {
  await describe(engine.name, async () => {
    try {
      await tests(engine);
    } finally {
      // Registered last, so that it runs after the tests' own cleanup: they may have connections open.
      after(close);
    }
  });
}
