// `npm run bench:reads -- [EVENTS, default 100000] [sqlite|postgres] [--quick]`: what reading the past of one event costs among many
// stored ones, for ordinary keys and for the hottest (every event of an environment from one address, or of one account; a third of
// the events each), spread over thirty days: among 10 million the hottest key has a hundred thousand rows a day within its windows.
// `--quick` takes 15,000 events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startPostgres } from '../../test/postgres.ts';
import { percentile } from '../evaluate/devices-table.ts';
import { makeSchema } from '../seed/schema.ts';
import { fillPasts } from '../seed/seed.ts';
import type { Hot } from '../seed/service-month.ts';
import type { Place } from '../seed/tables.ts';
import { serviceTemplate, type Template } from '../seed/template.ts';
import { machine } from '../service/machine.ts';
import { prepare } from './recorded-events.ts';

const quick = process.argv.includes('--quick');
const [asked, only] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const events = Number(asked ?? (quick ? 15_000 : 100_000));
/** Recorded events of each kind that are asked about. */
const ASKED = 1_000;
const KINDS: readonly (readonly [string, Hot | undefined])[] = [
  ['ordinary keys', undefined],
  ['one address', 'address'],
  ['one account', 'account'],
];

async function measure(place: Place, templates: readonly Template[], open: () => Promise<Store>): Promise<void> {
  // Filled before the tenants are made, so that no store is open meanwhile: data does not refer to their rows.
  makeSchema(place);
  const started = performance.now();
  const fills = templates.map((template, index) => {
    return { template, past: { environmentNumber: index + 1, events: events / templates.length, days: 20 } };
  });
  const filled = await fillPasts(place, fills);
  const seconds = (performance.now() - started) / 1_000;
  const again = await open();
  const environments: Environment[] = [];
  for (const _ of templates) environments.push((await prepare(again, { devices: 1, seed: 1 }, 0)).environment);
  if (environments.some(({ number }, index) => number !== index + 1))
    throw new Error('the events are of other environments');
  console.log(`\n${place.engine}, ${filled.toLocaleString('en')} events, filled in ${seconds.toFixed(0)} s\n`);
  console.log('| keys | p50, ms | p99, ms |\n|---|---|---|');
  for (const [index, [kind]] of KINDS.entries()) {
    const milliseconds: number[] = [];
    for (const { input } of (templates[index] as Template).inputs.slice(-ASKED)) {
      const { eventKeys } = observeEvent(environments[index] as Environment, input, Date.now());
      const from = performance.now();
      await again.ingest((transaction) => transaction.loadHistory(eventKeys));
      milliseconds.push(performance.now() - from);
    }
    const [half, slow] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)];
    console.log(`| ${kind} | ${half.toFixed(2)} | ${slow.toFixed(2)} |`);
  }
  await again.close();
}

const templates: Template[] = [];
for (const [, hot] of KINDS) templates.push(await serviceTemplate({ hot }));
console.log(machine());
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
