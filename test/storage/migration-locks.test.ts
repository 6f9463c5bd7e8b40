// Tests a migration on PostgreSQL whose table is locked, as by a backup: events of the running processes go on until it is free.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { loadMigrations } from '../../src/storage/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { migrate } from '../../src/storage/postgres/schema.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

const WAITING = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'events'::regclass";

test('events go on while a migration waits for a backup to end', { timeout: 60_000 }, async () => {
  const { url, drop } = await freshDatabase();
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 3_000 }) });
  const login = async () =>
    (await server.event(server.keys.test.secret, { event: 'login', account: { id: 'u' } })).statusCode;
  const backup = new pg.Client(url);
  await backup.connect();
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM events');
  const known = loadMigrations();
  const version = known.length + 1;
  const next = { version, name: `${version}_next`, checksum: '', worksWith: version - 1 };
  const pool = openPool({ url, size: 1, plans: 'ordered' });
  const noNotice = { afterMs: 60_000, onWait: () => {} };
  const migrated = migrate(
    pool,
    [...known, { ...next, text: 'ALTER TABLE events ADD COLUMN next_note TEXT' }],
    url,
    false,
    noNotice,
    { waitMs: 300, pauseMs: 300 },
  );
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
  await Promise.all([backup.end(), pool.end()]);
  await server.close();
  await drop();
});
