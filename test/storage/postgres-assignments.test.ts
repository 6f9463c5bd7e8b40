// Tests that overlapping batches of assignments wait for each other and never deadlock.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Random } from '../../bench/simulate/random.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

const EVENTS = 60;
const ROUNDS = 6;
const AT_ONCE = 12;
/** The other connections to the database. */
const OTHERS = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

const database = await freshDatabase();
const server = await startTestServer({ store: await openPostgres({ url: database.url }) });
const client = new pg.Client(database.url);
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
});

test('overlapping batches never deadlock', async () => {
  const ids: string[] = [];
  for (let number = 0; number < EVENTS; number += 1) {
    const response = await server.event(server.keys.test.secret, { event: 'login', account: { id: `u_${number}` } });
    ids.push(response.json().data.id);
  }
  const headers = { authorization: `Bearer ${server.sessions.analyst}`, 'content-type': 'application/json' };
  const session = await server.request({ url: '/v1/auth/session', headers });
  const member = session.json().data.user.id;
  const url = `/v1/environments/${server.environments.test.id}/assignments`;
  const random = new Random(7);
  for (let round = 0; round < ROUNDS; round += 1) {
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, number) => {
        // Each batch has a different half of the events, so that each creates and deletes rows.
        const event_ids = ids.filter(() => random.chance(0.5));
        const payload = JSON.stringify({ event_ids, member_id: number % 3 === 0 ? null : member, replace: true });
        return server.request({ method: 'POST', url, headers, payload });
      }),
    );
    for (const response of responses) assert.equal(response.statusCode, 200, response.body);
  }
  await server.close();
  // A connection has reported its deadlocks once it has ended.
  while ((await client.query(OTHERS)).rowCount !== 0) await sleep(5);
  const { rows } = await client.query('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
  assert.equal(rows[0].deadlocks, 0);
});
