// `npm run bench:policy -- [assessments, default 1000000] [sqlite | postgres] [--quick]`: one evaluation of twenty rules; a backtest over
// that many assessments on both engines (or one), its memory, and what it does to the p99 of ingestion. Needs a build; prints Markdown.
// `--quick` takes 20,000 assessments and 4 s a load.
import { join } from 'node:path';
import { decide } from '../../src/policy/decide.ts';
import { startPostgres } from '../../test/postgres.ts';
import { fillPast } from '../seed/seed.ts';
import { openTables, type Place } from '../seed/tables.ts';
import { serviceTemplate } from '../seed/template.ts';
import { firstRun, logIn } from '../service/first-run.ts';
import { machine } from '../service/machine.ts';
import { startService } from '../service/start-service.ts';
import { again, type Backtest, backtest } from './backtest.ts';
import { type LoadResult, runLoad } from './load.ts';
import { bodies } from './population.ts';
import { cost, ORDINARY, TWENTY_RULES } from './twenty-rules.ts';

const quick = process.argv.includes('--quick');
const [asked, only] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const count = Number(asked ?? (quick ? 20_000 : 1_000_000));
const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
/** Events a second while the backtest runs: a quarter of what one process takes at most. */
const RATE = 500;
const SECONDS = quick ? 4 : 10;

interface Row {
  what: string;
  alone: Backtest;
  before: LoadResult;
  during: LoadResult;
  /** Backtests that ran meanwhile, the last perhaps cut off. */
  rounds: number;
}

/** Where a long run is, on standard error. */
function say(what: string): void {
  console.error(`${new Date().toISOString()} ${what}`);
}

async function engine(what: string, environment: Record<string, string>): Promise<Row> {
  const made = await startService(SERVER, '/readyz', environment);
  const first = firstRun(made.dataDir);
  // Stopped without `stop`, which would take the data away.
  const ended = new Promise((resolve) => made.process.once('exit', resolve));
  made.process.kill('SIGTERM');
  await ended;
  say(`${what}: filling it with ${count} assessments`);
  const url = environment.DATABASE_URL;
  const place: Place =
    url === undefined ? { engine: 'sqlite', path: join(made.dataDir, 'assay.db') } : { engine: 'postgres', url };
  const tables = await openTables(place);
  const [test] = await tables.all("SELECT number FROM environments WHERE kind = 'test'");
  await tables.close();
  await fillPast(place, template, { environmentNumber: Number(test?.number), events: count, days: 20 });
  const service = await startService(SERVER, '/readyz', environment, made.dataDir);
  try {
    const token = await logIn(service, first);
    const stream = bodies({ devices: 2_000, seed: 9 });
    const load = () =>
      runLoad({
        url: service.baseUrl,
        key: first.environments.test.secret_key,
        seconds: SECONDS,
        connections: 32,
        rate: RATE,
        bodies: stream,
      });
    say(`${what}: warming up, then a backtest alone`);
    await load();
    const alone = await backtest(service, first, token);
    say(`${what}: ${alone.seconds.toFixed(1)} s; load without and with backtests`);
    const before = await load();
    const stopping = new AbortController();
    const meanwhile = again(service, first, token, stopping.signal);
    const during = await load();
    stopping.abort();
    return { what, alone, before, during, rounds: await meanwhile };
  } finally {
    await service.stop();
    await made.stop();
  }
}

const microseconds = cost(() => decide(TWENTY_RULES, ORDINARY), 200_000);
const template = await serviceTemplate();
const rows: Row[] = [];
if (only !== 'postgres') rows.push(await engine('SQLite', {}));
if (only !== 'sqlite') {
  const postgres = await startPostgres({ durable: true });
  rows.push(await engine('PostgreSQL', { DATABASE_URL: postgres.url }));
  await postgres.stop();
}
console.log(machine());
console.log(`An evaluation of 20 rules of 3 conditions: ${microseconds.toFixed(2)} microseconds (target: 2).`);
console.log(`| backtest | assessments | s | more MiB | p50, p99 of ${RATE}/s without, ms | with, ms | refused |`);
console.log('|---|---|---|---|---|---|---|');
for (const { what, alone, before, during, rounds } of rows) {
  const figures = [alone.events, alone.seconds.toFixed(1), alone.memoryMiB.toFixed(0)].join(' | ');
  const p = ({ p50, p99 }: LoadResult) => `${p50.toFixed(0)}, ${p99.toFixed(0)}`;
  console.log(
    `| ${what} | ${figures} | ${p(before)} | ${p(during)} (${rounds} rounds) | ${before.refused + during.refused} |`,
  );
}
