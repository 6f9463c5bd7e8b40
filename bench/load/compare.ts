// `npm run bench:compare -- --before FOLDER [--rounds 5] [--events 4000] [--engines sqlite,postgres]`: CPU time of an event in another
// checkout and in this one, in alternating processes, so that other work on the machine affects both. Prints a Markdown table.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startDurablePostgres } from '../service/durable-postgres.ts';
import { describeMachine } from '../service/machine.ts';
import { median } from '../statistics.ts';
import { bundleCheckout } from './bundle-checkout.ts';
import type { EventCost } from './event-cost.ts';

const { values: given } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    events: { type: 'string', default: '4000' },
    engines: { type: 'string', default: 'sqlite' },
  },
});
if (given.before === undefined) throw new Error('--before: the folder of the checkout to compare with, after `npm ci`');
const checkouts = [resolve(given.before), resolve(import.meta.dirname, '../..')];
const ROWS = {
  newDevices: 'new devices, CPU µs/event',
  returning: 'returning devices, CPU µs/event',
  oneAddress: 'one address, new devices, CPU µs/event',
  rollups: 'rollups of returning devices, CPU µs/event',
  bytes: 'new devices, bytes/event',
} as const satisfies Record<keyof EventCost, string>;

const PROGRAM = resolve(import.meta.dirname, 'event-cost.ts');
const programs = await Promise.all(checkouts.map((checkout) => bundleCheckout(PROGRAM, checkout)));

/** Measures a checkout in a separate process, on an empty database. */
async function measure(engine: string, program: string): Promise<EventCost> {
  const server = engine === 'postgres' ? await startDurablePostgres() : null;
  try {
    const args = [program, server?.url ?? '', given.events];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 600_000 })) as EventCost;
  } finally {
    await server?.stop();
  }
}

/** The order changes with each round: of two processes with the same code, the second took up to a tenth more. */
async function measureBoth(engine: string, isBeforeFirst: boolean): Promise<[before: EventCost, now: EventCost]> {
  const [before = '', now = ''] = programs;
  if (isBeforeFirst) return [await measure(engine, before), await measure(engine, now)];
  const costNow = await measure(engine, now);
  return [await measure(engine, before), costNow];
}

console.log(`${describeMachine()}\n\n| engine | what | before | now | ratio of each round |\n|---|---|---|---|---|`);
for (const engine of given.engines.split(',')) {
  const costs: [before: EventCost, now: EventCost][] = [];
  for (let round = 0; round < Number(given.rounds); round += 1) {
    costs.push(await measureBoth(engine, round % 2 === 0));
  }
  for (const [name, what] of Object.entries(ROWS) as [keyof EventCost, string][]) {
    const [before, now] = [0, 1].map((side) => median(costs.map((cost) => cost[side as 0 | 1][name])).toFixed(0));
    const ratios = costs.map(([one, other]) => (other[name] / one[name]).toFixed(2)).sort();
    console.log(`| ${engine} | ${what} | ${before} | ${now} | ${ratios.join(', ')} |`);
  }
}
