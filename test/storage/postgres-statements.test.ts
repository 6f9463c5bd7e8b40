// Tests statements that were prepared before another session changes the schema under the running service.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

const database = await freshDatabase();
const server = await startTestServer({ store: await openPostgres({ url: database.url }) });
const administrator = new pg.Client(database.url);
await administrator.connect();
after(async () => {
  await administrator.end();
  await server.close();
  await database.drop();
});

/** Uses several connections for events, and several for everything else, with the statements of a batch and of single events. */
async function statuses(): Promise<number[]> {
  const events = (name: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        server.event(server.keys.test.secret, { event: 'login', account: { id: `${name} ${n}` } }),
      ),
    );
  const responses = [
    ...(await events('alone', 1)),
    ...(await events('together', 40)),
    ...(await events('together', 40)),
  ];
  const headers = { authorization: `Bearer ${server.keys.test.secret}` };
  const url = `/v1/environments/${server.environments.test.id}/devices`;
  responses.push(...(await Promise.all(Array.from({ length: 8 }, () => server.request({ url, headers })))));
  // Sent alone, on the connection that the next request uses first.
  responses.push(await server.request({ url, headers }));
  return [...new Set(responses.map(({ statusCode }) => statusCode))];
}

for (const [what, sql] of [
  ['a column of environments', 'ALTER TABLE environments ALTER COLUMN retention_days TYPE BIGINT'],
  ['a column of devices', 'ALTER TABLE devices ALTER COLUMN account_count TYPE BIGINT'],
] as const) {
  test(`F18: the type of ${what} changes`, async () => {
    assert.deepEqual(await statuses(), [201, 200]);
    await administrator.query(sql);
    assert.deepEqual(await statuses(), [201, 200]);
    assert.equal((await server.request({ url: '/readyz' })).statusCode, 200);
  });
}
