// Tests lists read from a streaming replica: what they show while it lags, and which reads do not depend on it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { replicaChecks } from '../../src/cli/doctor-cluster.ts';
import { watchEnvironments } from '../../src/flows/alerts/watch-environments.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { type PostgresServer, startPostgres } from '../postgres.ts';

const LOGIN = { event: 'login', account: { id: 'ann' }, ip_address: '198.51.100.7', signals: { platform: 'MacIntel' } };

let primary: PostgresServer;
let replica: Pick<PostgresServer, 'url' | 'stop'>;
let server: TestServer;
let console: pg.Client;
before(async () => {
  primary = await startPostgres();
  replica = await primary.replica();
  server = await startTestServer({ store: await openPostgres({ url: primary.url, readUrl: replica.url }) });
  console = new pg.Client(replica.url);
  await console.connect();
});
after(async () => {
  await server.close();
  await primary.stop();
});

const read = (url: string) => server.request({ url, headers: { authorization: `Bearer ${server.sessions.owner}` } });
const inEnvironment = (path: string) => read(`/v1/environments/${server.environments.test.id}/${path}`);
const record = async () => (await server.event(server.keys.test.secret, LOGIN)).json().data.id as string;
const listed = async (): Promise<string[]> =>
  (await inEnvironment('events')).json().data.map(({ id }: { id: string }) => id);

/** Replay is paused between transactions; everything before is replayed first. */
async function pauseReplay(): Promise<void> {
  const client = new pg.Client(primary.url);
  await client.connect();
  const { rows } = await client.query('SELECT pg_current_wal_lsn()::text AS position');
  await client.end();
  const replayed = async () =>
    (await console.query('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done', [rows[0].position])).rows[0].done;
  while (!(await replayed())) await pause(10);
  await console.query('SELECT pg_wal_replay_pause()');
}

test('lists come from the replica, and show an event as soon as it has replayed it', async () => {
  const first = await record();
  await pauseReplay();
  const second = await record();
  assert.deepEqual(await listed(), [first]);
  // The event itself is read from the database that recorded it, and so is the history of the next assessment.
  assert.equal((await read(`/v1/events/${second}`)).statusCode, 200);
  assert.equal((await inEnvironment('overview')).statusCode, 200);
  const [check] = await replicaChecks(primary.url, replica.url);
  assert.equal(check?.status, 'ok');
  assert.match(check?.detail ?? '', /^[1-9]\d* bytes and/);
  await console.query('SELECT pg_wal_replay_resume()');
  while ((await listed()).length < 2) await pause(10);
  assert.deepEqual(await listed(), [second, first]);
});

test('without the replica, lists answer 503 and events are recorded', async () => {
  await console.end();
  await replica.stop();
  const response = await inEnvironment('events');
  assert.equal(response.statusCode, 503);
  assert.equal(response.json().code, 'storage_unavailable');
  const id = await record();
  assert.equal((await read(`/v1/events/${id}`)).statusCode, 200);
  assert.equal((await server.request({ url: '/readyz' })).statusCode, 200);
  const [check] = await replicaChecks(primary.url, replica.url);
  assert.equal(check?.status, 'failed');
});

test('without the replica, alerts that need no list are opened', async () => {
  const { id } = server.environments.test;
  for (const [kind, threshold] of [
    ['attack_wave', 2],
    ['block_share', 1],
  ] as const) {
    const created = await server.request({
      method: 'POST',
      url: `/v1/environments/${id}/alert-rules`,
      headers: { authorization: `Bearer ${server.sessions.owner}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: kind, kind, threshold, min_events: 1, channels: [] }),
    });
    assert.equal(created.statusCode, 201, created.body);
  }
  await server.event(server.keys.test.secret, { ...LOGIN, account: { id: 'force_block_ann' } });
  const errors: unknown[] = [];
  await watchEnvironments(server.context, (error) => errors.push(error));
  assert.equal(errors.length, 1, 'of the rule that groups events into campaigns');
  const { data } = (await inEnvironment('alerts')).json();
  assert.deepEqual(
    data.map(({ rule_name }: { rule_name: string }) => rule_name),
    ['block_share'],
  );
});

test('doctor finds a server that is no replica of the database', async () => {
  const [check] = await replicaChecks(primary.url, primary.url);
  assert.deepEqual(check, {
    name: 'read replica',
    status: 'failed',
    detail: 'ASSAY_READ_DATABASE_URL does not name a streaming replica of DATABASE_URL',
  });
});
