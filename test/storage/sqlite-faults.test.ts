// What a SQLite store does when something is wrong: a second process, another schema, a lock, a full disk, a sudden end.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { MIGRATIONS_DIR } from '../../src/storage/migrate.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { keep, known, newEnvironment } from './contract/engine-under-test.ts';
import { eventKeys, key } from './sample.ts';

const KEEPER = fileURLToPath(new URL('save-events.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-faults-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function newPath(): string {
  made += 1;
  return join(folder, `${made}.db`);
}

function integrity(path: string): string {
  const database = new DatabaseSync(path);
  const row = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
  database.close();
  return row.integrity_check;
}

test('one process owns a file: a second store is refused until the first is closed', async () => {
  const path = newPath();
  const store = await openSqlite({ path });
  await assert.rejects(openSqlite({ path }), /another process has .*\.db open.*DATABASE_URL/);
  await store.close();
  await (await openSqlite({ path })).close();
});

test('beside its owner a store for control reads and changes tenants, and takes no events', async () => {
  const path = newPath();
  await assert.rejects(openSqlite({ path, access: 'control' }), /older than this program/);
  const owner = await openSqlite({ path });
  const control = await openSqlite({ path, access: 'control' });
  const home = await newEnvironment(control);
  const { digest: secret, ...shown } = key(home.id);
  await control.tenants.createKey({ ...shown, digest: secret });
  assert.deepEqual((await owner.tenants.findKey(secret))?.key, shown, 'the owner sees the new key at once');
  await assert.rejects(keep(control, eventKeys(home.number)), /takes no events/);
  await control.close();
  await keep(owner, eventKeys(home.number));
  await owner.close();
});

test('a database of a newer program is refused, and one of changed migrations', async () => {
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

test('a migration that fails leaves the database as it was', async () => {
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

test('a write lock of somebody else is waited for; events come through when it goes', async () => {
  const path = newPath();
  const store = await openSqlite({ path });
  const { number } = await newEnvironment(store);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const keeping = keep(store, eventKeys(number));
  await pause(300);
  assert.notEqual(await store.tenants.environments(null), [], 'reads go on');
  other.exec('COMMIT');
  const { event } = await keeping;
  assert.deepEqual((await store.events.event(number, event.id))?.event, event);
  other.close();
  await store.close();
});

test('a write lock that stays is an unavailable storage, and no event is acknowledged', async () => {
  const path = newPath();
  const store = await openSqlite({ path, lockWaitMs: 100 });
  const { number } = await newEnvironment(store);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const unavailable = { name: 'Failure', kind: 'unavailable', code: 'storage_unavailable', retryAfter: 1 };
  await assert.rejects(keep(store, eventKeys(number)), unavailable);
  other.exec('ROLLBACK');
  other.close();
  await keep(store, eventKeys(number));
  assert.equal((await known(store, eventKeys(number))).account.length, 1);
  await store.close();
});

test('a closed store is unavailable', async () => {
  const store = await openSqlite({ path: ':memory:' });
  const { number } = await newEnvironment(store);
  await store.close();
  await assert.rejects(keep(store, eventKeys(number)), { kind: 'unavailable' });
});

/** Runs a process that keeps events until it is stopped and says each id after it was acknowledged. */
function startKeeper(path: string, shell = ''): { child: ChildProcess; acknowledged: string[]; refused: () => number } {
  const command = `${shell} exec '${process.execPath}' --import tsx '${KEEPER}' '${path}'`;
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  const acknowledged: string[] = [];
  let refused = 0;
  createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
    if (line === 'unavailable') refused += 1;
    else acknowledged.push(line);
  });
  return { child, acknowledged, refused: () => refused };
}

async function until(reached: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !reached(); tries += 1) {
    assert.ok(tries < 3_000, `no sign of ${what}`);
    await pause(20);
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await exited;
}

async function assertKept(path: string, acknowledged: readonly string[]): Promise<void> {
  assert.equal(integrity(path), 'ok');
  const store = await openSqlite({ path });
  for (const id of acknowledged) assert.notEqual(await store.events.event(1, id), null, `${id} was acknowledged`);
  await store.close();
}

test('kill -9 under load loses no acknowledged event, three times on one file', async () => {
  const path = newPath();
  const all: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { child, acknowledged } = startKeeper(path);
    await until(() => acknowledged.length > 150, 'acknowledged events');
    await ended(child, 'SIGKILL');
    all.push(...acknowledged);
    await assertKept(path, all);
  }
});

test('a full disk refuses events without losing one, and when there is room again they are taken', async () => {
  const path = newPath();
  // The limit of the size of a file stands in for a full disk: it needs no mount and can be lifted while running.
  const { child, acknowledged, refused } = startKeeper(path, 'ulimit -S -f 2400;');
  await until(() => refused() > 5, 'refusals');
  const before = acknowledged.length;
  assert.ok(before > 0, 'there was room at first');
  execFileSync('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited:unlimited']);
  await until(() => acknowledged.length > before + 100, 'events after there was room again');
  await ended(child, 'SIGKILL');
  await assertKept(path, acknowledged);
});

function copyMigrations(name: string): string {
  const copy = join(folder, name);
  mkdirSync(copy);
  for (const file of readdirSync(MIGRATIONS_DIR)) copyFileSync(join(MIGRATIONS_DIR, file), join(copy, file));
  return copy;
}
