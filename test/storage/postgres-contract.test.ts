// Runs the storage contract on a real PostgreSQL, with a second store where concurrency between processes matters.
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { ON_CITUS } from '../engines.ts';
import { freshDatabase } from '../postgres.ts';
import { storageContract } from './contract/index.ts';

const database = await freshDatabase();
/** Three servers of a cluster share the cores of the test machine. */
const options = { url: database.url, ...(ON_CITUS ? { deadlineMs: 30_000 } : {}) };
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
