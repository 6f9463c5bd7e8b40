// Many events of one account on PostgreSQL, which wait for each other: they must not hold every connection meanwhile.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment } from './contract/engine-under-test.ts';
import { digest, eventKeys, gate } from './sample.ts';

const POOL_SIZE = 2;
const database = await freshDatabase();
const store = await openPostgres({ url: database.url, poolSize: POOL_SIZE });
const elsewhere = await openPostgres({ url: database.url });

after(async () => {
  await Promise.all([store.close(), elsewhere.close()]);
  await database.drop();
});

test('while events of one account wait for their turn, those of others are kept', async () => {
  const { number } = await newEnvironment(store);
  const hot = (name: string) => eventKeys(number, { persistentId: digest(name), fingerprint: null });
  const [held, released] = [gate(), gate()];
  const holder = elsewhere.ingest(async (transaction) => {
    await transaction.loadHistory(hot('holder'));
    held.open();
    await released.opened;
  });
  await held.opened;
  let passed = 0;
  const waiting = Array.from({ length: POOL_SIZE * 4 }, (_, index) =>
    load(store, hot(`d${index}`)).then(() => {
      passed += 1;
    }),
  );
  await load(store, eventKeys(number, { accountKey: digest('somebody else'), persistentId: digest('other') }));
  assert.equal(passed, 0);
  released.open();
  await Promise.all([holder, ...waiting]);
  assert.equal(passed, POOL_SIZE * 4);
});

async function load(on: Store, first: ReturnType<typeof eventKeys>): Promise<void> {
  await on.ingest(async (transaction) => {
    await transaction.loadHistory(first);
  }, first);
}
