// Tests that every statement of an event queries one shard, at the node of entry, without intermediate results.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { digest } from '../../src/devices/digest.ts';
import type { EventInput } from '../../src/flows/events/event-input.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { STATEMENTS_OF_ALL_SHARDS } from '../../src/storage/citus/all-shards.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { single } from '../../src/storage/postgres/statements.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { connected } from './cluster.ts';
import { explain, takeStatements } from './statements.ts';

const INPUT: EventInput = {
  type: 'login',
  accountId: 'ann@citus.example',
  signals: { persistent_id: 'b5d0a0de-0000-4000-8000-00000000c003', timezone: 'Europe/Vaduz', language: 'de' },
  address: '198.51.100.23',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  occurredAt: null,
  credential: 'secret',
  idempotency: null,
  imported: null,
};
/** New and returning devices, with and without an account, signals, an id and a session, repeated, failed and announced. */
const INPUTS: readonly EventInput[] = [
  INPUT,
  INPUT,
  { ...INPUT, type: 'login_failed' },
  { ...INPUT, type: 'payment', credential: 'public' },
  { ...INPUT, accountId: null, type: 'page_view' },
  {
    ...INPUT,
    accountId: 'ben@citus.example',
    signals: { timezone: 'Europe/Vaduz', language: 'de', platform: 'Linux' },
  },
  { ...INPUT, accountId: 'cat@citus.example', signals: null },
  { ...INPUT, idempotency: { key: 'one', requestDigest: digest('one') } },
  { ...INPUT, idempotency: { key: 'one', requestDigest: digest('one') } },
];

let server: TestServer;
let database: Awaited<ReturnType<typeof freshDatabase>>;
before(async () => {
  database = await freshDatabase();
  server = await startTestServer({ store: await openPostgres({ url: database.url }) });
});
after(async () => {
  await server.close();
  await database.drop();
});

test('every statement of an event asks one shard', async () => {
  takeStatements();
  for (const environment of [server.environments.test, server.environments.live]) {
    for (const input of INPUTS) await recordEvent(server.context, environment, input);
  }
  const routings = await connected(database.url, (client) => explain(client, takeStatements()));
  const distributed = routings.filter(({ plan }) => plan.includes('Citus') || plan.startsWith('not planned'));
  assert.deepEqual(
    distributed.filter(({ tasks, steps }) => tasks !== 1 || steps).map(({ text, plan }) => `${text}\n${plan}`),
    [],
  );
  // A lock, the reads and the writes: far fewer would mean that recording failed.
  assert.ok(distributed.length > 30, `${distributed.length} statements`);
  assert.ok(distributed.some(({ text }) => text.includes('pg_advisory_xact_lock')));
});

test('a statement that asks all shards is found', async () => {
  const [, , foreign] = STATEMENTS_OF_ALL_SHARDS;
  assert.ok(foreign !== undefined);
  const { text } = single(foreign.statement);
  const [routing] = await connected(database.url, (client) => explain(client, [[text, ['evt_unknown']]]));
  assert.ok((routing?.tasks ?? 0) > 1, routing?.plan);
});

test('an account is locked on the node that stores it, wherever the transaction enters', async () => {
  const { store } = server.context;
  const environment = server.environments.test;
  const order: string[] = [];
  const eventKeys = (await import('../../src/flows/events/observe-event.ts')).observeEvent(
    environment,
    INPUT,
    Date.now(),
  ).eventKeys;
  let second: Promise<unknown> = Promise.resolve();
  await store.ingest(async (transaction) => {
    await transaction.loadHistory(eventKeys);
    // Without keys, the transaction enters at the coordinator.
    second = store.ingest(async (other) => {
      await other.loadHistory(eventKeys);
      order.push('second');
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    order.push('first');
  }, eventKeys);
  await second;
  assert.deepEqual(order, ['first', 'second']);
});

test('reads that wait for a table that no event needs leave connections to events', async () => {
  const store = await openPostgres({ url: database.url });
  const other = await startTestServer({ store });
  await connected(database.url, async (client) => {
    await client.query('BEGIN; LOCK TABLE organizations IN ACCESS EXCLUSIVE MODE');
    const reads = Promise.allSettled(Array.from({ length: 12 }, () => store.tenants.organizations()));
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'organizations'::regclass";
    while ((await client.query(waiting)).rowCount !== 4);
    const response = await other.event(other.keys.test.secret, { event: 'login', account: { id: 'u' } });
    assert.equal(response.statusCode, 201);
    await client.query('ROLLBACK');
    for (const { status } of await reads) assert.equal(status, 'fulfilled');
  });
  await other.close();
});
