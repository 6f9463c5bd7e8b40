// A database of as many events as asked for, on either engine, with the service's door in front of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openPostgres } from '../src/storage/postgres/open.ts';
import { openSqlite } from '../src/storage/sqlite/open.ts';
import { DAY } from '../src/vocabulary/clock.ts';
import { type FilledPast, fillPast, idOf } from '../test/bulk-events.ts';
import { type BulkTables, openTables, type Place } from '../test/bulk-rows.ts';
import { type FrontDoor, openFrontDoor } from '../test/http/front-door.ts';
import { startPostgres } from '../test/postgres.ts';
import type { Middles } from './lists-pages.ts';

export type EngineName = Place['engine'];

export interface FilledDatabase {
  place: Place;
  door: FrontDoor;
  /** Its `append` works while the database is open. */
  marks: FilledPast;
  middles: Middles;
  endpoint: string;
  eventIds(): Promise<string[]>;
  /** ms; of the newest event. */
  until: number;
  /** Seconds that filling took, and seconds of this process's processor time. */
  filling: { seconds: number; processor: number };
  close(): Promise<void>;
}

const BATCH = 5_000;

/** Filled past the service, then opened anew: what is measured has read nothing before. */
export async function fillDatabase(engine: EngineName, events: number): Promise<FilledDatabase> {
  const { place, remove } = await newPlace(engine);
  const open = () => (place.engine === 'sqlite' ? openSqlite({ path: place.path }) : openPostgres({ url: place.url }));
  const started = performance.now();
  const before = process.cpuUsage();
  const door = await openFrontDoor({ store: await open() });
  const tables = await openTables(place);
  const until = Date.now();
  const environmentNumber = door.environments.test.number;
  const marks = await fillPast(tables, { environmentNumber, events, until });
  const endpoint = await newEndpoint(door);
  const middles = await fillAround(tables, door, endpoint, marks, events, until);
  // What autovacuum does for a database that grows slowly; SQLite's planner is given no statistics in production either.
  if (engine === 'postgres') await tables.all('VACUUM ANALYZE');
  else await tables.all('PRAGMA wal_checkpoint(TRUNCATE)');
  const used = process.cpuUsage(before);
  return {
    place,
    door,
    marks,
    middles,
    endpoint,
    eventIds: async () =>
      (await tables.all(`SELECT id FROM events WHERE environment_id = ${environmentNumber}`)).map((row) =>
        String(row.id),
      ),
    until,
    filling: { seconds: (performance.now() - started) / 1_000, processor: (used.user + used.system) / 1e6 },
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
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', maintenance_work_mem: '256MB' };
  const server = await startPostgres({ settings });
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query("CREATE DATABASE lists TEMPLATE template0 ENCODING 'UTF8'");
  await client.end();
  return { place: { engine, url: server.url.replace(/\/postgres$/, '/lists') }, remove: () => server.stop() };
}

async function newEndpoint(door: FrontDoor): Promise<string> {
  const answer = await door.ask({
    method: 'POST',
    url: `/v1/environments/${door.environments.test.id}/webhooks`,
    headers: { authorization: `Bearer ${door.sessions.owner}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ url: 'https://93.184.216.34/hook' }),
  });
  return answer.json().data.id;
}

/** A delivery for every tenth event, one in a hundred of them failed; audit entries, figures of today. */
async function fillAround(
  tables: BulkTables,
  door: FrontDoor,
  endpoint: string,
  marks: FilledPast,
  events: number,
  until: number,
): Promise<Middles> {
  const { number: env, organizationId } = door.environments.test;
  const deliveries = Math.ceil(events / 10);
  const at = (n: number, of: number) => Math.floor(until - 90 * DAY + ((n + 1) / of) * 90 * DAY);
  const delivery = (n: number) => idOf('delivery', at(n, deliveries), n);
  const entries = Math.min(100_000, Math.ceil(events / 20));
  await inBatches(deliveries, async (numbers) => {
    const status = (n: number) => (n % 100 === 0 ? 'failed' : 'delivered');
    const when = (n: number) => at(n, deliveries);
    await tables.insert(
      'webhook_deliveries',
      words('environment_id created_at finished_at attempts id endpoint_id type event_id status body'),
      numbers.map((n) => [
        env,
        when(n),
        when(n),
        1,
        delivery(n),
        endpoint,
        'decision.allow',
        marks.eventId,
        status(n),
        '{}',
      ]),
    );
    await tables.insert(
      'webhook_attempts',
      words('environment_id started_at duration_ms number http_status delivery_id id'),
      numbers.map((n) => [env, when(n), 20, 1, n % 100 === 0 ? 410 : 200, delivery(n), idOf('attempt', when(n), n)]),
    );
  });
  const [head] = await tables.all(`SELECT coalesce(max(sequence), 0) AS last FROM audit_entries`);
  const first = Number(head?.last) + 1;
  await inBatches(entries, async (numbers) => {
    const columns = `organization_id sequence at id actor_type actor_id actor_name action target_type target_id previous_hash hash`;
    const action = (n: number) => (n % 50 === 0 ? 'policy.rule_created' : 'key.created');
    await tables.insert(
      'audit_entries',
      words(columns),
      numbers.map((n) =>
        [
          organizationId,
          first + n,
          at(n, entries),
          idOf('audit', at(n, entries), n),
          'user',
          'usr_x',
          'x@example.com',
        ].concat([...[action(n), 'key', 'key_x', '0'.repeat(64), '0'.repeat(64)]]),
      ),
    );
  });
  const today = Math.floor(until / DAY);
  await inBatches(Math.ceil(events / 100), async (numbers) => {
    const members = ['device', 'account', 'address'].flatMap((kind) =>
      numbers.map((n) => [env, today, kind, `${kind} ${n}`]),
    );
    await tables.insert('overview_members', words('environment_id day kind member'), members);
  });
  const middle = async (sql: string) => String((await tables.all(sql))[0]?.key);
  return {
    network: await middle(
      `SELECT first_event_id AS key FROM networks WHERE environment_id = ${env} ORDER BY first_event_id LIMIT 1 OFFSET ${Math.floor(events / 20)}`,
    ),
    delivery: delivery(Math.floor(deliveries / 2)),
    deviceAccount: await middle(
      `SELECT account_key AS key FROM account_devices WHERE environment_id = ${env} AND device_id = '${marks.busyDeviceId}'
        ORDER BY account_key LIMIT 1 OFFSET ${Math.floor(events / 400)}`,
    ),
    audit: first + Math.floor(entries / 2),
  };
}

async function inBatches(count: number, work: (numbers: number[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    await work(Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => from + at));
  }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
