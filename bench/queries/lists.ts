// `npm run bench:lists -- [--sizes 10000,1000000,5000000] [--engines sqlite,postgres] [--requests 300] [--quick]`: measures the first
// page and a deep page of every list, in process through the whole HTTP layer, over databases of several sizes (p50 and p99 in
// ms; target: p99 below 20 ms at every size). Also lists query plans that scan or sort a whole large table, and exits with 1 if
// there are any. `--quick` uses 10,000 events and 50 requests and takes 30 s on a busy machine.
import { parseArgs } from 'node:util';
import { type ListIdentity, SignedCursor } from '../../src/http/lists/paging.ts';
import { serviceTemplate } from '../seed/template.ts';
import { describeMachine } from '../service/machine.ts';
import { percentile } from '../statistics.ts';
import { type EngineName, type SeededDatabase, seedDatabase } from './lists-database.ts';
import { type ListToMeasure, listsToMeasure } from './lists-pages.ts';
import { fullScans, recordQueries } from './query-plans.ts';

const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000,5000000' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    requests: { type: 'string', default: '300' },
    quick: { type: 'boolean', default: false },
  },
});
const sizes = (given.quick ? '10000' : given.sizes).split(',').map(Number);
const engines = given.engines.split(',') as EngineName[];
const requests = given.quick ? 50 : Number(given.requests);

interface Times {
  p50: number;
  p99: number;
}
/** Times of a list's first page and of a deep page, if it has one. */
type Cells = { first: Times; deep: Times | null };

/** The identity that a route signs its cursors with, captured when the cursor of the first page is signed. */
let lastSigned: { cursor: SignedCursor; identity: ListIdentity } | null = null;
const { sign } = SignedCursor.prototype;
SignedCursor.prototype.sign = function (identity, position) {
  lastSigned = { cursor: this, identity };
  return sign.call(this, identity, position);
};

async function get({ server }: SeededDatabase, { url, session }: ListToMeasure, more = '') {
  const token = session === true ? server.sessions.owner : server.keys.test.secret;
  const response = await server.app.inject({ url: `${url}${more}`, headers: { authorization: `Bearer ${token}` } });
  if (response.statusCode !== 200) throw new Error(`${url}${more}: ${response.statusCode} ${response.body}`);
  return response.json() as { data: unknown[] };
}

async function timed(run: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Query parameter of the page in the middle of a list; null when the list has only one page. */
async function deepPageQuery(database: SeededDatabase, list: ListToMeasure): Promise<string | null> {
  lastSigned = null;
  await get(database, list, list.middleKey === null ? '' : '&limit=1');
  // A list of a single row has no next page.
  const signed = lastSigned as { cursor: SignedCursor; identity: ListIdentity } | null;
  if (list.middleKey === null || signed === null) return null;
  return `&cursor=${signed.cursor.sign(signed.identity, { direction: 'next', key: [list.middleKey].flat() })}`;
}

async function measure(engine: EngineName, size: number): Promise<{ cells: Map<string, Cells>; scans: string[] }> {
  const database = await seedDatabase(engine, template, size);
  try {
    const { server, endpoint, samples, middleKeys, seconds } = database;
    console.error(`${engine}, ${size} events: seeded in ${seconds.toFixed(0)} s`);
    const lists = listsToMeasure(server.environments.test.id, endpoint, samples, middleKeys);
    const queries = recordQueries(database.location);
    const cells = new Map<string, Cells>();
    for (const list of lists) {
      const deep = await deepPageQuery(database, list);
      const first = await timed(() => get(database, list));
      cells.set(list.name, { first, deep: deep === null ? null : await timed(() => get(database, list, deep)) });
      if (deep !== null && (await get(database, list, deep)).data.length === 0)
        console.error(`${list.name}: the deep page is empty`);
      server.log.length = 0;
    }
    queries.stop();
    return { cells, scans: await fullScans(database.location, queries.statements) };
  } finally {
    await database.close();
  }
}

const template = await serviceTemplate();
const columns: { title: string; cells: Map<string, Cells> }[] = [];
const scans: string[] = [];
for (const engine of engines) {
  for (const size of sizes) {
    const measured = await measure(engine, size);
    columns.push({ title: `${engine} ${size.toLocaleString('en')}`, cells: measured.cells });
    scans.push(...measured.scans.map((scan) => `${engine} ${size}: ${scan}`));
  }
}

const format = (times: Times | null | undefined) =>
  times == null ? '' : `${times.p50.toFixed(1)} / ${times.p99.toFixed(1)}`;
console.log(`${describeMachine()}; p50 / p99 in ms of ${requests} sequential requests`);
console.log(`\n| list | page | ${columns.map(({ title }) => title).join(' | ')} |`);
console.log(`|---|---|${columns.map(() => '---|').join('')}`);
for (const name of columns[0]?.cells.keys() ?? []) {
  for (const page of ['first', 'deep'] as const) {
    const row = columns.map(({ cells }) => format(cells.get(name)?.[page]));
    if (row.some((cell) => cell !== '')) console.log(`| ${name} | ${page} | ${row.join(' | ')} |`);
  }
}
const all = columns.flatMap(({ cells }) =>
  [...cells.values()].flatMap(({ first, deep }) => [first, ...(deep ? [deep] : [])]),
);
console.log(`\nWorst p99: ${Math.max(...all.map(({ p99 }) => p99)).toFixed(1)} ms.`);
console.log(scans.length === 0 ? 'No plan scans or sorts a whole large table.' : `Costly plans:\n${scans.join('\n')}`);
process.exitCode = scans.length === 0 ? 0 : 1;
