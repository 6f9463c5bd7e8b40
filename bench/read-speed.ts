// `npx tsx bench/read-speed.ts [EVENTS] [sqlite|postgres]`: what reading the past of one event costs among many stored ones, for
// ordinary keys and for the hottest (every event of an environment from one address, or of one account). Events are multiplied by
// SQL, spread over thirty days: among 10 million the hottest key has a sixth of a million rows within its window.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { observeEvent } from '../src/flows/observe-event.ts';
import { recordEvent } from '../src/flows/record-event.ts';
import type { Store } from '../src/records/store.ts';
import { openPostgres } from '../src/storage/postgres/open.ts';
import { openSqlite } from '../src/storage/sqlite/open.ts';
import { DAY } from '../src/vocabulary/clock.ts';
import { startPostgres } from '../test/postgres.ts';
import { percentile } from './evaluate-devices-table.ts';
import { machine } from './machine.ts';
import type { Mix } from './population.ts';
import { prepare } from './recorded-events.ts';

const events = Number(process.argv[2] ?? 100_000);
const engines = process.argv[3] === undefined ? ['sqlite', 'postgres'] : [process.argv[3]];
/** Events kept through the flows, of each kind; the rest are their copies. */
const REAL = 1_500;
const ASKED = 1_000;
const SPREAD = 30 * DAY;
const KINDS: Readonly<Record<string, Mix>> = {
  'ordinary keys': { devices: 500, seed: 3 },
  'one address': { devices: 500, seed: 4, hot: 'address' },
  'one account': { devices: 500, seed: 5, hot: 'account' },
};

interface Database {
  columns(): Promise<string[]>;
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

function sqlite(path: string): Database {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = OFF');
  return {
    columns: async () =>
      (database.prepare('PRAGMA table_info(events)').all() as { name: string }[]).map(({ name }) => name),
    run: async (sql) => database.exec(sql),
    close: async () => database.close(),
  };
}

async function postgres(url: string): Promise<Database> {
  const client = new pg.Client(url);
  await client.connect();
  return {
    columns: async () =>
      (await client.query(`SELECT column_name FROM information_schema.columns WHERE table_name = 'events'`)).rows.map(
        (row: { column_name: string }) => row.column_name,
      ),
    run: async (sql) => {
      await client.query(sql);
    },
    close: () => client.end(),
  };
}

/** Copies every event until there are `events`, each copy at its own earlier time. */
async function multiply(database: Database): Promise<void> {
  const copies = Math.max(0, Math.round(events / (REAL * Object.keys(KINDS).length)) - 1);
  const step = Math.floor(SPREAD / (copies + 1));
  const columns = await database.columns();
  const values = columns.map((name) => {
    if (name === 'id') return `id || '_' || copy`;
    return name === 'at' || name === 'created_at' ? `${name} - copy * ${step}` : name;
  });
  await database.run(`WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${copies})
    INSERT INTO events (${columns.join(', ')}) SELECT ${values.join(', ')} FROM events CROSS JOIN copies`);
}

async function measure(engine: string, store: Store, reopen: () => Promise<Store>, database: Database): Promise<void> {
  const prepared = [];
  for (const [kind, mix] of Object.entries(KINDS)) {
    const { environment, context, inputs } = await prepare(store, mix, REAL);
    for (let start = 0; start < inputs.length; start += 50) {
      await Promise.all(inputs.slice(start, start + 50).map((input) => recordEvent(context, environment, input)));
    }
    prepared.push({ kind, environment, inputs: inputs.slice(0, ASKED) });
  }
  // Closed meanwhile: SQLite has one owner, and its remembered windows must not outlive the copies.
  await store.close();
  const started = performance.now();
  await multiply(database);
  await database.run('ANALYZE');
  await database.close();
  const again = await reopen();
  console.log(`\n${engine}, ${events} events, multiplied in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  console.log('| keys | p50, ms | p99, ms |\n|---|---|---|');
  for (const { kind, environment, inputs } of prepared) {
    const milliseconds: number[] = [];
    for (const input of inputs) {
      const { subject } = observeEvent(environment, input, Date.now());
      const from = performance.now();
      await again.ingest((transaction) => transaction.loadSubject(subject));
      milliseconds.push(performance.now() - from);
    }
    console.log(
      `| ${kind} | ${percentile(milliseconds, 0.5).toFixed(2)} | ${percentile(milliseconds, 0.99).toFixed(2)} |`,
    );
  }
  await again.close();
}

console.log(machine());
for (const engine of engines) {
  if (engine === 'postgres') {
    const server = await startPostgres({ durable: true, settings: { shared_buffers: '512MB' } });
    const open = () => openPostgres({ url: server.url });
    await measure(engine, await open(), open, await postgres(server.url));
    await server.stop();
  } else {
    const folder = mkdtempSync(join(tmpdir(), 'assay-read-'));
    const path = join(folder, 'assay.db');
    const open = () => openSqlite({ path });
    await measure(engine, await open(), open, sqlite(path));
    rmSync(folder, { recursive: true });
  }
}
