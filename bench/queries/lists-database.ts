// Creates a seeded database of a given size, on either engine, with an in-process HTTP server in front of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { idFloor } from '../../src/vocabulary/ids.ts';
import { startTestServer, type TestServer } from '../../test/http/test-server.ts';
import { startPostgres } from '../../test/postgres.ts';
import { findSampleIds, type SampleIds } from '../seed/sample-ids.ts';
import { createSchema } from '../seed/schema.ts';
import { seedDataset } from '../seed/seed.ts';
import { type DatabaseLocation, openTables, type Tables } from '../seed/tables.ts';
import type { Template } from '../seed/template.ts';

export type EngineName = DatabaseLocation['engine'];

export interface SeededDatabase {
  location: DatabaseLocation;
  server: TestServer;
  tables: Tables;
  samples: SampleIds;
  /** Keys in the middle of the lists that do not list events. */
  middleKeys: { delivery: string; audit: number };
  endpoint: string;
  /** How long seeding took. */
  seconds: number;
  close(): Promise<void>;
}

/** The number of the first environment in a new database. */
const FIRST_ENVIRONMENT = 1;
/** Audit entries per insert, and the most in total. */
const AUDIT_BATCH = 5_000;
const MAX_AUDIT_ENTRIES = 100_000;

/** Seeds the tables directly, then opens the store, so that its caches are empty when the measurement starts. */
export async function seedDatabase(engine: EngineName, template: Template, events: number): Promise<SeededDatabase> {
  const { location, remove } = await createDatabase(engine);
  const open = (): Promise<Store> =>
    location.engine === 'sqlite' ? openSqlite({ path: location.path }) : openPostgres({ url: location.url });
  const started = performance.now();
  // Seeds before the setup, while no store is open; the data does not reference organization rows.
  createSchema(location);
  await seedDataset(location, template, { environmentNumber: FIRST_ENVIRONMENT, events });
  const server = await startTestServer({ store: await open() });
  if (server.environments.test.number !== FIRST_ENVIRONMENT)
    throw new Error('the events belong to another environment');
  const tables = await openTables(location);
  const samples = await findSampleIds(tables, FIRST_ENVIRONMENT);
  const endpoint = await createEndpoint(server);
  const middleKeys = await seedDeliveriesAndAudit(tables, server, endpoint, samples, events);
  if (engine === 'postgres') await tables.all('VACUUM ANALYZE');
  else await tables.all('PRAGMA wal_checkpoint(TRUNCATE)');
  return {
    location,
    server,
    tables,
    samples,
    middleKeys,
    endpoint,
    seconds: (performance.now() - started) / 1_000,
    close: async () => {
      await tables.close();
      await server.close();
      await remove();
    },
  };
}

async function createDatabase(
  engine: EngineName,
): Promise<{ location: DatabaseLocation; remove: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'assay-lists-'));
    const remove = async () => rmSync(folder, { recursive: true });
    return { location: { engine, path: join(folder, 'assay.db') }, remove };
  }
  const server = await startPostgres({ durable: true, settings: { shared_buffers: '512MB', max_wal_size: '8GB' } });
  return { location: { engine, url: server.url }, remove: () => server.stop() };
}

async function createEndpoint(server: TestServer): Promise<string> {
  const response = await server.request({
    method: 'POST',
    url: `/v1/environments/${server.environments.test.id}/webhooks`,
    headers: { authorization: `Bearer ${server.sessions.owner}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ url: 'https://93.184.216.34/hook' }),
  });
  return response.json().data.id;
}

/** Inserts a delivery for every event that was not allowed, 1 % of them failed, and audit entries for 5 % of the events. */
async function seedDeliveriesAndAudit(
  tables: Tables,
  server: TestServer,
  endpoint: string,
  { from, until }: SampleIds,
  events: number,
): Promise<SeededDatabase['middleKeys']> {
  const { number: environmentNumber, organizationId } = server.environments.test;
  const source = `FROM events WHERE environment_id = ${environmentNumber} AND decision <> 'allow'`;
  const delivery = "'wh_evt_' || substr(id, 5)";
  await tables.all(`INSERT INTO webhook_deliveries (environment_id, created_at, finished_at, attempts, id, endpoint_id, type,
    event_id, status, body) SELECT ${environmentNumber}, created_at, created_at + 20, 1, ${delivery}, '${endpoint}', 'decision.' || decision,
    id, CASE WHEN created_at % 100 = 0 THEN 'failed' ELSE 'delivered' END, '{}' ${source}`);
  await tables.all(`INSERT INTO webhook_attempts (environment_id, started_at, duration_ms, number, http_status, delivery_id, id)
    SELECT ${environmentNumber}, created_at, 20, 1, CASE WHEN created_at % 100 = 0 THEN 410 ELSE 200 END, ${delivery}, 'wha_' || substr(id, 5) ${source}`);
  const entries = Math.min(MAX_AUDIT_ENTRIES, Math.ceil(events / 20));
  const [head] = await tables.all('SELECT coalesce(max(sequence), 0) AS last FROM audit_entries');
  const first = Number(head?.last) + 1;
  const columns =
    'organization_id sequence at id actor_type actor_id actor_name action target_type target_id previous_hash hash';
  for (let done = 0; done < entries; done += AUDIT_BATCH) {
    const rows = Array.from({ length: Math.min(AUDIT_BATCH, entries - done) }, (_, index) => {
      const number = done + index;
      const at = Math.floor(from + ((until - from) * number) / entries);
      const id = `${idFloor('audit', at).slice(0, -8)}${String(number).padStart(8, '0')}`;
      const actor = ['user', 'usr_x', 'x@example.com', number % 50 === 0 ? 'policy.rule_created' : 'key.created'];
      const hashes = ['0'.repeat(64), '0'.repeat(64)];
      return [organizationId, first + number, at, id, ...actor, 'key', 'key_x', ...hashes];
    });
    await tables.inTransaction(() => tables.insert('audit_entries', columns.split(' '), rows));
  }
  return {
    delivery: idFloor('delivery', Math.floor((from + until) / 2)),
    audit: first + Math.floor(entries / 2),
  };
}
