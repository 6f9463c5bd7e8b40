// Tests `backup` and `restore` while events arrive, on and between both engines: no acknowledged event is missing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { request, secretKey } from '../../bench/service/first-run.ts';
import { SERVER, startService } from '../../bench/service/start-service.ts';
import { writeChecksum } from '../../src/storage/backup/checksum.ts';
import { exportPostgres } from '../../src/storage/backup/postgres-export.ts';
import { inspectDatabase, removeDatabase } from '../../src/storage/backup/sqlite-file.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { assay, type CliOptions, withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';
import { startEventLoad } from './load.ts';

/** Events per second during a backup. */
const RATE = 300;

async function json(args: readonly string[], options: CliOptions) {
  const result = await assay([...args, '--json'], options);
  assert.equal(result.code, 0, result.stderr);
  return JSON.parse(result.stdout);
}

/** The explanation of each event from the API, without the fields that later events of its device and session change. */
async function details(baseUrl: string, key: string, ids: readonly string[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const id of ids) {
    const response = await fetch(`${baseUrl}/v1/events/${id}`, { headers: { authorization: `Bearer ${key}` } });
    const { data } = (await response.json()) as { data: Record<string, Record<string, unknown>> };
    all.push({ ...data, device: data.device?.id, session: data.session?.id });
  }
  return all;
}

interface Backup {
  file: string;
  dataDir: string;
  key: string;
  /** Explanations of events that were acknowledged before the backup began. */
  events: unknown[];
  ids: string[];
}

/** Makes a backup of a service under load; fails when an event is refused meanwhile. */
async function backUpUnderLoad(folder: string, environment: Record<string, string>): Promise<Backup> {
  const dataDir = join(folder, 'data');
  const file = join(folder, 'backup.db');
  const service = await startService(SERVER, '/readyz', environment, dataDir);
  const key = secretKey(dataDir);
  const load = startEventLoad(() => [service.baseUrl], key, RATE);
  try {
    while (load.acknowledged.length < RATE) await pause(20);
    const before = [...load.acknowledged];
    const report = await json(['backup', file], { dataDir, environment });
    const after = load.acknowledged.length;
    assert.ok(report.events >= before.length, `${report.events} events, ${before.length} acknowledged before`);
    assert.ok(after > before.length, 'events arrived during the backup');
    assert.deepEqual(report.store_separately, [join(dataDir, 'encryption-keys')]);
    await load.stop();
    assert.deepEqual(load.failures, []);
    const ids = [...before.slice(0, 8), ...before.slice(-8)];
    return { file, dataDir, key, ids, events: await details(service.baseUrl, key, ids) };
  } finally {
    await load.stop();
    await service.stop();
  }
}

/** Starts a service on restored data and compares its answers. */
async function assertRestored(backup: Backup, dataDir: string, environment: Record<string, string>): Promise<void> {
  const service = await startService(SERVER, '/readyz', environment, dataDir);
  try {
    assert.deepEqual(await details(service.baseUrl, backup.key, backup.ids), backup.events);
    const another = { event: 'login', account: { id: 'after_restore' } };
    await request('POST', `${service.baseUrl}/v1/events`, backup.key, another);
  } finally {
    await service.stop();
  }
}

/** `doctor` finds the restored audit log intact and the keys right. */
async function assertHealthy(dataDir: string): Promise<void> {
  const { checks } = await json(['doctor', '--verify-audit'], { dataDir });
  const audit = checks.filter(({ name }: { name: string }) => name === 'audit' || name === 'secrets');
  assert.deepEqual(
    audit.map(({ status }: { status: string }) => status),
    ['ok', 'ok'],
  );
}

/** A folder on "another machine" with the key file of the first one. */
function otherMachine(folder: string, { dataDir }: Backup): string {
  const other = join(folder, `other-${readdirSync(folder).length}`);
  mkdirSync(other, { mode: 0o700 });
  copyFileSync(join(dataDir, 'encryption-keys'), join(other, 'encryption-keys'));
  return other;
}

test('SQLite: a backup under load restores on another machine with its key file, and to PostgreSQL', async () => {
  const database = await freshDatabase();
  await withFolder(async (folder) => {
    const backup = await backUpUnderLoad(folder, {});

    const elsewhere = join(folder, 'elsewhere');
    const withoutKeys = await assay(['restore', backup.file], { dataDir: elsewhere });
    assert.equal(withoutKeys.code, 1);
    assert.match(
      withoutKeys.stderr,
      /^assay: the key file .*elsewhere\/encryption-keys is missing: .* copy its encryption-keys file there, .*try again\n$/,
    );
    assert.equal(existsSync(elsewhere), false, 'nothing was written');

    const other = otherMachine(folder, backup);
    assert.equal((await json(['restore', backup.file], { dataDir: other })).restored, join(other, 'assay.db'));
    assert.deepEqual(readdirSync(other).sort(), ['assay.db', 'encryption-keys']);
    await assertRestored(backup, other, {});
    await assertHealthy(other);
    const again = await assay(['restore', backup.file], { dataDir: other });
    assert.equal(again.code, 2);
    assert.match(again.stderr, /exists, and restore never overwrites a database/);

    const moved = otherMachine(folder, backup);
    const environment = { DATABASE_URL: database.url, ASSAY_SHUTDOWN_DELAY_SECONDS: '0' };
    await json(['restore', backup.file], { dataDir: moved, environment });
    await assertRestored(backup, moved, environment);
  }).finally(() => database.drop());
});

test('PostgreSQL: a backup under load restores into a new database, and to SQLite', async () => {
  const [source, target] = [await freshDatabase(), await freshDatabase()];
  await withFolder(async (folder) => {
    const environment = { ASSAY_SHUTDOWN_DELAY_SECONDS: '0' };
    const backup = await backUpUnderLoad(folder, { ...environment, DATABASE_URL: source.url });
    const [other, embedded] = [otherMachine(folder, backup), otherMachine(folder, backup)];
    const restored = { ...environment, DATABASE_URL: target.url };
    await json(['restore', backup.file], { dataDir: other, environment: restored });
    const again = await assay(['restore', backup.file], { dataDir: other, environment: restored });
    assert.equal(again.code, 2);
    assert.match(again.stderr, /the database at DATABASE_URL is not empty/);
    await assertRestored(backup, other, restored);
    await json(['restore', backup.file], { dataDir: embedded });
    await assertRestored(backup, embedded, {});
    await assertHealthy(embedded);
  });
  await Promise.all([source.drop(), target.drop()]);
});

test('PostgreSQL: a small database is backed up every time', async () => {
  const database = await freshDatabase();
  await withFolder(async (folder) => {
    await (await openPostgres({ url: database.url })).close();
    // 101 of 120 such backups failed with "database is locked" while the file's first connection waited for garbage collection.
    for (let round = 0; round < 5; round += 1) {
      const file = join(folder, `${round}.db`);
      await exportPostgres(database.url, file);
      assert.equal(inspectDatabase(file).events, 0);
      assert.deepEqual(readdirSync(folder), [`${round}.db`]);
      removeDatabase(file);
    }
  }).finally(() => database.drop());
});

test('backup and restore refuse existing, damaged, foreign and newer files, and leave nothing behind', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const file = join(folder, 'backup.db');
    const target = { dataDir: join(folder, 'target') };
    const refused = async (args: string[], options: CliOptions, code: number, message: RegExp) => {
      const result = await assay(args, options);
      assert.equal(result.code, code, result.stderr);
      assert.match(result.stderr, message);
      assert.equal(result.stdout, '');
    };
    await refused(
      ['backup', file],
      { dataDir },
      2,
      /assay\.db does not exist: start the service once, or check DATA_DIR/,
    );
    await json(['setup'], { dataDir });
    // An interrupted backup leaves such a file.
    writeFileSync(`${file}.unfinished`, 'half a file');
    const { sha256 } = await json(['backup', file], { dataDir });
    await refused(['backup', file], { dataDir }, 2, /backup\.db exists: choose another name, or .* --replace/);
    assert.match((await json(['backup', file, '--replace'], { dataDir })).sha256, /^[0-9a-f]{64}$/);
    assert.match(sha256, /^[0-9a-f]{64}$/);
    await refused(['restore', join(folder, 'none.db')], target, 2, /none\.db does not exist/);
    await refused(['restore', join(dataDir, 'first-run.json')], target, 1, /cannot be read as a database/);

    const half = join(folder, 'half.db');
    writeFileSync(half, readFileSync(file));
    truncateSync(half, 200_000);
    await refused(['restore', half], target, 1, /half\.db (is damaged|cannot be read as a database)/);
    await refused(['restore', folder], target, 2, /^assay: .* is a folder\n$/);
    // Nothing writes to the pipe: reading it would wait forever.
    const pipe = join(folder, 'pipe.db');
    execFileSync('mkfifo', [pipe]);
    await refused(['restore', pipe], target, 2, /^assay: .*pipe\.db is not a file\n$/);
    rmSync(pipe);

    const newer = join(folder, 'newer.db');
    writeFileSync(newer, readFileSync(file));
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const database = new DatabaseSync(newer);
    database.exec(
      "INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (999, '0999_x', 'x', 'x')",
    );
    database.close();
    writeChecksum(newer);
    mkdirSync(target.dataDir, { recursive: true });
    copyFileSync(join(dataDir, 'encryption-keys'), join(target.dataDir, 'encryption-keys'));
    await refused(['restore', newer], target, 1, /schema version 999 .*newer than .* this program/);
    assert.deepEqual(readdirSync(folder).sort(), ['backup.db', 'data', 'half.db', 'newer.db', 'target']);
    assert.deepEqual(readdirSync(target.dataDir), ['encryption-keys']);
  });
});

test('restore refuses a backup with a changed byte, also where no index or page structure shows it', async () => {
  await withFolder(async (folder) => {
    const [dataDir, target] = [join(folder, 'data'), join(folder, 'target')];
    await json(['setup', '--organization', 'Acme of Nowhere'], { dataDir });
    const file = join(folder, 'backup.db');
    await json(['backup', file], { dataDir });
    mkdirSync(target);
    copyFileSync(join(dataDir, 'encryption-keys'), join(target, 'encryption-keys'));
    const bytes = readFileSync(file);
    const flipped = Buffer.from(bytes);
    const place = flipped.indexOf('Acme of Nowhere');
    assert.ok(place > 0);
    flipped[place] = (flipped[place] as number) ^ 1;
    writeFileSync(file, flipped);
    const { code, stderr } = await assay(['restore', file], { dataDir: target });
    assert.equal(code, 1);
    assert.match(stderr, /backup\.db is damaged: .*its checksum differs/);
    assert.deepEqual(readdirSync(target), ['encryption-keys']);
    writeFileSync(file, bytes);
    await json(['restore', file], { dataDir: target });
    // A restored database changes, so it must not have the checksum: a copy of the stopped service's file can be restored too.
    const copy = join(folder, 'copy.db');
    copyFileSync(join(target, 'assay.db'), copy);
    assert.equal(inspectDatabase(copy).organizations, 1);
    assert.equal(readFileSync(copy).readUInt32BE(60), 0);
  });
});
