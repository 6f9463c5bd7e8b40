// `npm run bench:lists -- [--sizes 10000,1000000,5000000] [--engines sqlite,postgres] [--requests 300] [--quick]`: each list's first page
// and a deep page over databases of several sizes, in process and through the whole door (p50 and p99, ms; mark: p99 below
// 20 ms, flat), and every plan that reads or sorts a large table whole. Prints Markdown; exits 1 when there is such a plan.
// `--quick` asks 10,000 events: 30 s on a busy machine.
import { parseArgs } from 'node:util';
import { type ListIdentity, SignedCursor } from '../../src/http/lists/paging.ts';
import { serviceTemplate } from '../seed/template.ts';
import { machine } from '../service/machine.ts';
import { type EngineName, type FilledDatabase, fillDatabase } from './lists-database.ts';
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
/** Of one list: a first page and a deep one, where there is one. */
type Cells = { first: Times; deep: Times | null };

/** What a list's cursors are sealed with is the route's own affair: learned from the cursor of its first page. */
let lastSealed: { seal: SignedCursor; identity: ListIdentity } | null = null;
const { sign } = SignedCursor.prototype;
SignedCursor.prototype.sign = function (identity, position) {
  lastSealed = { seal: this, identity };
  return sign.call(this, identity, position);
};

async function ask({ door }: FilledDatabase, { url, session }: ListToMeasure, more = '') {
  const token = session === true ? door.sessions.owner : door.keys.test.secret;
  const answer = await door.app.inject({ url: `${url}${more}`, headers: { authorization: `Bearer ${token}` } });
  if (answer.statusCode !== 200) throw new Error(`${url}${more}: ${answer.statusCode} ${answer.body}`);
  return answer.json() as { data: unknown[] };
}

async function timed(run: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let at = 0; at < requests; at += 1) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** The query of the page in the middle of a list, or null when its middle has no cursor. */
async function deepOf(database: FilledDatabase, list: ListToMeasure): Promise<string | null> {
  lastSealed = null;
  await ask(database, list, list.deep === null ? '' : '&limit=1');
  // A list of a single row has no next page.
  const sealed = lastSealed as { seal: SignedCursor; identity: ListIdentity } | null;
  if (list.deep === null || sealed === null) return null;
  return `&cursor=${sealed.seal.sign(sealed.identity, { direction: 'next', key: [list.deep] })}`;
}

async function measure(engine: EngineName, size: number): Promise<{ cells: Map<string, Cells>; scans: string[] }> {
  const database = await fillDatabase(engine, template, size);
  try {
    const { door, endpoint, marks, middles, seconds } = database;
    console.error(`${engine}, ${size} events: filled in ${seconds.toFixed(0)} s`);
    const lists = listsToMeasure(door.environments.test.id, endpoint, marks, middles);
    const queries = recordQueries(database.place);
    const cells = new Map<string, Cells>();
    for (const list of lists) {
      const deep = await deepOf(database, list);
      const first = await timed(() => ask(database, list));
      cells.set(list.name, { first, deep: deep === null ? null : await timed(() => ask(database, list, deep)) });
      if (deep !== null && (await ask(database, list, deep)).data.length === 0)
        console.error(`${list.name}: no deep rows`);
      door.log.length = 0;
    }
    queries.stop();
    return { cells, scans: await fullScans(database.place, queries.asked) };
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

const shown = (times: Times | null | undefined) =>
  times == null ? '' : `${times.p50.toFixed(1)} / ${times.p99.toFixed(1)}`;
console.log(`${machine()}; p50 / p99 in ms of ${requests} requests, one after the other`);
console.log(`\n| list | page | ${columns.map(({ title }) => title).join(' | ')} |`);
console.log(`|---|---|${columns.map(() => '---|').join('')}`);
for (const name of columns[0]?.cells.keys() ?? []) {
  for (const page of ['first', 'deep'] as const) {
    const row = columns.map(({ cells }) => shown(cells.get(name)?.[page]));
    if (row.some((cell) => cell !== '')) console.log(`| ${name} | ${page} | ${row.join(' | ')} |`);
  }
}
const all = columns.flatMap(({ cells }) =>
  [...cells.values()].flatMap(({ first, deep }) => [first, ...(deep ? [deep] : [])]),
);
console.log(`\nWorst p99: ${Math.max(...all.map(({ p99 }) => p99)).toFixed(1)} ms.`);
console.log(scans.length === 0 ? 'No plan reads or sorts a large table whole.' : `Costly plans:\n${scans.join('\n')}`);
process.exitCode = scans.length === 0 ? 0 : 1;
