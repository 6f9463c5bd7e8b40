// `npm run bench:tails -- [--before FOLDER] [--rounds 3] [--seconds 10] [--engines sqlite,postgres]`: p50 and p99 of events that arrive
// evenly spaced, alone and beside an open overview, backtests and webhooks. With `--before`, the built service of another checkout
// alternates with this one, so that other work on the machine affects both. Prints a Markdown table of medians over the rounds.
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDurablePostgres } from '../service/durable-postgres.ts';
import { type FirstRun, firstRun, logIn, request } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { type RunningService, SERVER, startService } from '../service/start-service.ts';
import { startReceiver } from '../service/webhook-receiver.ts';
import { median } from '../statistics.ts';
import { repeatBacktests } from './backtest.ts';
import { preparedBodies } from './measure-ingest.ts';
import { runLoad } from './run-load.ts';

const { values: given } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    engines: { type: 'string', default: 'sqlite,postgres' },
  },
});
const RATES = [300, 500, 1_000];
const seconds = Number(given.seconds);
const SERVERS =
  given.before === undefined ? { now: SERVER } : { before: resolve(given.before, 'dist/main.js'), now: SERVER };

interface Installation {
  service: RunningService;
  first: FirstRun;
  token: string;
}
type Stop = () => Promise<unknown>;

/** Other work of the service while events arrive, in this order. Each function starts it and returns a function that stops it. */
const BESIDE: Record<string, (installation: Installation) => Promise<Stop>> = {
  alone: async () => async () => {},
  'ten open overviews': async ({ service, first, token }) => {
    const stopping = new AbortController();
    const url = `${service.baseUrl}/v1/environments/${first.environments.test.id}/overview`;
    const reading = (async () => {
      while (!stopping.signal.aborted) {
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
        if (!response.ok) throw new Error(`${url} returned ${response.status}`);
        await response.arrayBuffer();
        // Ten pages that each reload it every ten seconds.
        await sleep(1_000);
      }
    })();
    return () => {
      stopping.abort();
      return reading;
    };
  },
  'backtests one after another': async ({ service, first, token }) => {
    const stopping = new AbortController();
    const backtests = repeatBacktests(service, first, token, stopping.signal);
    return () => {
      stopping.abort();
      return backtests;
    };
  },
  'a webhook per event': async ({ service, first, token }) => {
    const receiver = await startReceiver(true);
    const list = `${service.baseUrl}/v1/environments/${first.environments.test.id}/webhooks`;
    await request('POST', list, token, { url: receiver.url, event_types: ['risk.assessment.completed'] });
    return () => receiver.close();
  },
};

/** p50, p99 and failures by the work beside the events and by rate. */
type Tails = Map<string, { p50: number; p99: number; failed: number }>;

async function measure(server: string, environment: Record<string, string>): Promise<Tails> {
  const service = await startService(server, '/readyz', environment);
  try {
    const first = firstRun(service.dataDir);
    const token = await logIn(service, first);
    const bodies = preparedBodies({ devices: 20_000, seed: 7 });
    const load = { url: service.baseUrl, key: first.environments.test.secret_key, connections: 64, bodies };
    await runLoad({ ...load, seconds: 5 });
    const tails: Tails = new Map();
    for (const [beside, start] of Object.entries(BESIDE)) {
      const stop = await start({ service, first, token });
      for (const rate of RATES) tails.set(`${beside} | ${rate}`, await runLoad({ ...load, seconds, rate }));
      await stop();
    }
    return tails;
  } finally {
    await service.stop();
  }
}

console.log(
  `${describeMachine()}\n\n| engine | beside | events/s | ${Object.keys(SERVERS)
    .map((name) => `p50, p99 ms ${name} | p99 of each round | failed`)
    .join(' | ')} |`,
);
console.log(
  `|---|---|---|${Object.keys(SERVERS)
    .map(() => '---|---|---|')
    .join('')}`,
);
for (const engine of given.engines.split(',')) {
  const results = Object.values(SERVERS).map(() => [] as Tails[]);
  for (let round = 0; round < Number(given.rounds); round += 1) {
    for (const [index, server] of Object.values(SERVERS).entries()) {
      const postgres = engine === 'postgres' ? await startDurablePostgres() : null;
      results[index]?.push(await measure(server, postgres === null ? {} : { DATABASE_URL: postgres.url }));
      await postgres?.stop();
    }
  }
  for (const what of results[0]?.[0]?.keys() ?? []) {
    const cells = results.map((rounds) => {
      const rows = rounds.flatMap((tails) => tails.get(what) ?? []);
      const p99s = rows.map(({ p99 }) => p99);
      const middle = `${median(rows.map(({ p50 }) => p50)).toFixed(1)}, ${median(p99s).toFixed(0)}`;
      const failed = rows.reduce((sum, row) => sum + row.failed, 0);
      return `${middle} | ${p99s.map((value) => value.toFixed(0)).join(' ')} | ${failed}`;
    });
    console.log(`| ${engine} | ${what} | ${cells.join(' | ')} |`);
  }
}
