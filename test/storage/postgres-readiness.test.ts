// PostgreSQL that answers reads and takes no event: `/readyz` says so, names the reason, and returns by itself.
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

/** Idle connections close after ten seconds; here at once, as after a failover. */
async function endConnections(name: string): Promise<void> {
  await administrate(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}

const login = { event: 'login', account: { id: 'u' } };

test('a database that becomes read-only', async () => {
  const { url } = await freshDatabase(postgres.url);
  const name = new URL(url).pathname.slice(1);
  const server = await startTestServer({ store: await openPostgres({ url }) });
  assert.deepEqual(await probe(server), { status: 200 });
  await administrate(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await endConnections(name);
  // The first use of an ended connection may fail for that reason.
  await probe(server);
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 503);
  assert.deepEqual(await probe(server), { status: 503, code: 'storage_read_only' });
  await administrate(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await endConnections(name);
  await probe(server);
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
  // The connections for everything else are open already.
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
  const logins = Array.from({ length: 64 }, (_, n) =>
    server.event(server.keys.test.secret, { ...login, account: { id: `u_${n}` } }),
  );
  // The lists have four connections, so three are left for eight transactions.
  const lists = Array.from({ length: 8 }, (_, n) =>
    server.request({
      url: `/v1/environments/${server.environments.test.id}/events?limit=${n + 1}`,
      headers: { authorization: `Bearer ${server.sessions.owner}` },
    }),
  );
  const statuses = (await Promise.all([...logins, ...lists])).map(({ statusCode }) => statusCode);
  assert.ok(statuses.includes(503), `${new Set(statuses)}`);
  // Nothing is in use any more, so that single connections are granted.
  for (let n = 0; n < 3; n += 1) assert.deepEqual(await probe(server), { status: 503, code: 'too_few_connections' });
  assert.equal((await server.event(server.keys.test.secret, login)).statusCode, 201);
  assert.deepEqual(await probe(server), { status: 503, code: 'too_few_connections' });
  await administrate('ALTER ROLE several CONNECTION LIMIT -1');
  assert.deepEqual(await probe(server), { status: 200 });
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
