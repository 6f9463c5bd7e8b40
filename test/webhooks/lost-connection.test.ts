// Tests a connection that dies while it logs attempts and claims the next deliveries. SQLite has no connection to lose.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { LEASE } from '../../src/delivery/delivery-worker.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase } from '../postgres.ts';
import { claim, OK, resultOf } from './claims.ts';
import { addEndpoint, createEnvironments, delivery, type Fixture, newId } from './fixture.ts';

const database = await freshDatabase();
const store = await openPostgres({ url: database.url });
const other = new pg.Client(database.url);
await other.connect();
after(async () => {
  await other.end();
  await store.close();
  await database.drop();
});

test('C03: a lost connection fails the claim, not the process', async () => {
  const environments = await createEnvironments(store);
  const fixture: Fixture = { store, openSecondStore: null, ...environments, [Symbol.asyncDispose]: async () => {} };
  const { environmentNumber } = environments;
  const { id } = await addEndpoint(store, environmentNumber);
  const now = Date.now();
  for (let n = 0; n < 8; n += 1) await store.webhooks.queue.enqueue(environmentNumber, delivery(id, now), now);
  const results = (await claim(fixture, id, now)).map((claimed) => resultOf(claimed, OK, now));
  const lease = { token: 'next', now, until: now + LEASE, newAttemptId: () => newId('attempt', now) };
  const claiming = () =>
    store.webhooks.queue.completeAndClaim(environmentNumber, results, [{ endpointId: id, limit: 4 }], lease);
  await other.query('BEGIN; LOCK TABLE webhook_attempts');
  const lost = assert.rejects(claiming(), { kind: 'unavailable' });
  // Of this database alone: other tests wait for locks on the same server.
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  let pids: { pid: number }[] = [];
  while (pids.length === 0) {
    await pause(5);
    pids = (await other.query<{ pid: number }>(waiting)).rows;
  }
  await other.query('SELECT pg_terminate_backend($1)', [pids[0]?.pid]);
  await lost;
  await other.query('ROLLBACK');
  assert.equal((await claiming()).length, 4);
});
