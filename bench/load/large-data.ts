// `npm run bench:grown -- [--sizes 10000,1000000,10000000] [--engines sqlite,postgres] [--seconds 10] [--quick]`: what an event costs
// when so many are kept already. Each database is filled past the service, started anew, and then
// measured for `--seconds` a load; `--quick`: ten thousand and a hundred thousand events, 3 s a load.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/postgres.ts';
import { fillPast } from '../seed/seed.ts';
import { openTables, type Place } from '../seed/tables.ts';
import { serviceTemplate } from '../seed/template.ts';
import { secretKey } from '../service/first-run.ts';
import { machine } from '../service/machine.ts';
import { startService } from '../service/start-service.ts';
import { measure, print, type Row } from './measure-ingest.ts';
import type { Mix } from './population.ts';

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000,10000000' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    seconds: { type: 'string', default: '10' },
    quick: { type: 'boolean', default: false },
  },
});
const seconds = given.quick ? 3 : Number(given.seconds);
const sizes = given.quick ? '10000,100000' : given.sizes;
const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
/** As in `ingest.ts`: devices that are new at first and come back. */
const RETURNING: Mix = { devices: 20_000, seed: 7 };

/** First start and schema, then the past, then the start that counts. The first load finds no page in memory, the last all it needs. */
async function grown(
  place: Place,
  dataDir: string,
  environment: Record<string, string>,
  events: number,
): Promise<Row[]> {
  await (await startService(SERVER, '/readyz', environment, dataDir)).stop();
  const tables = await openTables(place);
  const [test] = await tables.all("SELECT number FROM environments WHERE kind = 'test'");
  await tables.close();
  const filling = performance.now();
  await fillPast(place, template, { environmentNumber: Number(test?.number), events });
  const began = performance.now();
  console.error(`${place.engine}, ${events} events: filled in ${((began - filling) / 1_000).toFixed(0)} s`);
  const service = await startService(SERVER, '/readyz', environment, dataDir);
  console.error(`${place.engine}, ${events} events: ready after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  try {
    const key = secretKey(dataDir);
    const name = `${place.engine}, ${events.toLocaleString('en')} events kept`;
    return [
      await measure(`${name}: closed loop`, service, key, RETURNING, { seconds }),
      await measure(`${name}: open loop, 500/s`, service, key, RETURNING, { seconds, rate: 500 }),
      await measure(`${name}: one address`, service, key, { ...RETURNING, hot: 'address' }, { seconds }),
      await measure(`${name}: closed loop again`, service, key, RETURNING, { seconds }),
    ];
  } finally {
    await service.stop();
  }
}

async function one(engine: string, events: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-grown-'));
  try {
    if (engine === 'sqlite') return await grown({ engine, path: join(dataDir, 'assay.db') }, dataDir, {}, events);
    const settings = { shared_buffers: '512MB', max_wal_size: '8GB' };
    const server = await startPostgres({ durable: true, settings });
    try {
      return await grown({ engine: 'postgres', url: server.url }, dataDir, { DATABASE_URL: server.url }, events);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const template = await serviceTemplate();
const rows: Row[] = [];
for (const engine of given.engines.split(',')) {
  for (const size of sizes.split(',')) rows.push(...(await one(engine, Number(size))));
}
console.log(machine());
print(rows);
