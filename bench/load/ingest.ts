// `npm run bench [-- --quick] [--profile FOLDER]`: durable, scored decisions a second over HTTP, beside the yardsticks, in one
// run. Prints the Markdown tables that stand in docs/performance.md. `--quick`, two minutes, is for before and after a
// change; the whole run takes ten. `--profile` keeps a CPU profile of the service on SQLite and what each stage cost.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../src/storage/open.ts';
import { startPostgres } from '../../test/postgres.ts';
import { databaseBytes } from '../service/database-size.ts';
import { firstRun, logIn, request, secretKey } from '../service/first-run.ts';
import { machine } from '../service/machine.ts';
import { type Running, startService } from '../service/start-service.ts';
import { again } from './backtest.ts';
import { processesOnPostgres } from './ingest-processes.ts';
import { addEnvironments } from './many-environments.ts';
import { measure, print, type Row } from './measure-ingest.ts';
import type { Mix } from './population.ts';
import { profileOfService } from './profile.ts';
import { storageCeilings } from './storage-ceiling.ts';
import { startReceiver } from './webhook-receiver.ts';

const { values: given } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, profile: { type: 'string' } },
});
const seconds = given.quick ? 3 : 10;
const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
const ECHO = new URL('./echo-server.ts', import.meta.url).pathname;
const NEW: Mix = { devices: 20_000, seed: 7 };
/** The same events once more, as by customers who come back: nobody logs in ten times a minute. */
const RETURNING = NEW;

async function engine(name: string, environment: Record<string, string>): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    // The first start makes the tenants; the others are added while nobody has a SQLite file open.
    await (await startService(SERVER, '/readyz', environment, dataDir)).stop();
    const store = await openStore({ databaseUrl: environment.DATABASE_URL ?? null, dataDir });
    const hundred = given.quick ? [] : await addEnvironments(store, 99);
    await store.close();
    const service = await startService(SERVER, '/readyz', environment, dataDir);
    try {
      const key = secretKey(dataDir);
      const rows = await plainRows(name, service, key, environment.DATABASE_URL ?? null);
      return given.quick ? rows : [...rows, ...(await besideRows(name, service, [key, ...hundred]))];
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function plainRows(name: string, service: Running, key: string, url: string | null): Promise<Row[]> {
  const rows = [await measure(`${name}, closed loop, nearly all new devices`, service, key, NEW, { seconds })];
  const size = await databaseBytes(service.dataDir, url);
  if (rows[0] !== undefined) rows[0].bytes = size.bytes / size.events;
  rows.push(await measure(`${name}, closed loop, returning devices`, service, key, RETURNING, { seconds }));
  for (const rate of given.quick ? [500] : [300, 500, 1_000]) {
    rows.push(await measure(`${name}, open loop, ${rate}/s`, service, key, RETURNING, { seconds, rate }));
  }
  for (const hot of ['address', 'account'] as const) {
    rows.push(await measure(`${name}, closed loop, one ${hot}`, service, key, { ...RETURNING, hot }, { seconds }));
  }
  return rows;
}

/** What else a service does at the same time. */
async function besideRows(name: string, service: Running, keys: readonly string[]): Promise<Row[]> {
  const [key = ''] = keys;
  const rows = [await measure(`${name}, closed loop, a hundred environments`, service, keys, RETURNING, { seconds })];
  const first = firstRun(service.dataDir);
  const token = await logIn(service, first);
  const stopping = new AbortController();
  const backtests = again(service, first, token, stopping.signal);
  rows.push(await measure(`${name}, closed loop, beside backtests`, service, key, RETURNING, { seconds }));
  stopping.abort();
  await backtests;
  const receiver = await startReceiver(true);
  const list = `${service.baseUrl}/v1/environments/${first.environments.test.id}/webhooks`;
  await request('POST', list, token, { url: receiver.url, event_types: ['risk.assessment.completed'] });
  rows.push(await measure(`${name}, closed loop, a webhook an event`, service, key, RETURNING, { seconds }));
  await receiver.close();
  return rows;
}

const echo = await startService(ECHO, '/healthz');
const rows = [await measure('yardstick: bare Fastify echo', echo, 'none', NEW, { seconds })];
await echo.stop();
const ceilings = await storageCeilings(given.quick ? 3_000 : 10_000);
rows.push(...(await engine('SQLite', {})));
const postgres = await startPostgres({ durable: true });
rows.push(...(await engine('PostgreSQL', { DATABASE_URL: postgres.url })));
await postgres.stop();
for (const processes of given.quick ? [] : [1, 2, 4]) {
  const server = await startPostgres({ durable: true });
  rows.push(await processesOnPostgres(SERVER, server.url, processes, RETURNING, seconds));
  await server.stop();
}
console.log(machine());
print(rows);
console.log(`\n${ceilings}`);
if (given.profile !== undefined) console.log(`\n${await profileOfService(SERVER, RETURNING, given.profile)}`);
