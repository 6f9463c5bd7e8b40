// Tests SQLite under faults: a second process, another schema version, a held lock, a full disk, and kill -9.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { MIGRATIONS_DIR } from '../../src/storage/migrate.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { historyOf, newEnvironment, saveEvent } from './contract/engine-under-test.ts';
import { eventKeys, key } from './sample.ts';

/** In this time, a writer tries to get the lock about ten times. */
const LOCK_RETRIES_MS = 100;
const WRITER = fileURLToPath(new URL('save-events.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-faults-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let created = 0;
function newPath(): string {
  created += 1;
  return join(folder, `${created}.db`);
}

function integrity(path: string): string {
  const database = new DatabaseSync(path);
  const row = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
  database.close();
  return row.integrity_check;
}

test('rejects a second store on a file until the first is closed', async () => {
  const path = newPath();
  const store = await openSqlite({ path });
  await assert.rejects(openSqlite({ path }), /another process has .*\.db open.*DATABASE_URL/);
  await store.close();
  await (await openSqlite({ path })).close();
});

test('opens a control store, which rejects events, while the owner is open', async () => {
  const path = newPath();
  await assert.rejects(openSqlite({ path, access: 'control' }), /does not exist: start the service once/);
  const owner = await openSqlite({ path });
  const control = await openSqlite({ path, access: 'control' });
  const home = await newEnvironment(control);
  const { digest: secret, ...listed } = key(home.id);
  await control.tenants.createKey({ ...listed, digest: secret });
  assert.deepEqual((await owner.tenants.findKey(secret))?.key, listed, 'the owner sees the new key at once');
  await assert.rejects(saveEvent(control, eventKeys(home.number)), /does not accept events/);
  await control.close();
  await saveEvent(owner, eventKeys(home.number));
  await owner.close();
});

test('opens while another process still holds the file, and does not fail as locked', async () => {
  const path = newPath();
  // In a separate process, because opening blocks this thread while it waits.
  const locker = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { DatabaseSync } from '@photostructure/sqlite';
     const database = new DatabaseSync(process.argv[1]);
     database.exec('PRAGMA busy_timeout = 5000; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE held (x); COMMIT');
     console.log('locked');
     setTimeout(() => database.close(), 500);`,
    path,
  ]);
  await new Promise((resolve) => locker.stdout.once('data', resolve));
  const store = await openSqlite({ path });
  await store.ready();
  await store.close();
});

test('rejects a database of a newer program or of changed migrations', async () => {
  const path = newPath();
  const known = readdirSync(MIGRATIONS_DIR).filter((file) => file.endsWith('.sql'));
  const newer = copyMigrations('newer');
  const next = String(known.length + 1).padStart(4, '0');
  writeFileSync(
    join(newer, `${next}_future.sql`),
    'CREATE TABLE future (id {{int8}} NOT NULL PRIMARY KEY) {{table}};\n',
  );
  await (await openSqlite({ path, migrationsDir: newer })).close();
  const both = new RegExp(`schema version ${known.length + 1} .*newer than version ${known.length}`);
  await assert.rejects(openSqlite({ path }), both);
  await (await openSqlite({ path, migrationsDir: newer })).close();

  const changed = copyMigrations('changed');
  writeFileSync(join(changed, known[0] as string), '-- another text\n');
  const older = newPath();
  await (await openSqlite({ path: older })).close();
  await assert.rejects(openSqlite({ path: older, migrationsDir: changed }), /0001_foundation was changed/);
});

test('rolls back a failing migration', async () => {
  const path = newPath();
  const broken = copyMigrations('broken');
  const next = String(readdirSync(MIGRATIONS_DIR).length + 1).padStart(4, '0');
  const file = join(broken, `${next}_broken.sql`);
  writeFileSync(
    file,
    'CREATE TABLE half (id {{int8}} NOT NULL PRIMARY KEY) {{table}};\nCREATE TABLE half (id TEXT);\n',
  );
  await (await openSqlite({ path })).close();
  await assert.rejects(openSqlite({ path, migrationsDir: broken }), /half/);
  await (await openSqlite({ path })).close();
});

test('waits for the write lock of another process, then saves the event', async () => {
  const path = newPath();
  const store = await openSqlite({ path });
  const { number } = await newEnvironment(store);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const saving = saveEvent(store, eventKeys(number));
  assert.equal(await Promise.race([saving, sleep(LOCK_RETRIES_MS, 'waiting')]), 'waiting');
  assert.notEqual(await store.tenants.environments(null), [], 'reads go on');
  other.exec('COMMIT');
  const { event } = await saving;
  assert.deepEqual((await store.events.event(number, event.id))?.event, event);
  other.close();
  await store.close();
});

test('fails with unavailable when the write lock is not released', async () => {
  const path = newPath();
  const store = await openSqlite({ path, lockWaitMs: 100 });
  const { number } = await newEnvironment(store);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const unavailable = { name: 'Failure', kind: 'unavailable', code: 'storage_unavailable', retryAfter: 1 };
  await assert.rejects(saveEvent(store, eventKeys(number)), unavailable);
  other.exec('ROLLBACK');
  other.close();
  await saveEvent(store, eventKeys(number));
  assert.equal((await historyOf(store, eventKeys(number))).account.length, 1);
  await store.close();
});

test('fails with unavailable when the write lock is not released, although the clock was set back', async (context) => {
  const path = newPath();
  const store = await openSqlite({ path, lockWaitMs: 100 });
  const { number } = await newEnvironment(store);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  let now = Date.now();
  context.mock.method(Date, 'now', () => (now -= 1_000));
  const saving = saveEvent(store, eventKeys(number));
  const released = sleep(10 * LOCK_RETRIES_MS).then(() => other.exec('ROLLBACK'));
  await assert.rejects(saving, { kind: 'unavailable' });
  await released;
  other.close();
  await store.close();
});

test('fails with unavailable after close', async () => {
  const store = await openSqlite({ path: ':memory:' });
  const { number } = await newEnvironment(store);
  await store.close();
  await assert.rejects(saveEvent(store, eventKeys(number)), { kind: 'unavailable' });
});

test('a read of a damaged page fails with unavailable', async () => {
  const path = newPath();
  const store = await openSqlite({ path });
  const { number } = await newEnvironment(store);
  const { event } = await saveEvent(store, eventKeys(number));
  await store.close();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pageSize = Number(Object.values(database.prepare('PRAGMA page_size').get() as object)[0]);
  const { rootpage } = database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'event_details'").get() as {
    rootpage: number;
  };
  database.close();
  // Opening checks the file, so the damage comes later.
  const damaged = await openSqlite({ path });
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (rootpage - 1) * pageSize);
  closeSync(file);
  const unavailable = { kind: 'unavailable', code: 'storage_unavailable', message: /the database is damaged/ };
  await assert.rejects(damaged.events.event(number, event.id), unavailable);
  await damaged.close();
});

/** Starts a process that saves events until it is killed and reports each acknowledged id. */
function startWriter(
  path: string,
  shell = '',
): { child: ChildProcess; acknowledged: string[]; rejections: () => number } {
  const command = `${shell} exec '${process.execPath}' --import tsx '${WRITER}' '${path}'`;
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  let rejected = 0;
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
    if (line === 'unavailable') rejected += 1;
    else acknowledged.push(line);
  });
  return { child, acknowledged, rejections: () => rejected };
}

async function waitUntil(reached: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !reached(); tries += 1) {
    assert.ok(tries < 3_000, `no sign of ${what}`);
    await sleep(20);
  }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await exited;
}

async function assertStored(path: string, acknowledged: readonly string[]): Promise<void> {
  assert.equal(integrity(path), 'ok');
  const store = await openSqlite({ path });
  for (const id of acknowledged) assert.notEqual(await store.events.event(1, id), null, `${id} was acknowledged`);
  await store.close();
}

test('loses no acknowledged event on kill -9 under load, three times on one file', async () => {
  const path = newPath();
  const all: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { child, acknowledged } = startWriter(path);
    await waitUntil(() => acknowledged.length > 150, 'acknowledged events');
    await kill(child, 'SIGKILL');
    all.push(...acknowledged);
    await assertStored(path, all);
  }
});

test('rejects events on a full disk without loss and recovers with free space', async () => {
  const path = newPath();
  // A file size limit simulates a full disk: it needs no mount and can be lifted at run time.
  const { child, acknowledged, rejections } = startWriter(path, 'ulimit -S -f 2400;');
  await waitUntil(() => rejections() > 5, 'rejections');
  const before = acknowledged.length;
  assert.ok(before > 0, 'there was space at first');
  execFileSync('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited:unlimited']);
  await waitUntil(() => acknowledged.length > before + 100, 'events after space was freed');
  await kill(child, 'SIGKILL');
  await assertStored(path, acknowledged);
});

function copyMigrations(name: string): string {
  const copy = join(folder, name);
  mkdirSync(copy);
  for (const file of readdirSync(MIGRATIONS_DIR)) copyFileSync(join(MIGRATIONS_DIR, file), join(copy, file));
  return copy;
}
