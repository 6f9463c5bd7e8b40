// Tests leases of two processes whose clocks differ, on one PostgreSQL; a SQLite file is owned by one process.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { freshDatabase } from '../postgres.ts';
import { claim, complete, OK, resultOf } from './claims.ts';
import { addEndpoint, createEnvironments, delivery, type Fixture } from './fixture.ts';

const database = await freshDatabase();
const stores = [await openPostgres({ url: database.url }), await openPostgres({ url: database.url })] as const;
after(async () => {
  for (const store of stores) await store.close();
  await database.drop();
});

test('F8: clocks a minute apart neither share a delivery nor exceed the cap in flight', async () => {
  const [store, other] = stores;
  const environments = await createEnvironments(store);
  const fixture: Fixture = { store, openSecondStore: null, ...environments, [Symbol.asyncDispose]: async () => {} };
  const { id } = await addEndpoint(store, fixture.environmentNumber);
  const now = Date.now();
  for (let n = 0; n < 8; n += 1) await store.webhooks.queue.enqueue(fixture.environmentNumber, delivery(id, now), now);
  const first = await claim(fixture, id, now);
  assert.equal(first.length, 4);
  const ahead = { ...fixture, store: other };
  assert.deepEqual(await claim(ahead, id, now + MINUTE), [], 'the leases of the first process have not expired');
  assert.deepEqual(await other.webhooks.queue.dueEndpoints(now + MINUTE, null, 10).then((due) => due.length), 1);
  await complete(
    fixture,
    first.map((claimed) => resultOf(claimed, OK, now)),
  );
  assert.equal((await claim(ahead, id, now + MINUTE)).length, 4);
  assert.deepEqual(await claim(fixture, id, now - MINUTE), [], 'nothing is due for a clock that is slow');
  const delivered = await store.webhooks.log.list(
    fixture.environmentNumber,
    id,
    { statuses: ['delivered'], types: [] },
    { limit: 10, from: null },
  );
  assert.equal(delivered.length, 4);
});
