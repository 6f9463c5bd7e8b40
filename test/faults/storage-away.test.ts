// Storage that goes away under load (C07, C09 of the fault list): what was answered with 201 is kept, together with its
// announcement; what could not be kept is 503 with Retry-After; and when storage is back, so is the service.
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
import { asker } from '../control/asking.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

const CALLERS = 8;

interface Load {
  acknowledged: string[];
  /** Answers of 503. */
  refused: number;
  /** Ends the load and waits for its last answers. */
  stop(): Promise<void>;
}

/** Callers that send one event after the other, each announced to one endpoint. */
async function loadOn(door: TestServer): Promise<Load> {
  const made = await asker(door)('POST', `/v1/environments/${door.environments.test.id}/webhooks`, {
    url: 'http://127.0.0.1:9/',
    event_types: ['risk.assessment.completed'],
  });
  assert.equal(made.statusCode, 201, made.body);
  const load = { acknowledged: [] as string[], refused: 0 };
  let going = true;
  const caller = async (lane: number) => {
    for (let n = 0; going; n++) {
      const answer = await door.event(door.keys.test.secret, {
        event: 'login',
        account: { id: `u_${lane}_${n % 40}` },
        // Known by their ids: what is read of an id's holder fails with the rest.
        signals: {
          persistent_id: `id of ${lane} ${n % 40}`,
          platform: 'Win32',
          timezone: 'Europe/Oslo',
          languages: ['nb'],
        },
      });
      if (answer.statusCode === 201) load.acknowledged.push(answer.json().data.id);
      else {
        assert.equal(answer.statusCode, 503, answer.body);
        assert.ok(Number(answer.headers['retry-after']) >= 1);
        load.refused += 1;
        await pause(10);
      }
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, (_, lane) => caller(lane)));
  // Looked at by `stop`; a failure before that must not end the process.
  callers.catch(() => {});
  return Object.assign(load, {
    async stop() {
      going = false;
      await callers;
    },
  });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

async function assertKept(store: Store, environment: number, acknowledged: readonly string[]): Promise<void> {
  assert.equal(new Set(acknowledged).size, acknowledged.length);
  for (const id of acknowledged)
    assert.notEqual(await store.events.event(environment, id), null, `${id} was acknowledged`);
}

/** Events without their announcement, announcements without their event, and announcements made twice. */
const TORN = `SELECT
  (SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id)) AS untold,
  (SELECT count(*) FROM webhook_deliveries d WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.id = d.event_id)) AS orphaned,
  (SELECT count(*) - count(DISTINCT event_id) FROM webhook_deliveries) AS doubled`;
const WHOLE = { untold: 0, orphaned: 0, doubled: 0 };

test('SQLite: a write lock that others hold is waited for, then refused, and no answer is lost (C07)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-away-'));
  const path = join(folder, 'assay.db');
  const store = await openSqlite({ path, lockWaitMs: 500 });
  const door = await startTestServer({ store });
  const other = new DatabaseSync(path);
  const load = await loadOn(door);
  for (const patience of ['waits', 'refuses'] as const) {
    await until(() => load.acknowledged.length > 50);
    other.exec('BEGIN IMMEDIATE');
    const { refused } = load;
    if (patience === 'refuses') await until(() => load.refused > refused);
    else await pause(100);
    other.exec('ROLLBACK');
    const before = load.acknowledged.length;
    await until(() => load.acknowledged.length > before + 50);
  }
  await load.stop();
  await assertKept(store, door.environments.test.number, load.acknowledged);
  assert.deepEqual({ ...(other.prepare(TORN).get() as object) }, WHOLE);
  other.close();
  await door.close();
  rmSync(folder, { recursive: true, force: true });
});

test('PostgreSQL: a lock that others hold is waited for, then refused, and no answer is lost (C07)', async () => {
  const database = await freshDatabase();
  const store = await openPostgres({ url: database.url });
  const door = await startTestServer({ store });
  const other = new pg.Client(database.url);
  await other.connect();
  const load = await loadOn(door);
  for (const patience of ['waits', 'refuses'] as const) {
    await until(() => load.acknowledged.length > 50);
    await other.query('BEGIN; LOCK TABLE events IN EXCLUSIVE MODE');
    const { refused } = load;
    // A statement may take ten seconds; then its caller is told to come back.
    if (patience === 'refuses') await until(() => load.refused > refused);
    else await pause(100);
    await other.query('ROLLBACK');
    const before = load.acknowledged.length;
    await until(() => load.acknowledged.length > before + 50);
  }
  await load.stop();
  await assertKept(store, door.environments.test.number, load.acknowledged);
  assert.deepEqual(await torn(other), WHOLE);
  await other.end();
  await door.close();
  await database.drop();
});

test('PostgreSQL: connections that are terminated and a server that crashes lose no answered event (C09)', async () => {
  const server = await startPostgres();
  try {
    const { url } = await freshDatabase(server.url);
    const store = await openPostgres({ url });
    const door = await startTestServer({ store });
    const load = await loadOn(door);
    for (let round = 0; round < 5; round++) {
      const before = load.acknowledged.length;
      await until(() => load.acknowledged.length > before + 40);
      await asked(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'assay' AND datname = current_database()`,
      );
    }
    for (let round = 0; round < 2; round++) {
      const { refused } = load;
      await server.crash();
      await until(() => load.refused > refused);
      const before = load.acknowledged.length;
      await until(() => load.acknowledged.length > before + 40);
    }
    await load.stop();
    await assertKept(store, door.environments.test.number, load.acknowledged);
    assert.deepEqual((await asked(url, TORN))[0], { untold: '0', orphaned: '0', doubled: '0' });
    await door.close();
  } finally {
    await server.stop();
  }
});

async function torn(client: pg.Client): Promise<Record<string, number>> {
  const [row = {}] = (await client.query(TORN)).rows as Record<string, string>[];
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}

async function asked(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
