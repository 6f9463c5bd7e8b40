// Tests a PostgreSQL that answers reads but stores no events: `/readyz` reports it with the reason and recovers on its own.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

async function administrate(sql: string): Promise<void> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function probe(server: TestServer): Promise<{ status: number; code?: string }> {
  const response = await server.request({ url: '/readyz' });
  if (response.statusCode === 200) return { status: 200 };
  assert.ok(Number(response.headers['retry-after']) >= 1);
  return { status: response.statusCode, code: response.json().code };
}

/** Ends all connections, as a failover does; idle ones would otherwise close after ten seconds. */
async function endConnections(name: string): Promise<void> {
  await administrate(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}

/** Uses the ended connections, whose first use may fail for that reason. */
async function useEnded(server: TestServer): Promise<void> {
  while ((await probe(server)).code === 'storage_unavailable');
}

/** Opens connections until one is refused. */
async function occupyAll(url: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
    } catch {
      return clients;
    }
    clients.push(client);
  }
}

const login = { event: 'login', account: { id: 'u' } };

test('a database that becomes read-only', async () => {
  const { url } = await freshDatabase(postgres.url);
  const name = new URL(url).pathname.slice(1);
  const server = await startTestServer({ store: await openPostgres({ url }) });
  assert.deepEqual(await probe(server), { status: 200 });
  await administrate(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await endConnections(name);
  await useEnded(server);
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
  assert.deepEqual(await probe(server), { status: 503, code: 'storage_read_only' });
  await administrate(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await endConnections(name);
  await useEnded(server);
  assert.deepEqual(await probe(server), { status: 200 });
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  await server.close();
});

test('a role that may not open a connection for events', async () => {
  const { url } = await freshDatabase(postgres.url);
  // No limit applies to superusers.
  await administrate("CREATE ROLE few LOGIN PASSWORD 'few'");
  await administrate(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO few`);
  const limited = new URL(url);
  [limited.username, limited.password] = ['few', 'few'];
  const server = await startTestServer({ store: await openPostgres({ url: limited.href }) });
  // The connections for everything else are already open.
  await administrate('ALTER ROLE few CONNECTION LIMIT 1');
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
  assert.deepEqual(await probe(server), { status: 503, code: 'too_few_connections' });
  await administrate('ALTER ROLE few CONNECTION LIMIT -1');
  assert.deepEqual(await probe(server), { status: 200 });
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  await server.close();
});

test('a role that may open some of the connections is not ready until it may open all', async () => {
  const { url } = await freshDatabase(postgres.url);
  await administrate("CREATE ROLE several LOGIN PASSWORD 'several'");
  await administrate(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO several`);
  const limited = new URL(url);
  [limited.username, limited.password] = ['several', 'several'];
  const server = await startTestServer({ store: await openPostgres({ url: limited.href }) });
  await administrate('ALTER ROLE several CONNECTION LIMIT 8');
  const others = await occupyAll(limited.href);
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
  // Frees three connections, as others do when they close idle ones: events work if few arrive at once.
  await Promise.all(others.slice(0, 3).map((client) => client.end()));
  while ((await server.event(server.keys.test.secret, login)).statusCode !== 201);
  for (let n = 0; n < 3; n += 1) assert.deepEqual(await probe(server), { status: 503, code: 'too_few_connections' });
  await administrate('ALTER ROLE several CONNECTION LIMIT -1');
  assert.deepEqual(await probe(server), { status: 200 });
  await Promise.all(others.slice(3).map((client) => client.end()));
  await server.close();
});

test('a role that may no longer log in', async () => {
  const { url } = await freshDatabase(postgres.url);
  const name = new URL(url).pathname.slice(1);
  await administrate("CREATE ROLE refused LOGIN PASSWORD 'refused'");
  await administrate(`ALTER DATABASE ${name} OWNER TO refused`);
  const limited = new URL(url);
  [limited.username, limited.password] = ['refused', 'refused'];
  const server = await startTestServer({ store: await openPostgres({ url: limited.href }) });
  await administrate('ALTER ROLE refused NOLOGIN');
  await endConnections(name);
  const details = new Set<string>();
  // The first use of each ended connection fails only because it has ended.
  while (!details.has('the database refuses the login of this process')) {
    const response = await server.request({ url: '/readyz' });
    assert.equal(response.statusCode, 503, response.body);
    details.add(response.json().detail);
    assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
  }
  await administrate('ALTER ROLE refused LOGIN');
  assert.deepEqual(await probe(server), { status: 200 });
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  await server.close();
});

test('a role that lacks a privilege, or cannot see the tables', async () => {
  const { url } = await freshDatabase(postgres.url);
  await administrate("CREATE ROLE lacking LOGIN PASSWORD 'lacking'");
  await administrate(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO lacking`);
  const limited = new URL(url);
  [limited.username, limited.password] = ['lacking', 'lacking'];
  const server = await startTestServer({ store: await openPostgres({ url: limited.href }) });
  const owner = new pg.Client(url);
  await owner.connect();
  for (const [privilege, place, detail] of [
    ['INSERT', 'events', 'the role of this process lacks the privilege INSERT on events'],
    ['UPDATE', 'devices', 'the role of this process lacks the privilege UPDATE on devices'],
    ['SELECT', 'api_keys', 'the role of this process lacks the privilege SELECT on api_keys'],
    ['USAGE', 'SCHEMA public', 'the database lacks a table, or hides its schema from the role of this process'],
  ]) {
    await owner.query(`REVOKE ${privilege} ON ${place} FROM lacking, PUBLIC, pg_database_owner`);
    const response = await server.request({ url: '/readyz' });
    assert.equal(response.statusCode, 503, `${privilege} on ${place}`);
    assert.equal(response.json().detail, detail);
    if (privilege !== 'UPDATE') assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
    await owner.query(`GRANT ${privilege} ON ${place} TO lacking`);
    assert.deepEqual(await probe(server), { status: 200 });
  }
  await owner.query('REVOKE INSERT ON events FROM lacking; GRANT INSERT (id) ON events TO lacking');
  assert.deepEqual(await probe(server), { status: 200 }, 'a role may have the privilege on each column');
  await owner.query('GRANT INSERT ON events TO lacking');
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  await owner.end();
  await server.close();
});

test('a table that another session has locked', async () => {
  const { url } = await freshDatabase(postgres.url);
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 2_000 }) });
  const other = new pg.Client({ connectionString: url, application_name: 'vacuumdb' });
  await other.connect();
  await other.query('BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
  assert.deepEqual(await probe(server), { status: 200 }, 'events wait for a lock');
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
  const response = await server.request({ url: '/readyz' });
  assert.equal(response.statusCode, 503);
  assert.equal(response.json().detail, 'a session of vacuumdb has locked the table events');
  await other.query('ROLLBACK');
  assert.deepEqual(await probe(server), { status: 200 });
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  await other.end();
  await server.close();
});

test('a table that requests read before an event is locked while they occupy every connection of their own', async () => {
  const { url } = await freshDatabase(postgres.url);
  const server = await startTestServer({ store: await openPostgres({ url, deadlineMs: 3_000 }) });
  const other = new pg.Client({ connectionString: url, application_name: 'vacuumdb' });
  await other.connect();
  await other.query('BEGIN; LOCK TABLE environments IN ACCESS EXCLUSIVE MODE');
  let answered = 0;
  const events: Promise<number>[] = [];
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'environments'::regclass`;
  // Another one may wait on a connection for events.
  while (((await other.query(waiting)).rowCount ?? 0) < 4) {
    const event = server.event(server.keys.test.secret, login).finally(() => {
      answered += 1;
    });
    events.push(event.then(({ statusCode }) => statusCode));
  }
  assert.deepEqual(await probe(server), { status: 200 }, 'events wait for a lock');
  assert.equal(answered, 0, 'the probe waits for no event');
  assert.deepEqual(new Set(await Promise.all(events)), new Set([503]));
  const response = await server.request({ url: '/readyz' });
  assert.equal(response.statusCode, 503);
  assert.equal(response.json().detail, 'a session of vacuumdb has locked the table environments');
  // No event needs this one: the reads that got no response may have waited for it.
  await other.query('ROLLBACK; BEGIN; LOCK TABLE notes IN ACCESS EXCLUSIVE MODE');
  assert.deepEqual(await probe(server), { status: 200 });
  await other.end();
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  await server.close();
});

test('stays ready under a load that occupies every connection for events', async () => {
  const { url } = await freshDatabase(postgres.url);
  const store = await openPostgres({ url, poolSize: 1 });
  const server = await startTestServer({ store });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const busy = store.ingest(() => released as Promise<never>);
  const probes = await Promise.all(Array.from({ length: 20 }, () => probe(server)));
  assert.deepEqual(new Set(probes.map(({ status }) => status)), new Set([200]));
  release();
  await busy.catch(() => undefined);
  assert.deepEqual(await probe(server), { status: 200 });
  await server.close();
});
