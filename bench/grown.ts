// `npm run bench:grown -- [--sizes 10000,1000000,10000000] [--engines sqlite,postgres] [--seconds 10]`: what an event costs
// when so many are kept already. Each database is filled past the service, started anew, and then measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillPast } from '../test/bulk-events.ts';
import { openTables, type Place } from '../test/bulk-rows.ts';
import { startPostgres } from '../test/postgres.ts';
import { fillRecognition } from './grown-recognition.ts';
import { machine } from './machine.ts';
import { measure, print, type Row, secretKey } from './measure-ingest.ts';
import type { Mix } from './population.ts';
import { startService } from './service.ts';

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000,10000000' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    seconds: { type: 'string', default: '10' },
  },
});
const seconds = Number(given.seconds);
const SERVER = new URL('../dist/main.js', import.meta.url).pathname;
/** As in `ingest.ts`: devices that are new at first and come back. */
const RETURNING: Mix = { devices: 20_000, seed: 7 };

/** First start and schema, then the past, then the start that counts. */
async function grown(
  place: Place,
  dataDir: string,
  environment: Record<string, string>,
  events: number,
): Promise<Row[]> {
  await (await startService(SERVER, '/readyz', environment, dataDir)).stop();
  const tables = await openTables(place);
  const until = Date.now();
  const [test] = await tables.all("SELECT number FROM environments WHERE kind = 'test'");
  const environmentNumber = Number(test?.number);
  await fillPast(tables, { environmentNumber, events, until });
  await fillRecognition(tables, environmentNumber, Math.ceil(events / 10));
  await tables.all(place.engine === 'sqlite' ? 'PRAGMA wal_checkpoint(TRUNCATE)' : 'VACUUM ANALYZE');
  await tables.close();
  const began = performance.now();
  const service = await startService(SERVER, '/readyz', environment, dataDir);
  console.error(`${place.engine}, ${events} events: ready after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  try {
    const key = secretKey(dataDir);
    const name = `${place.engine}, ${events.toLocaleString('en')} events kept`;
    return [
      await measure(`${name}: closed loop`, service, key, RETURNING, { seconds }),
      await measure(`${name}: open loop, 500/s`, service, key, RETURNING, { seconds, rate: 500 }),
      await measure(`${name}: one address`, service, key, { ...RETURNING, hot: 'address' }, { seconds }),
    ];
  } finally {
    await service.stop();
  }
}

async function one(engine: string, events: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-grown-'));
  try {
    if (engine === 'sqlite') return await grown({ engine, path: join(dataDir, 'assay.db') }, dataDir, {}, events);
    const settings = { shared_buffers: '512MB', max_wal_size: '4GB', maintenance_work_mem: '256MB' };
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

const rows: Row[] = [];
for (const engine of given.engines.split(',')) {
  for (const size of given.sizes.split(',')) rows.push(...(await one(engine, Number(size))));
}
console.log(machine());
print(rows);
