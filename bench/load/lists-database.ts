// A database of as many events as asked for, on either engine, with the service's door in front of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { idFloor } from '../../src/vocabulary/ids.ts';
import { startTestServer, type TestServer } from '../../test/http/test-server.ts';
import { startPostgres } from '../../test/postgres.ts';
import { type Landmarks, landmarks } from '../seed/dataset-landmarks.ts';
import { makeSchema } from '../seed/schema.ts';
import { fillPast } from '../seed/seed.ts';
import { openTables, type Place, type Tables } from '../seed/tables.ts';
import type { Template } from '../seed/template.ts';

export type EngineName = Place['engine'];

export interface FilledDatabase {
  place: Place;
  door: TestServer;
  tables: Tables;
  marks: Landmarks;
  /** Keys in the middle of the lists that no event has. */
  middles: { delivery: string; audit: number };
  endpoint: string;
  /** Seconds that filling took. */
  seconds: number;
  close(): Promise<void>;
}

/** The number of the first environment that an empty database gets. */
const FIRST_ENVIRONMENT = 1;
const ENTRIES = 5_000;
const MOST_ENTRIES = 100_000;

/** Filled past the service, then opened anew: what is measured has read nothing before. */
export async function fillDatabase(engine: EngineName, template: Template, events: number): Promise<FilledDatabase> {
  const { place, remove } = await newPlace(engine);
  const open = (): Promise<Store> =>
    place.engine === 'sqlite' ? openSqlite({ path: place.path }) : openPostgres({ url: place.url });
  const started = performance.now();
  // Before the tenants are made, so that no store is open meanwhile: data does not refer to their rows.
  makeSchema(place);
  await fillPast(place, template, { environmentNumber: FIRST_ENVIRONMENT, events });
  const door = await startTestServer({ store: await open() });
  if (door.environments.test.number !== FIRST_ENVIRONMENT) throw new Error('the events are of another environment');
  const tables = await openTables(place);
  const marks = await landmarks(tables, FIRST_ENVIRONMENT);
  const endpoint = await newEndpoint(door);
  const middles = await fillAround(tables, door, endpoint, marks, events);
  if (engine === 'postgres') await tables.all('VACUUM ANALYZE');
  else await tables.all('PRAGMA wal_checkpoint(TRUNCATE)');
  return {
    place,
    door,
    tables,
    marks,
    middles,
    endpoint,
    seconds: (performance.now() - started) / 1_000,
    close: async () => {
      await tables.close();
      await door.close();
      await remove();
    },
  };
}

async function newPlace(engine: EngineName): Promise<{ place: Place; remove: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'assay-lists-'));
    const remove = async () => rmSync(folder, { recursive: true });
    return { place: { engine, path: join(folder, 'assay.db') }, remove };
  }
  const server = await startPostgres({ durable: true, settings: { shared_buffers: '512MB', max_wal_size: '8GB' } });
  return { place: { engine, url: server.url }, remove: () => server.stop() };
}

async function newEndpoint(door: TestServer): Promise<string> {
  const answer = await door.ask({
    method: 'POST',
    url: `/v1/environments/${door.environments.test.id}/webhooks`,
    headers: { authorization: `Bearer ${door.sessions.owner}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ url: 'https://93.184.216.34/hook' }),
  });
  return answer.json().data.id;
}

/** A delivery for every event that was not allowed, one in a hundred of them failed, and audit entries. */
async function fillAround(
  tables: Tables,
  door: TestServer,
  endpoint: string,
  { from, until }: Landmarks,
  events: number,
): Promise<FilledDatabase['middles']> {
  const { number: environmentNumber, organizationId } = door.environments.test;
  const of = `FROM events WHERE environment_id = ${environmentNumber} AND decision <> 'allow'`;
  const delivery = "'wh_evt_' || substr(id, 5)";
  await tables.all(`INSERT INTO webhook_deliveries (environment_id, created_at, finished_at, attempts, id, endpoint_id, type,
    event_id, status, body) SELECT ${environmentNumber}, created_at, created_at + 20, 1, ${delivery}, '${endpoint}', 'decision.' || decision,
    id, CASE WHEN created_at % 100 = 0 THEN 'failed' ELSE 'delivered' END, '{}' ${of}`);
  await tables.all(`INSERT INTO webhook_attempts (environment_id, started_at, duration_ms, number, http_status, delivery_id, id)
    SELECT ${environmentNumber}, created_at, 20, 1, CASE WHEN created_at % 100 = 0 THEN 410 ELSE 200 END, ${delivery}, 'wha_' || substr(id, 5) ${of}`);
  const entries = Math.min(MOST_ENTRIES, Math.ceil(events / 20));
  const [head] = await tables.all('SELECT coalesce(max(sequence), 0) AS last FROM audit_entries');
  const first = Number(head?.last) + 1;
  const columns = `organization_id sequence at id actor_type actor_id actor_name action target_type target_id previous_hash hash`;
  for (let done = 0; done < entries; done += ENTRIES) {
    const rows = Array.from({ length: Math.min(ENTRIES, entries - done) }, (_, index) => {
      const number = done + index;
      const at = Math.floor(from + ((until - from) * number) / entries);
      const id = `${idFloor('audit', at).slice(0, -8)}${String(number).padStart(8, '0')}`;
      const actor = ['user', 'usr_x', 'x@example.com', number % 50 === 0 ? 'policy.rule_created' : 'key.created'];
      const hashes = ['0'.repeat(64), '0'.repeat(64)];
      return [organizationId, first + number, at, id, ...actor, 'key', 'key_x', ...hashes];
    });
    await tables.together(() => tables.insert('audit_entries', columns.split(' '), rows));
  }
  return {
    delivery: idFloor('delivery', Math.floor((from + until) / 2)),
    audit: first + Math.floor(entries / 2),
  };
}
