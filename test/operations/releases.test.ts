// Opens the saved database of each release with this version, on both engines: it is migrated, complete and ready for events.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { request } from '../../bench/service/first-run.ts';
import { SERVER, startService } from '../../bench/service/start-service.ts';
import { importPostgres } from '../../src/storage/backup/postgres-import.ts';
import { loadMigrations, MIGRATIONS_DIR } from '../../src/storage/migrate.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { assay, withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';
import { answer, answersOf, FILES, savedReleases, unpackRelease } from './releases.ts';

/** The migrations that a database of a release recorded. */
function recordedMigrations(database: string): { name: string; checksum: string }[] {
  const connection = new SqliteConnection(database, { readOnly: true });
  try {
    return connection.prepare('SELECT name, checksum FROM schema_migrations ORDER BY version').all() as never;
  } finally {
    connection.close();
  }
}

/** `actual` without the fields that `expected` does not have: a later version may return more. */
function without(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected)) return actual.map((item, n) => without(item, expected[n]));
  if (actual === null || expected === null || typeof actual !== 'object' || typeof expected !== 'object') return actual;
  const names = new Set(Object.keys(expected));
  const common = Object.entries(actual).filter(([name]) => names.has(name));
  return Object.fromEntries(common.map(([name, value]) => [name, without(value, (expected as never)[name])]));
}

/** Starts this version on the data of a release, compares its answers and sends it an event. */
async function assertUsable(version: string, dataDir: string, environment: Record<string, string>): Promise<void> {
  const service = await startService(SERVER, '/readyz', environment, dataDir);
  try {
    const args = ['keys', 'create', '--kind', 'secret', '--json'];
    const { code, stdout, stderr } = await assay(args, { dataDir, environment });
    assert.equal(code, 0, stderr);
    const { key } = JSON.parse(stdout);
    const answers = Object.entries(answersOf(version));
    assert.ok(answers.length > 20);
    for (const [path, expected] of answers) {
      const actual = await answer(service.baseUrl, key, path);
      assert.deepEqual(without(actual, expected), expected, path);
    }
    const event = { event: 'login', account: { id: 'after_upgrade' } };
    const { id } = await request('POST', `${service.baseUrl}/v1/events`, key, event);
    assert.match(JSON.stringify(await answer(service.baseUrl, key, `/v1/events/${id}`)), /after_upgrade/);
    const doctor = await assay(['doctor', '--verify-audit', '--json'], { dataDir, environment });
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; status: string; detail: string }[] };
    for (const name of ['audit', 'secrets']) {
      const check = checks.find((one) => one.name === name);
      assert.equal(check?.status, 'ok', `${name}: ${check?.detail}`);
    }
  } finally {
    await service.stop();
  }
}

/** A folder with the migrations of a release. */
function migrationsOf(database: string, folder: string): string {
  const directory = join(folder, 'migrations');
  mkdirSync(directory);
  for (const { name } of recordedMigrations(database)) {
    copyFileSync(join(MIGRATIONS_DIR, `${name}.sql`), join(directory, `${name}.sql`));
  }
  return directory;
}

test('at least one release is kept', () => {
  assert.ok(savedReleases().length > 0);
});

for (const version of savedReleases()) {
  test(`${version}: its migrations are unchanged`, async () => {
    await withFolder(async (folder) => {
      const released = recordedMigrations(unpackRelease(version, folder));
      const present = loadMigrations().slice(0, released.length);
      const changed = released.filter(({ name, checksum }, n) => {
        return present[n]?.name !== name || present[n]?.checksum !== checksum;
      });
      const names = changed.map(({ name }) => name).join(', ');
      assert.equal(names, '', `released migrations never change: add another one instead of changing ${names}`);
    });
  });

  test(`${version}: its SQLite database opens with this version`, async () => {
    await withFolder(async (dataDir) => {
      const database = unpackRelease(version, dataDir);
      await assertUsable(version, dataDir, {});
      assert.equal(recordedMigrations(database).length, loadMigrations().length);
    });
  });

  // The migrations of a release never change, so they create that release's PostgreSQL tables.
  test(`${version}: its PostgreSQL database opens with this version`, async () => {
    const target = await freshDatabase();
    await withFolder(async (folder) => {
      const dataDir = join(folder, 'data');
      mkdirSync(dataDir);
      const database = unpackRelease(version, folder);
      copyFileSync(join(folder, FILES.keys), join(dataDir, FILES.keys));
      await importPostgres(database, target.url, migrationsOf(database, folder));
      await assertUsable(version, dataDir, { DATABASE_URL: target.url });
    }).finally(() => target.drop());
  });
}
