// `npm run bench:reads -- [EVENTS, default 100000] [sqlite|postgres] [--quick]`: measures how long the history of one event takes to
// read among EVENTS stored ones, in three environments of equal size: ordinary keys, one address for all events, one account for
// all events. They span thirty days: with 10 million events a hot key has 100,000 rows a day in its windows. `--quick` uses
// 15,000 events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startPostgres } from '../../test/postgres.ts';
import { prepare } from '../micro/recorded-events.ts';
import { createSchema } from '../seed/schema.ts';
import { seedDatasets } from '../seed/seed.ts';
import type { HotKey } from '../seed/service-events.ts';
import type { DatabaseLocation } from '../seed/tables.ts';
import { serviceTemplate, type Template } from '../seed/template.ts';
import { describeMachine } from '../service/machine.ts';
import { percentile } from '../statistics.ts';

const quick = process.argv.includes('--quick');
const [count, only] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const events = Number(count ?? (quick ? 15_000 : 100_000));
/** Events of each kind to measure. */
const SAMPLES = 1_000;
const KINDS: readonly (readonly [string, HotKey | undefined])[] = [
  ['ordinary keys', undefined],
  ['one address', 'address'],
  ['one account', 'account'],
];

async function measure(
  location: DatabaseLocation,
  templates: readonly Template[],
  open: () => Promise<Store>,
): Promise<void> {
  // Seeds before the setup, while no store is open; the data does not reference organization rows.
  createSchema(location);
  const started = performance.now();
  const datasets = templates.map((template, index) => {
    return { template, dataset: { environmentNumber: index + 1, events: events / templates.length, days: 20 } };
  });
  const seeded = await seedDatasets(location, datasets);
  const seconds = (performance.now() - started) / 1_000;
  const store = await open();
  const environments: Environment[] = [];
  for (const _ of templates) environments.push((await prepare(store, { devices: 1, seed: 1 }, 0)).environment);
  if (environments.some(({ number }, index) => number !== index + 1))
    throw new Error('the events belong to other environments');
  console.log(`\n${location.engine}, ${seeded.toLocaleString('en')} events, seeded in ${seconds.toFixed(0)} s\n`);
  console.log('| keys | p50, ms | p99, ms |\n|---|---|---|');
  for (const [index, [kind]] of KINDS.entries()) {
    const milliseconds: number[] = [];
    for (const { input } of (templates[index] as Template).inputs.slice(-SAMPLES)) {
      const { eventKeys } = observeEvent(environments[index] as Environment, input, Date.now());
      const from = performance.now();
      await store.ingest((transaction) => transaction.loadHistory(eventKeys));
      milliseconds.push(performance.now() - from);
    }
    const [p50, p99] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)];
    console.log(`| ${kind} | ${p50.toFixed(2)} | ${p99.toFixed(2)} |`);
  }
  await store.close();
}

const templates: Template[] = [];
for (const [, hot] of KINDS) templates.push(await serviceTemplate({ hot }));
console.log(describeMachine());
if (only !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'assay-read-'));
  const path = join(folder, 'assay.db');
  await measure({ engine: 'sqlite', path }, templates, () => openSqlite({ path }));
  rmSync(folder, { recursive: true });
}
if (only !== 'sqlite') {
  const { url, stop } = await startPostgres({
    durable: true,
    settings: { shared_buffers: '512MB', max_wal_size: '8GB' },
  });
  await measure({ engine: 'postgres', url }, templates, () => openPostgres({ url }));
  await stop();
}
