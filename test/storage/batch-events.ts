// A database with two stores for the tests of batches on PostgreSQL, and the events that these tests save.
import { after } from 'node:test';
import pg from 'pg';
import type { EventKeys, EventReads } from '../../src/records/ingest.ts';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase } from '../postgres.ts';
import { digest, eventKeys, type WritesOverride, writes } from './sample.ts';

export const EVENTS = 12;

/** Opens two stores and a client on an empty database, until the tests of the calling file have ended. */
export async function openBatchDatabase() {
  const database = await freshDatabase();
  const store = await openPostgres({ url: database.url });
  const elsewhere = await openPostgres({ url: database.url });
  const client = new pg.Client(database.url);
  await client.connect();
  after(async () => {
    await client.end();
    await Promise.all([store.close(), elsewhere.close()]);
    await database.drop();
  });
  /** The number of events and of the transactions that stored them. */
  const stored = async (environmentNumber: number): Promise<{ events: number; transactions: number }> => {
    const { rows } = await client.query(
      'SELECT count(*)::int AS events, count(DISTINCT xmin::text)::int AS transactions FROM events WHERE environment_id = $1',
      [environmentNumber],
    );
    return rows[0];
  };
  return { database, store, elsewhere, client, stored };
}

/** The keys of an event whose account and device no other event has. */
export function ownKeys(environmentNumber: number, name: string | number): EventKeys {
  const own = { accountKey: digest(`account ${name}`), persistentId: digest(`id ${name}`), fingerprint: null };
  return eventKeys(environmentNumber, own);
}

/** The reads that are made ahead for events of one account. */
export const readsOf =
  (keys: EventKeys): EventReads =>
  async (transaction) =>
    transaction.loadHistory(keys);

/** Saves one event; `fail` throws before or after it is saved. */
export function save(
  on: Store,
  from: EventKeys,
  more: WritesOverride = {},
  fail: Partial<Record<'before' | 'after', Error>> = {},
): Promise<string> {
  return on.ingest(
    async (transaction) => {
      await transaction.loadHistory(from);
      if (fail.before !== undefined) throw fail.before;
      const whole = writes(from, more);
      await transaction.save(whole);
      if (fail.after !== undefined) throw fail.after;
      return whole.event.id;
    },
    from,
    readsOf(from),
  );
}

export function numbered<T>(make: (index: number) => T): T[] {
  return Array.from({ length: EVENTS }, (_, index) => make(index));
}
