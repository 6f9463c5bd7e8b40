// Storage becomes unavailable under load (faults C07 and C09): every event acknowledged with 201 is stored together with its
// webhook delivery, others get a 503 with Retry-After, and the service recovers with the storage.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { memberClient } from '../control/member-client.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

const CLIENTS = 8;

interface Load {
  acknowledged: string[];
  /** Number of 503 responses. */
  rejected: number;
  /** Ends the load and waits for the last responses. */
  stop(): Promise<void>;
}

/** Starts clients that send events one after the other, each announced to one endpoint. */
async function loadOn(server: TestServer): Promise<Load> {
  const created = await memberClient(server)('POST', `/v1/environments/${server.environments.test.id}/webhooks`, {
    url: 'http://127.0.0.1:9/',
    event_types: ['risk.assessment.completed'],
  });
  assert.equal(created.statusCode, 201, created.body);
  const load = { acknowledged: [] as string[], rejected: 0 };
  let running = true;
  const client = async (number: number) => {
    for (let n = 0; running; n++) {
      const response = await server.event(server.keys.test.secret, {
        event: 'login',
        account: { id: `u_${number}_${n % 40}` },
        // The device is recognized by persistent id, so that this read is exercised during the failure too.
        signals: {
          persistent_id: `id of ${number} ${n % 40}`,
          platform: 'Win32',
          timezone: 'Europe/Oslo',
          languages: ['nb'],
        },
      });
      if (response.statusCode === 201) load.acknowledged.push(response.json().data.id);
      else {
        assert.equal(response.statusCode, 503, response.body);
        assert.ok(Number(response.headers['retry-after']) >= 1);
        load.rejected += 1;
        await pause(10);
      }
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  // `stop` awaits the failure; before that it must not crash the process as an unhandled rejection.
  clients.catch(() => {});
  return Object.assign(load, {
    async stop() {
      running = false;
      await clients;
    },
  });
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}

async function assertStored(store: Store, environmentNumber: number, acknowledged: readonly string[]): Promise<void> {
  assert.equal(new Set(acknowledged).size, acknowledged.length);
  for (const id of acknowledged)
    assert.notEqual(await store.events.event(environmentNumber, id), null, `${id} was acknowledged`);
}

/** Counts events without a delivery, deliveries without an event, and duplicate deliveries. */
const INCONSISTENCIES = `SELECT
  (SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id)) AS unannounced,
  (SELECT count(*) FROM webhook_deliveries d WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.id = d.event_id)) AS orphaned,
  (SELECT count(*) - count(DISTINCT event_id) FROM webhook_deliveries) AS duplicated`;
const CONSISTENT = { unannounced: 0, orphaned: 0, duplicated: 0 };

test('SQLite: waits for a foreign lock, then responds 503, and loses no event (C07)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-away-'));
  const path = join(folder, 'assay.db');
  const store = await openSqlite({ path, lockWaitMs: 500 });
  const server = await startTestServer({ store });
  const other = new DatabaseSync(path);
  const load = await loadOn(server);
  for (const duration of ['short', 'long'] as const) {
    await until(() => load.acknowledged.length > 50);
    other.exec('BEGIN IMMEDIATE');
    const { rejected } = load;
    if (duration === 'long') await until(() => load.rejected > rejected);
    else await pause(100);
    other.exec('ROLLBACK');
    const before = load.acknowledged.length;
    await until(() => load.acknowledged.length > before + 50);
  }
  await load.stop();
  await assertStored(store, server.environments.test.number, load.acknowledged);
  assert.deepEqual({ ...(other.prepare(INCONSISTENCIES).get() as object) }, CONSISTENT);
  other.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('PostgreSQL: waits for a lock, then responds 503, and loses no event (C07)', async () => {
  const database = await freshDatabase();
  const store = await openPostgres({ url: database.url });
  const server = await startTestServer({ store });
  const other = new pg.Client(database.url);
  await other.connect();
  const load = await loadOn(server);
  for (const duration of ['short', 'long'] as const) {
    await until(() => load.acknowledged.length > 50);
    await other.query('BEGIN; LOCK TABLE events IN EXCLUSIVE MODE');
    const { rejected } = load;
    // A statement may take ten seconds; then the response is a 503 with Retry-After.
    if (duration === 'long') await until(() => load.rejected > rejected);
    else await pause(100);
    await other.query('ROLLBACK');
    const before = load.acknowledged.length;
    await until(() => load.acknowledged.length > before + 50);
  }
  await load.stop();
  await assertStored(store, server.environments.test.number, load.acknowledged);
  assert.deepEqual(await inconsistencies(other), CONSISTENT);
  await other.end();
  await server.close();
  await database.drop();
});

test('PostgreSQL: terminated connections and server crashes lose no event (C09)', async () => {
  const postgres = await startPostgres();
  try {
    const { url } = await freshDatabase(postgres.url);
    const store = await openPostgres({ url });
    const server = await startTestServer({ store });
    const load = await loadOn(server);
    for (let round = 0; round < 5; round++) {
      const before = load.acknowledged.length;
      await until(() => load.acknowledged.length > before + 40);
      await query(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'assay' AND datname = current_database()`,
      );
    }
    for (let round = 0; round < 2; round++) {
      const { rejected } = load;
      await postgres.crash();
      await until(() => load.rejected > rejected);
      const before = load.acknowledged.length;
      await until(() => load.acknowledged.length > before + 40);
    }
    await load.stop();
    await assertStored(store, server.environments.test.number, load.acknowledged);
    assert.deepEqual((await query(url, INCONSISTENCIES))[0], { unannounced: '0', orphaned: '0', duplicated: '0' });
    await server.close();
  } finally {
    await postgres.stop();
  }
});

async function inconsistencies(client: pg.Client): Promise<Record<string, number>> {
  const [row = {}] = (await client.query(INCONSISTENCIES)).rows as Record<string, string>[];
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
