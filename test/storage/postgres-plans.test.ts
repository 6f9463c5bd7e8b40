// Tests that the statements of events look rows up by the keys of their indexes, however small the tables were when they were planned.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type PlanNode, planOf, recordQueries } from '../../bench/queries/query-plans.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { contextOver } from '../context.ts';
import { desktop } from '../devices/machines.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment } from './contract/engine-under-test.ts';

/** Each index has several pages then, and got its second one after a different number of events. */
const EVENTS = 300;
/** Events between two plans: one of them comes alone, and the others together. */
const STEP = 10;

/** Nodes that read all rows of an environment to find some of them, or all devices of an account to find one. */
function longReads(node: PlanNode, parent: string): string[] {
  const below = (node.Plans ?? []).flatMap((child) => longReads(child, node['Node Type']));
  const condition = node['Index Cond'] ?? '';
  const readsEnvironment = /^\(environment_id = \S+\)$/.test(condition) && node.Filter !== undefined;
  const ofAccount = node['Relation Name'] === 'account_devices' && parent !== 'Limit';
  const readsAccount = ofAccount && condition !== '' && !condition.includes('device_id');
  return readsEnvironment || readsAccount ? [`${node['Relation Name']} by ${condition}`, ...below] : below;
}

/** Plans in a new session: a session remembers the height of an index that it used before. */
async function plansOf(statements: readonly string[]): Promise<PlanNode[]> {
  const pool = openPool({ url: database.url, size: 1, plans: 'keyed' });
  const plans: PlanNode[] = [];
  for (const text of statements.filter((sql) => /\bevents\b|\bdevice/.test(sql))) {
    plans.push(await planOf(pool, text));
  }
  await pool.end();
  return plans;
}

const database = await freshDatabase();
const client = new pg.Client(database.url);
await client.connect();
const store = await openPostgres({ url: database.url });
// Autovacuum looks once a minute: it must not be what updates the statistics.
await client.query('ALTER TABLE events SET (autovacuum_enabled = off)');
after(async () => {
  await Promise.all([client.end(), store.close()]);
  await database.drop();
});
const context = contextOver(store);
const environment = await newEnvironment(store);

/** Records an event whose account and device no other event has. */
const record = (number: number) =>
  recordEvent(context, environment, {
    accountId: `account ${number}`,
    signals: desktop(number.toString(16).padStart(32, '0'), { canvas_hash: `canvas ${number}` }),
    address: `81.2.${number % 200}.142`,
    type: number % 3 === 0 ? 'login_failed' : 'login',
    credential: 'secret',
    userAgent: null,
    occurredAt: null,
    idempotency: null,
    imported: null,
  });
const recordTogether = (first: number, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => record(first + index)));

test('no event reads a whole environment or account, whatever size the tables had when its statements were planned', async () => {
  const { statements, stop } = recordQueries({ engine: 'postgres', url: database.url });
  const found = new Set<string>();
  for (let stored = 0; stored < EVENTS; stored += STEP) {
    await record(stored);
    await recordTogether(stored + 1, STEP - 1);
    for (const plan of await plansOf([...statements.keys()])) {
      for (const read of longReads(plan, '')) found.add(`${stored + STEP} events: ${read}`);
    }
  }
  stop();
  assert.ok(statements.size > 5, `${statements.size} statements`);
  assert.deepEqual([...found], []);
});

test('the statistics are refreshed once a new database has grown', { timeout: 30_000 }, async () => {
  const known = async () => {
    const { rows } = await client.query("SELECT reltuples::int AS events FROM pg_class WHERE oid = 'events'::regclass");
    return rows[0].events;
  };
  assert.equal(await known(), -1, 'never analyzed');
  for (let stored = EVENTS; stored < 2 * EVENTS; stored += 50) await recordTogether(stored, 50);
  while ((await known()) < 0) await sleep(20);
  assert.ok((await known()) > EVENTS, `${await known()} events`);
});
