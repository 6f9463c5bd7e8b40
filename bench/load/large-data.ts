// `npm run bench:large-data -- [--sizes 10000,1000000,10000000] [--engines sqlite,postgres] [--seconds 10] [--quick]`: measures the
// cost of an event when many are already stored. Seeds each database directly, starts the service on it and measures each load
// for SECONDS. `--quick` uses 10,000 and 100,000 events and 3 s per load.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seedDataset } from '../seed/seed.ts';
import { type DatabaseLocation, openTables } from '../seed/tables.ts';
import { serviceTemplate } from '../seed/template.ts';
import { startDurablePostgres } from '../service/durable-postgres.ts';
import { secretKey } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { type RunningService, SERVER, startService } from '../service/start-service.ts';
import type { EventMix } from '../simulate/request-bodies.ts';
import { type IngestRow, introduce, measureIngest, NEW, printRows, RETURNING } from './measure-ingest.ts';

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
/** Devices that are new in the last load, too. */
const OTHER_NEW: EventMix = { ...NEW, seed: 8 };

/**
 * Starts the service once to create the schema, seeds the database, and starts it again to measure. During the first load, no
 * database page is in the service's memory; during the others, those that all events need are.
 */
async function measureSize(
  location: DatabaseLocation,
  dataDir: string,
  environment: Record<string, string>,
  events: number,
): Promise<IngestRow[]> {
  await (await startService(SERVER, '/readyz', environment, dataDir)).stop();
  const tables = await openTables(location);
  const [test] = await tables.all("SELECT number FROM environments WHERE kind = 'test'");
  await tables.close();
  const seedingStarted = performance.now();
  await seedDataset(location, template, { environmentNumber: Number(test?.number), events });
  const starting = performance.now();
  console.error(
    `${location.engine}, ${events} events: seeded in ${((starting - seedingStarted) / 1_000).toFixed(0)} s`,
  );
  const service = await startService(SERVER, '/readyz', environment, dataDir);
  console.error(
    `${location.engine}, ${events} events: ready after ${((performance.now() - starting) / 1_000).toFixed(1)} s`,
  );
  try {
    const key = secretKey(dataDir);
    const name = `${location.engine}, ${events.toLocaleString('en')} events stored`;
    return [
      await measureIngest(`${name}: new devices`, service, key, NEW, { seconds }),
      ...(await returningRows(name, service, key)),
      await measureIngest(`${name}: other new devices`, service, key, OTHER_NEW, { seconds }),
    ];
  } finally {
    await service.stop();
  }
}

async function returningRows(name: string, service: RunningService, key: string): Promise<IngestRow[]> {
  await introduce(service.baseUrl, key);
  return [
    await measureIngest(`${name}: returning devices`, service, key, RETURNING, { seconds }),
    await measureIngest(`${name}: returning devices, 500/s`, service, key, RETURNING, { seconds, rate: 500 }),
    await measureIngest(`${name}: one address`, service, key, { ...RETURNING, hot: 'address' }, { seconds }),
  ];
}

async function measureEngine(engine: string, events: number): Promise<IngestRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-large-data-'));
  try {
    if (engine === 'sqlite') return await measureSize({ engine, path: join(dataDir, 'assay.db') }, dataDir, {}, events);
    const settings = { shared_buffers: '512MB', max_wal_size: '8GB' };
    const server = await startDurablePostgres(settings);
    try {
      return await measureSize({ engine: 'postgres', url: server.url }, dataDir, { DATABASE_URL: server.url }, events);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const template = await serviceTemplate();
const rows: IngestRow[] = [];
for (const engine of given.engines.split(',')) {
  for (const size of sizes.split(',')) rows.push(...(await measureEngine(engine, Number(size))));
}
console.log(describeMachine());
printRows(rows);
