// `npm run bench:policy -- [ASSESSMENTS, default 1000000] [sqlite | postgres] [--quick]`: measures one evaluation of twenty rules, a
// backtest over ASSESSMENTS assessments with its memory, and how backtests affect the p99 of ingestion. `--quick` uses 20,000
// assessments and 4 s per load.
import { join } from 'node:path';
import { decide } from '../../src/policy/decide.ts';
import { microsecondsPerCall, PASSING_FACTS, TWENTY_RULES } from '../micro/twenty-rules.ts';
import { seedDataset } from '../seed/seed.ts';
import { type DatabaseLocation, openTables } from '../seed/tables.ts';
import { serviceTemplate } from '../seed/template.ts';
import { startDurablePostgres } from '../service/durable-postgres.ts';
import { firstRun, logIn } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { SERVER, startService } from '../service/start-service.ts';
import { requestBodies } from '../simulate/request-bodies.ts';
import { type Backtest, backtest, repeatBacktests } from './backtest.ts';
import type { LoadResult } from './load.ts';
import { runLoad } from './run-load.ts';

const quick = process.argv.includes('--quick');
const [size, only] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const count = Number(size ?? (quick ? 20_000 : 1_000_000));
/** Events per second while backtests run. */
const RATE = 500;
const SECONDS = quick ? 4 : 10;

interface Row {
  what: string;
  alone: Backtest;
  before: LoadResult;
  during: LoadResult;
  /** Backtests that ran during the load; the last one may have been aborted. */
  rounds: number;
}

/** Reports the progress of a long run on standard error. */
function logProgress(what: string): void {
  console.error(`${new Date().toISOString()} ${what}`);
}

async function engine(what: string, environment: Record<string, string>): Promise<Row> {
  const firstStart = await startService(SERVER, '/readyz', environment);
  const first = firstRun(firstStart.dataDir);
  // Does not use `stop`, which would remove the data.
  const exited = new Promise((resolve) => firstStart.process.once('exit', resolve));
  firstStart.process.kill('SIGTERM');
  await exited;
  logProgress(`${what}: seeding ${count} assessments`);
  const url = environment.DATABASE_URL;
  const location: DatabaseLocation =
    url === undefined ? { engine: 'sqlite', path: join(firstStart.dataDir, 'assay.db') } : { engine: 'postgres', url };
  const tables = await openTables(location);
  const [test] = await tables.all("SELECT number FROM environments WHERE kind = 'test'");
  await tables.close();
  await seedDataset(location, template, { environmentNumber: Number(test?.number), events: count, days: 20 });
  const service = await startService(SERVER, '/readyz', environment, firstStart.dataDir);
  try {
    const token = await logIn(service, first);
    const stream = requestBodies({ devices: 2_000, seed: 9 });
    const load = () =>
      runLoad({
        url: service.baseUrl,
        key: first.environments.test.secret_key,
        seconds: SECONDS,
        connections: 32,
        rate: RATE,
        bodies: stream,
      });
    logProgress(`${what}: warming up, then one backtest without load`);
    await load();
    const alone = await backtest(service, first, token);
    logProgress(`${what}: ${alone.seconds.toFixed(1)} s; now load without and with backtests`);
    const before = await load();
    const stop = new AbortController();
    const background = repeatBacktests(service, first, token, stop.signal);
    const during = await load();
    stop.abort();
    return { what, alone, before, during, rounds: await background };
  } finally {
    await service.stop();
    await firstStart.stop();
  }
}

const microseconds = microsecondsPerCall(() => decide(TWENTY_RULES, PASSING_FACTS), 200_000);
const template = await serviceTemplate();
const rows: Row[] = [];
if (only !== 'postgres') rows.push(await engine('SQLite', {}));
if (only !== 'sqlite') {
  const postgres = await startDurablePostgres();
  rows.push(await engine('PostgreSQL', { DATABASE_URL: postgres.url }));
  await postgres.stop();
}
console.log(describeMachine());
console.log(`One evaluation of 20 rules with 3 conditions each: ${microseconds.toFixed(2)} microseconds (target: 2).`);
console.log(`| backtest | assessments | s | added MiB | p50, p99 of ${RATE}/s without, ms | with, ms | failed |`);
console.log('|---|---|---|---|---|---|---|');
for (const { what, alone, before, during, rounds } of rows) {
  const cells = [alone.events, alone.seconds.toFixed(1), alone.memoryMiB.toFixed(0)].join(' | ');
  const p = ({ p50, p99 }: LoadResult) => `${p50.toFixed(0)}, ${p99.toFixed(0)}`;
  console.log(
    `| ${what} | ${cells} | ${p(before)} | ${p(during)} (${rounds} rounds) | ${before.failed + during.failed} |`,
  );
}
