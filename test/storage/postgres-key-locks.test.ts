// Tests that many events of one account on PostgreSQL wait for each other without occupying every connection.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment } from './contract/engine-under-test.ts';
import { barrier, digest, eventKeys } from './sample.ts';

const POOL_SIZE = 2;
const database = await freshDatabase();
const store = await openPostgres({ url: database.url, poolSize: POOL_SIZE });
const elsewhere = await openPostgres({ url: database.url });

after(async () => {
  await Promise.all([store.close(), elsewhere.close()]);
  await database.drop();
});

test('saves events of other accounts while those of one account are queued', async () => {
  const { number } = await newEnvironment(store);
  const hot = (name: string) => eventKeys(number, { persistentId: digest(name), fingerprint: null });
  const [locked, released] = [barrier(), barrier()];
  const lockOwner = elsewhere.ingest(async (transaction) => {
    await transaction.loadHistory(hot('lock owner'));
    locked.open();
    await released.opened;
  });
  await locked.opened;
  let finished = 0;
  const waiting = Array.from({ length: POOL_SIZE * 4 }, (_, index) =>
    load(store, hot(`d${index}`)).then(() => {
      finished += 1;
    }),
  );
  await load(store, eventKeys(number, { accountKey: digest('another account'), persistentId: digest('other') }));
  assert.equal(finished, 0);
  released.open();
  await Promise.all([lockOwner, ...waiting]);
  assert.equal(finished, POOL_SIZE * 4);
});

async function load(on: Store, first: ReturnType<typeof eventKeys>): Promise<void> {
  await on.ingest(async (transaction) => {
    await transaction.loadHistory(first);
  }, first);
}
