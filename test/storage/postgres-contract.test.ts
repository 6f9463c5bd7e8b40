// Runs the storage contract on a real PostgreSQL, with a second store where concurrency between processes matters.
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { TEST_DEADLINE_MS } from '../engines.ts';
import { freshDatabase } from '../postgres.ts';
import { storageContract } from './contract/index.ts';

const database = await freshDatabase();
const options = { url: database.url, deadlineMs: TEST_DEADLINE_MS };
let store = await openPostgres(options);

storageContract({
  name: 'PostgreSQL',
  store,
  openSecondStore: () => openPostgres({ ...options, poolSize: 4 }),
  async reopen() {
    await store.close();
    store = await openPostgres(options);
    return store;
  },
  async console(sql) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  },
  async close() {
    await store.close();
    await database.drop();
  },
});
