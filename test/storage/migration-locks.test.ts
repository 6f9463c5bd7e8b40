// Tests a migration on PostgreSQL whose table is locked, as by a backup: events of the running processes go on until it is free.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadMigrations } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { type LockLimits, migrate } from '../../src/storage/postgres/schema.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { startRelay } from './relay.ts';

const LOCKED = "SELECT FROM pg_locks WHERE granted AND mode = 'AccessExclusiveLock' AND relation = 'events'::regclass";

const WAITING = "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass";
const LIMITS: LockLimits = { waitMs: 100, pauseMs: 100, idleMs: 30_000 };
const ADD_NOTE = 'ALTER TABLE events ADD COLUMN next_note TEXT';

/** Applies all migrations, and then one with this text. */
async function migrateTo(text: string, url: string, limits: LockLimits): Promise<void> {
  const known = loadMigrations();
  const version = known.length + 1;
  const next = { version, name: `${version}_next`, checksum: '', worksWith: version - 1, text };
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  const noNotice = { afterMs: 60_000, onWait: () => {} };
  await migrate(pool, [...known, next], url, false, noNotice, limits).finally(() => pool.end());
}

test('events go on while a migration waits for a backup to end', { timeout: 60_000 }, async () => {
  const { url, drop } = await freshDatabase();
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 3_000 }) });
  const login = async () =>
    (await server.event(server.keys.test.secret, { event: 'login', account: { id: 'u' } })).statusCode;
  const backup = new pg.Client(url);
  await backup.connect();
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM events');
  const migrated = migrateTo(ADD_NOTE, url, { ...LIMITS, waitMs: 300, pauseMs: 300 });
  try {
    for (let event = 0; event < 3; event += 1) {
      while ((await backup.query(WAITING)).rowCount === 0);
      assert.equal(await login(), 201);
    }
  } finally {
    await backup.query('COMMIT');
    await migrated;
  }
  const { rows } = await backup.query(
    'SELECT count(next_note)::integer AS notes, count(*)::integer AS events FROM events',
  );
  assert.deepEqual(rows, [{ notes: 0, events: 3 }]);
  assert.equal(await login(), 201);
  await backup.end();
  await server.close();
  await drop();
});

test('a migration that waits in a circle with another transaction starts over', { timeout: 60_000 }, async () => {
  const { url, drop } = await freshDatabase();
  await (await openPostgres({ url })).close();
  const [other, watcher] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([other.connect(), watcher.connect()]);
  await other.query('BEGIN; SELECT FROM accounts');
  // The server cancels whoever has waited for a second when the circle is closed: the pause makes it the migration.
  const text =
    'ALTER TABLE events ADD COLUMN note TEXT; SELECT pg_sleep(1.5); ALTER TABLE accounts ADD COLUMN note TEXT';
  const migrated = migrateTo(text, url, { ...LIMITS, waitMs: 20_000, pauseMs: 1 });
  migrated.catch(() => {});
  try {
    while ((await watcher.query(LOCKED)).rowCount === 0);
    await other.query('SELECT FROM events').finally(() => other.query('ROLLBACK'));
    await migrated;
    assert.equal((await watcher.query('SELECT events.note, accounts.note FROM events, accounts')).rowCount, 0);
  } finally {
    await Promise.all([other.end(), watcher.end()]);
    await drop();
  }
});

/** Opens a transaction that has read `events`, as that of a backup. */
async function beginBackup(url: string): Promise<pg.Client> {
  await (await openPostgres({ url })).close();
  const backup = new pg.Client(url);
  await backup.connect();
  await backup.query('BEGIN; SELECT count(*) FROM events');
  return backup;
}

test('of several processes, only one tries to migrate, and no other during its pauses', {
  timeout: 60_000,
}, async () => {
  const { url, drop } = await freshDatabase();
  const backup = await beginBackup(url);
  const migrated = Promise.all([1, 2, 3].map(() => migrateTo(ADD_NOTE, url, LIMITS)));
  const tried = new Set<number>();
  try {
    for (let pauses = 0, wasWaiting = false; pauses < 3; ) {
      const { rows } = await backup.query<{ pid: number }>(WAITING);
      for (const { pid } of rows) tried.add(pid);
      assert.ok(tried.size <= 1, 'another process does not wait for its turn');
      if (wasWaiting && rows.length === 0) pauses += 1;
      wasWaiting = rows.length > 0;
    }
  } finally {
    await backup.end();
    await migrated;
    await drop();
  }
});

test('a process that stands still in a pause keeps no other from migrating', { timeout: 60_000 }, async () => {
  const { url, drop } = await freshDatabase();
  const backup = await beginBackup(url);
  const frozen = migrateTo(ADD_NOTE, url, { waitMs: 1, pauseMs: 4_000, idleMs: 1 });
  frozen.catch(() => {});
  const isHeld = async () => (await backup.query("SELECT FROM pg_locks WHERE locktype = 'advisory'")).rowCount !== 0;
  while (!(await isHeld()));
  for (let checks = 0; checks < 100 && (await isHeld()); checks += 1) await sleep(20);
  await backup.end();
  await migrateTo(ADD_NOTE, url, LIMITS);
  await assert.rejects(frozen, /connection/).finally(drop);
});

test('a start whose connection breaks off while it waits names the server', { timeout: 60_000 }, async () => {
  const { url, drop } = await freshDatabase();
  const relay = await startRelay(url, () => 'pass');
  const other = new pg.Client(url);
  await other.connect();
  await other.query('SELECT pg_advisory_lock(7061990731541)');
  const started = openPostgres({ url: relay.url });
  started.catch(() => {});
  while ((await other.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount === 0);
  relay.close();
  await assert.rejects(started, /^Failure: the database of DATABASE_URL \(127\.0\.0\.1:\d+\) cannot be reached: /);
  await other.end();
  await drop();
});

const BUILDING = `SELECT pid FROM pg_stat_progress_create_index
  WHERE command = 'CREATE INDEX CONCURRENTLY' AND relid = 'events'::regclass`;
const NEXT_INDEX = 'CREATE INDEX events_next ON events (environment_id, at);';
const IS_COMPLETE = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('events_next')";

test('events go on while the index of a migration is built; a build that was killed starts over', {
  timeout: 60_000,
}, async () => {
  const { url, drop } = await freshDatabase();
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 3_000 }) });
  const [writer, watcher] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([writer.connect(), watcher.connect()]);
  // A build waits for the transactions that may have written before it.
  await writer.query('BEGIN; LOCK TABLE events IN ROW EXCLUSIVE MODE');
  const limits = { ...LIMITS, waitMs: 20_000 };
  const building = async () => {
    for (;;) {
      const { rows } = await watcher.query<{ pid: number }>(BUILDING);
      if (rows[0] !== undefined) return rows[0].pid;
    }
  };
  try {
    const killed = assert.rejects(migrateTo(NEXT_INDEX, url, limits), { code: '57P01' });
    const builder = await building();
    const response = await server.event(server.keys.test.secret, { event: 'login', account: { id: 'u' } });
    assert.equal(response.statusCode, 201, response.body);
    await watcher.query('SELECT pg_terminate_backend($1)', [builder]);
    await killed;
    assert.deepEqual((await watcher.query(IS_COMPLETE)).rows, [{ indisvalid: false }]);
    await writer.query('COMMIT');
    const both = [migrateTo(NEXT_INDEX, url, limits), migrateTo(NEXT_INDEX, url, limits)];
    await Promise.all(both);
    assert.deepEqual((await watcher.query(IS_COMPLETE)).rows, [{ indisvalid: true }]);
  } finally {
    await Promise.all([writer.end(), watcher.end()]);
    await server.close();
    await drop();
  }
});

test('a process that stands still after it has built an index keeps no other from migrating', {
  timeout: 60_000,
}, async () => {
  const { url, drop } = await freshDatabase();
  await (await openPostgres({ url })).close();
  let standsStill = () => {};
  const hasBuilt = new Promise<void>((resolve) => {
    standsStill = resolve;
  });
  const relay = await startRelay(url, (chunk) => {
    if (!chunk.includes('pg_advisory_unlock')) return 'pass';
    standsStill();
    return 'drop';
  });
  const frozen = migrateTo(NEXT_INDEX, relay.url, { ...LIMITS, idleMs: 500 });
  frozen.catch(() => {});
  await hasBuilt;
  await migrateTo(NEXT_INDEX, url, { ...LIMITS, waitMs: 20_000 });
  await assert.rejects(frozen);
  relay.close();
  await drop();
});

test('an index of a column that a migration adds is built with the migration', async () => {
  const { url, drop } = await freshDatabase();
  await (await openPostgres({ url })).close();
  const text = 'ALTER TABLE events ADD COLUMN note TEXT;\nCREATE INDEX events_next ON events (note);';
  await migrateTo(text, url, { ...LIMITS, waitMs: 20_000 });
  const watcher = new pg.Client(url);
  await watcher.connect();
  assert.deepEqual((await watcher.query(IS_COMPLETE)).rows, [{ indisvalid: true }]);
  await watcher.end();
  await drop();
});
