// Tests locks of other sessions, and a missing standby, on PostgreSQL: how long an event waits for several of them, and what `/readyz` says.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { unconfirmedCommits } from '../../src/storage/postgres/unconfirmed-commits.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

const login = { event: 'login', account: { id: 'u' } };

async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  return client;
}

/** Waits until a session of the service has waited for a lock on the table for as long as `since`, an interval. */
async function untilWaiting(client: pg.Client, table: string, since = '0'): Promise<void> {
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass
    AND waitstart < clock_timestamp() - interval '${since}'`;
  while ((await client.query(waiting)).rowCount === 0);
}

async function detailOf(server: TestServer): Promise<{ status: number; detail?: string }> {
  const response = await server.request({ url: '/readyz' });
  return { status: response.statusCode, ...(response.statusCode === 200 ? {} : { detail: response.json().detail }) };
}

test('the waits of one event for several tables end with one deadline, and the event is not stored later', async () => {
  const { url } = await freshDatabase(postgres.url);
  const store = await openPostgres({ url, deadlineMs: 1_500 });
  const server = await startTestServer({ store });
  const [first, second] = [await connect(url, 'first'), await connect(url, 'second')];
  await first.query('BEGIN; LOCK TABLE environments IN ACCESS EXCLUSIVE MODE');
  await second.query('BEGIN; LOCK TABLE policies, webhook_endpoints, notes IN ACCESS EXCLUSIVE MODE');
  const ended: string[] = [];
  const event = server.event(server.keys.test.secret, login).finally(() => ended.push('event'));
  await untilWaiting(second, 'environments', '200 ms');
  await first.query('ROLLBACK');
  // A call with a deadline of its own, which begins to wait no later than the event for its second table.
  const call = store.notes.find(1, 'note_1').finally(() => ended.push('call'));
  const [{ statusCode }] = await Promise.all([event, assert.rejects(call, { kind: 'unavailable' })]);
  assert.equal(statusCode, 503);
  assert.deepEqual(ended, ['event', 'call']);
  await second.query('ROLLBACK');
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  const { rows } = await first.query('SELECT count(*)::integer AS count FROM events');
  assert.deepEqual(rows, [{ count: 1 }]);
  await Promise.all([first.end(), second.end()]);
  await server.close();
});

test('a lock on the records of migrations, which no event needs', async () => {
  const { url } = await freshDatabase(postgres.url);
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 2_000 }) });
  const other = await connect(url, 'vacuumdb');
  for (const table of ['schema_migrations', 'schema_compatibility']) {
    for (const lock of [`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, `REINDEX TABLE ${table}`]) {
      await other.query(`BEGIN; ${lock}`);
      assert.deepEqual(await detailOf(server), { status: 200 }, lock);
      assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
      await other.query('ROLLBACK');
    }
  }
  await other.query('INSERT INTO schema_compatibility VALUES (9000, 9000)');
  await other.query("INSERT INTO schema_migrations VALUES (9000, 'breaking', '', '')");
  assert.match((await detailOf(server)).detail ?? '', /newer than version/);
  await other.end();
  await server.close();
});

test('a locked index, and a lock that its session waits for, stop events like a locked table', async () => {
  const { url } = await freshDatabase(postgres.url);
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 2_000 }) });
  const [other, reader] = [await connect(url, 'reindexdb'), await connect(url, 'pg_dump')];
  await other.query('BEGIN; REINDEX TABLE api_keys');
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
  const reindex = 'a session of reindexdb has locked the table api_keys';
  assert.deepEqual(await detailOf(server), { status: 503, detail: reindex });
  await other.query('ROLLBACK');
  assert.deepEqual(await detailOf(server), { status: 200 });

  await reader.query('BEGIN; LOCK TABLE events IN ACCESS SHARE MODE');
  await other.query('BEGIN');
  const waiting = other.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
  await untilWaiting(reader, 'events');
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
  const queued = 'a session of reindexdb waits to lock the table events';
  assert.deepEqual(await detailOf(server), { status: 503, detail: queued });
  await reader.query('ROLLBACK');
  await waiting;
  await other.query('ROLLBACK');
  assert.deepEqual(await detailOf(server), { status: 200 });
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  await Promise.all([other.end(), reader.end()]);
  await server.close();
});

test('a lock on policies right after the start leaves connections to requests that read none', async () => {
  const { url } = await freshDatabase(postgres.url);
  const server = await startTestServer({ store: await openPostgres({ url }) });
  const other = await connect(url, 'vacuumdb');
  await other.query('BEGIN; LOCK TABLE policies IN ACCESS EXCLUSIVE MODE');
  const events = Array.from({ length: 12 }, (_, n) =>
    server.event(server.keys.test.secret, { ...login, account: { id: `u_${n}` } }),
  );
  await untilWaiting(other, 'policies', '300 ms');
  assert.equal(await server.context.store.notes.find(1, 'note_1'), null);
  const { rows } = await other.query('SELECT count(*)::integer AS waiting FROM pg_locks WHERE NOT granted');
  assert.deepEqual(rows, [{ waiting: 1 }]);
  await other.query('ROLLBACK');
  for (const { statusCode } of await Promise.all(events)) assert.equal(statusCode, 201);
  await other.end();
  await server.close();
});

test('reads that wait for a table that no event needs leave connections to events', async () => {
  const { url } = await freshDatabase(postgres.url);
  const store = await openPostgres({ url, deadlineMs: 3_000 });
  const server = await startTestServer({ store });
  const other = await connect(url, 'vacuumdb');
  await other.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
  const reads = Promise.allSettled(Array.from({ length: 12 }, () => store.notes.find(1, 'note_1')));
  while ((await other.query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'notes'::regclass")).rowCount !== 4);
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  assert.deepEqual(await detailOf(server), { status: 200 });
  await other.query('ROLLBACK');
  for (const { status } of await reads) assert.equal(status, 'fulfilled');
  await other.end();
  await server.close();
});

test('a read whose caller has got its 503 while it waited for a connection is not begun', async () => {
  const { url } = await freshDatabase(postgres.url);
  const store = await openPostgres({ url, deadlineMs: 2_000 });
  const other = await connect(url, 'vacuumdb');
  await other.query('BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
  for (const { status } of await Promise.allSettled(Array.from({ length: 12 }, () => store.notes.find(1, 'note_1')))) {
    assert.equal(status, 'rejected');
  }
  // It would wait behind them.
  assert.equal(await store.savedViews.find(1, 'view_1'), null);
  await other.query('ROLLBACK');
  await other.end();
  await store.close();
});

test('F10: events that got 503 while they waited for a lock are not stored when it is released', async () => {
  const { url } = await freshDatabase(postgres.url);
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 2_500 }) });
  const other = await connect(url, 'vacuumdb');
  const send = (names: readonly string[]) =>
    Promise.all(names.map((id) => server.event(server.keys.test.secret, { ...login, account: { id } })));
  await send(['a', 'b', 'c']);
  for (const names of [['d'], ['e', 'f', 'g'], ['h', 'h', 'h']]) {
    await other.query('BEGIN; LOCK TABLE events IN SHARE MODE');
    for (const { statusCode } of await send(names)) assert.equal(statusCode, 503);
    const detail = 'a session of vacuumdb has locked the table events';
    assert.deepEqual(await detailOf(server), { status: 503, detail });
    await other.query('ROLLBACK');
    // Waits for what still holds a lock on the table.
    await other.query('BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE; COMMIT');
    const { rows } = await other.query('SELECT count(*)::integer AS count FROM events');
    assert.deepEqual(rows, [{ count: 3 }], names.join());
  }
  for (const { statusCode } of await send(['d', 'e', 'f', 'h'])) assert.equal(statusCode, 201);
  await other.end();
  await server.close();
});

test('a synchronous standby that does not confirm commits is named as long as the server waits for it', async () => {
  const { url } = await freshDatabase(postgres.url);
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 2_000 }) });
  const other = await connect(url, 'psql');
  const waitFor = async (standby: string) => {
    await other.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`);
    await other.query('SELECT pg_reload_conf()');
    // Each process of the server reads its configuration again after its current command.
    const setting = `SELECT FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = '${standby}'`;
    while ((await other.query(setting)).rowCount === 0);
  };
  const standby = 'commits wait for a synchronous standby that does not confirm them';
  await waitFor('missing');
  while ((await server.event(server.keys.test.secret, login)).statusCode !== 503);
  for (let probe = 0; probe < 2; probe += 1) assert.deepEqual(await detailOf(server), { status: 503, detail: standby });
  // Neither an event nor a check leaves a session that waits. A busy server reads their cancellations late.
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  while (((await other.query(waiting)).rowCount ?? 0) > 0);
  assert.equal(await unconfirmedCommits(url), standby);
  await waitFor('');
  assert.equal(await unconfirmedCommits(url), null);
  assert.deepEqual(await detailOf(server), { status: 200 });
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  await other.end();
  await server.close();
});
