// `npm run bench [-- --quick] [--before FOLDER] [--rounds 1] [--profile FOLDER]`: measures durable, scored decisions per second over
// HTTP, with baselines, and prints the Markdown tables of docs/performance.md. A full run takes ten minutes, `--quick` two. With
// `--before`, the built service of another checkout alternates with this one, so that other work on the machine affects both.
// `--profile` also writes a CPU profile of the service on SQLite and its cost by stage.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../../src/storage/open.ts';
import { storageCeilings } from '../micro/storage-ceiling.ts';
import { databaseBytes } from '../service/database-size.ts';
import { startDurablePostgres } from '../service/durable-postgres.ts';
import { firstRun, logIn, request, secretKey } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { type RunningService, SERVER, startService } from '../service/start-service.ts';
import { startReceiver } from '../service/webhook-receiver.ts';
import { repeatBacktests } from './backtest.ts';
import { measureProcesses } from './ingest-processes.ts';
import { addEnvironments } from './many-environments.ts';
import { type IngestRow, introduce, measureIngest, NEW, printRows, RETURNING } from './measure-ingest.ts';
import { profileOfService } from './profile.ts';

const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    before: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    profile: { type: 'string' },
  },
});
const seconds = given.quick ? 3 : 10;
const ECHO = new URL('./echo-server.ts', import.meta.url).pathname;

/** The built services to measure, in turn. */
const SERVERS =
  given.before === undefined
    ? [{ prefix: '', script: SERVER, environment: {} }]
    : [
        // Older versions reject this setting of `startService` as unknown.
        {
          prefix: 'before: ',
          script: resolve(given.before, 'dist/main.js'),
          environment: { ASSAY_SHUTDOWN_DELAY_SECONDS: undefined },
        },
        { prefix: 'now: ', script: SERVER, environment: {} },
      ];

/** The rows of an engine for each server. Other environments cannot be added to a database of another version. */
async function measureServers(name: string, start: () => Promise<Engine>): Promise<IngestRow[]> {
  const rows: IngestRow[] = [];
  for (let round = 0; round < Number(given.rounds); round += 1) {
    for (const { prefix, script, environment } of round % 2 === 0 ? SERVERS : SERVERS.toReversed()) {
      const { url, stop } = await start();
      const database = url === null ? {} : { DATABASE_URL: url };
      const title = `${prefix}${name}`;
      rows.push(...(await measureEngine(title, script, { ...database, ...environment }, given.before === undefined)));
      await stop();
    }
  }
  return rows;
}

/** An empty database; the URL is null for SQLite. */
interface Engine {
  url: string | null;
  stop: () => Promise<unknown>;
}

async function measureEngine(
  name: string,
  script: string,
  environment: Record<string, string | undefined>,
  isCurrent: boolean,
): Promise<IngestRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    // The first start creates the organization. The other environments are added while no process has the SQLite file open.
    await (await startService(script, '/readyz', environment, dataDir)).stop();
    const withOtherLoad = isCurrent && !given.quick;
    const otherKeys = withOtherLoad ? await otherEnvironments(environment.DATABASE_URL ?? null, dataDir) : [];
    const service = await startService(script, '/readyz', environment, dataDir);
    try {
      const key = secretKey(dataDir);
      const rows = await basicRows(name, service, key, environment.DATABASE_URL ?? null);
      return withOtherLoad ? [...rows, ...(await rowsWithOtherLoad(name, service, [key, ...otherKeys]))] : rows;
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Adds 99 environments and returns their keys. */
async function otherEnvironments(databaseUrl: string | null, dataDir: string): Promise<string[]> {
  const store = await openStore({ databaseUrl, dataDir });
  const keys = await addEnvironments(store, 99);
  await store.close();
  return keys;
}

async function basicRows(name: string, service: RunningService, key: string, url: string | null): Promise<IngestRow[]> {
  const rows = [await measureIngest(`${name}, closed loop, nearly all new devices`, service, key, NEW, { seconds })];
  const size = await databaseBytes(service.dataDir, url);
  if (rows[0] !== undefined) rows[0].bytes = size.bytes / size.events;
  await introduce(service.baseUrl, key);
  rows.push(await measureIngest(`${name}, closed loop, returning devices`, service, key, RETURNING, { seconds }));
  for (const rate of given.quick ? [500] : [300, 500, 1_000]) {
    rows.push(await measureIngest(`${name}, open loop, ${rate}/s`, service, key, RETURNING, { seconds, rate }));
  }
  for (const hot of ['address', 'account'] as const) {
    rows.push(
      await measureIngest(`${name}, closed loop, one ${hot}`, service, key, { ...RETURNING, hot }, { seconds }),
    );
  }
  return rows;
}

/** Ingestion into many environments, and while the service does other work. */
async function rowsWithOtherLoad(name: string, service: RunningService, keys: readonly string[]): Promise<IngestRow[]> {
  const [key = ''] = keys;
  const rows = [
    await measureIngest(`${name}, closed loop, a hundred environments`, service, keys, RETURNING, { seconds }),
  ];
  const first = firstRun(service.dataDir);
  const token = await logIn(service, first);
  const stop = new AbortController();
  const backtests = repeatBacktests(service, first, token, stop.signal);
  rows.push(await measureIngest(`${name}, closed loop, during backtests`, service, key, RETURNING, { seconds }));
  stop.abort();
  await backtests;
  const receiver = await startReceiver(true);
  const list = `${service.baseUrl}/v1/environments/${first.environments.test.id}/webhooks`;
  await request('POST', list, token, { url: receiver.url, event_types: ['risk.assessment.completed'] });
  rows.push(await measureIngest(`${name}, closed loop, a webhook per event`, service, key, RETURNING, { seconds }));
  await receiver.close();
  return rows;
}

const echo = await startService(ECHO, '/healthz');
const rows = [await measureIngest('baseline: bare Fastify echo', echo, 'none', NEW, { seconds })];
await echo.stop();
const ceilings = await storageCeilings(given.quick ? 3_000 : 10_000);
rows.push(...(await measureServers('SQLite', async () => ({ url: null, stop: async () => {} }))));
rows.push(...(await measureServers('PostgreSQL', () => startDurablePostgres())));
for (const processes of given.quick || given.before !== undefined ? [] : [1, 2, 4]) {
  const server = await startDurablePostgres();
  rows.push((await measureProcesses(SERVER, server.url, { processes, seconds })).row);
  await server.stop();
}
console.log(describeMachine());
printRows(rows);
console.log(`\n${ceilings}`);
if (given.profile !== undefined) console.log(`\n${await profileOfService(SERVER, RETURNING, given.profile)}`);
