// Tests that the statements of events look rows up by the keys of their indexes, however small the tables were when they were planned.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { recordQueries } from '../../bench/queries/query-plans.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPool } from '../../src/storage/postgres/pool.ts';
import { contextOver } from '../context.ts';
import { desktop } from '../devices/machines.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment } from './contract/engine-under-test.ts';

/** Every index has several pages then, and each grew from one to two after a different number of events. */
const EVENTS = 300;
/** Events between two plans: one of them comes alone, and the others together. */
const STEP = 10;

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

/** Nodes that read all rows of an environment to find some of them. */
function wholeEnvironments(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(wholeEnvironments);
  const isWhole = node.Filter !== undefined && /^\(environment_id = \S+\)$/.test(node['Index Cond'] ?? '');
  return isWhole ? [`${node['Node Type']} using ${node['Index Name']}`, ...below] : below;
}

/** Plans in a new session: a session remembers the height of an index that it used before. */
async function plansOf(statements: readonly string[]): Promise<PlanNode[]> {
  const pool = openPool({ url: database.url, size: 1, plans: 'keyed' });
  const plans: PlanNode[] = [];
  for (const text of statements.filter((sql) => /\bevents\b|\bdevice/.test(sql))) {
    const { rows } = await pool.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    plans.push((JSON.parse(rows[0]['QUERY PLAN']) as [{ Plan: PlanNode }])[0].Plan);
  }
  await pool.end();
  return plans;
}

const database = await freshDatabase();
const store = await openPostgres({ url: database.url });
after(async () => {
  await store.close();
  await database.drop();
});

test('no event reads a whole environment, whichever size the tables had when its statements were planned', async () => {
  const environment = await newEnvironment(store);
  const context = contextOver(store);
  const record = (number: number) =>
    recordEvent(context, environment, {
      accountId: `account ${number}`,
      signals: { ...desktop(number.toString(16).padStart(32, '0')), canvas_hash: `canvas ${number}` },
      address: `81.2.${number % 200}.142`,
      type: number % 3 === 0 ? 'login_failed' : 'login',
      credential: 'secret',
      userAgent: null,
      occurredAt: null,
      idempotency: null,
      imported: null,
    });
  const { statements, stop } = recordQueries({ engine: 'postgres', url: database.url });
  const found = new Set<string>();
  for (let stored = 0; stored < EVENTS; stored += STEP) {
    await record(stored);
    await Promise.all(Array.from({ length: STEP - 1 }, (_, index) => record(stored + 1 + index)));
    for (const plan of await plansOf([...statements.keys()])) {
      for (const node of wholeEnvironments(plan)) found.add(`${stored + STEP} events: ${node}`);
    }
  }
  stop();
  assert.ok(statements.size > 5, `${statements.size} statements`);
  assert.deepEqual([...found], []);
});
