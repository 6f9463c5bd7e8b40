// Runs the storage contract on a real PostgreSQL, with a second store where concurrency between processes matters.
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase } from '../postgres.ts';
import { storageContract } from './contract/index.ts';

const database = await freshDatabase();
let store = await openPostgres({ url: database.url });

storageContract({
  name: 'PostgreSQL',
  store,
  openSecondStore: () => openPostgres({ url: database.url, poolSize: 4 }),
  async reopen() {
    await store.close();
    store = await openPostgres({ url: database.url });
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
