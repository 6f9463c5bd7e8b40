// `npm run bench:import -- FILE [--before FOLDER] [--lines 6000] [--rounds 2] [--engines sqlite,postgres]`: lines per second of
// `assay import` on an empty database, and the CPU time of the command and of the server. With `--before`, the built command of
// another checkout alternates with this one. Fails when two imports of the file differ in any result.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { startDurablePostgres } from '../service/durable-postgres.ts';
import { firstRun } from '../service/first-run.ts';
import { cpuOf, localServer } from '../service/local-server.ts';
import { describeMachine } from '../service/machine.ts';
import { median } from '../statistics.ts';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    lines: { type: 'string', default: '6000' },
    rounds: { type: 'string', default: '2' },
    engines: { type: 'string', default: 'sqlite,postgres' },
  },
});
const [file] = positionals;
if (file === undefined) throw new Error('pass a file of events, such as one of `npm run simulate:logins`');
const here = resolve(import.meta.dirname, '../..');
const CHECKOUTS = given.before === undefined ? { now: here } : { before: resolve(given.before), now: here };

interface Imported {
  perSecond: number;
  /** CPU time per line, µs. */
  command: number;
  server: number;
  /** The result of each line, with ids replaced by the order of their first appearance. */
  results: string[];
}

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-import-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const input = join(folder, 'events.ndjson');
const lines = linesOf(readFileSync(file)).slice(0, Number(given.lines));
writeFileSync(input, `${lines.join('\n')}\n`);

let first: string[] | null = null;
const differences: string[] = [];
console.log(`${describeMachine()}, ${lines.length} lines\n`);
console.log(
  '| engine | | lines/s | CPU of the command, µs/line | CPU of the server, µs/line | lines/s of each round |',
);
console.log('|---|---|---|---|---|---|');
for (const engine of given.engines.split(',')) {
  const imports = Object.values(CHECKOUTS).map(() => [] as Imported[]);
  for (let round = 0; round < Number(given.rounds); round += 1) {
    for (const [index, checkout] of Object.values(CHECKOUTS).entries())
      imports[index]?.push(await importInto(engine, checkout));
  }
  for (const [index, name] of Object.keys(CHECKOUTS).entries()) {
    const rounds = imports[index] ?? [];
    const middle = (of: (one: Imported) => number) => median(rounds.map(of)).toFixed(0);
    const each = rounds.map(({ perSecond }) => perSecond.toFixed(0)).join(' ');
    const cpu = `${middle(({ command }) => command)} | ${engine === 'postgres' ? middle(({ server }) => server) : ''}`;
    console.log(`| ${engine} | ${name} | ${middle(({ perSecond }) => perSecond)} | ${cpu} | ${each} |`);
    for (const { results } of rounds) {
      first ??= results;
      const different = differentLines(first, results);
      if (different.length > 0)
        differences.push(`${engine}, ${name}: ${different.length} lines, first ${different[0]}`);
    }
  }
}
if (differences.length === 0) console.log('\nAll imports gave the same results.');
else {
  console.log(`\nImports differ from the first one:\n${differences.join('\n')}`);
  process.exitCode = 1;
}

function linesOf(bytes: Buffer): string[] {
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter((line) => line.trim() !== '');
}

async function importInto(engine: string, checkout: string): Promise<Imported> {
  const server = engine === 'postgres' ? await startDurablePostgres() : null;
  const data = mkdtempSync(join(folder, 'data-'));
  const results = join(data, 'results.ndjson');
  const env = { ...process.env, DATA_DIR: data, ...(server === null ? {} : { DATABASE_URL: server.url }) };
  const assay = (...args: string[]) =>
    execFileSync(process.execPath, [join(checkout, 'bin/assay.mjs'), ...args, '--json'], {
      env,
      encoding: 'utf8',
      timeout: 900_000,
    });
  try {
    assay('setup');
    const environment = firstRun(data).environments.test.id;
    const local = server === null ? null : await localServer(server.url);
    const before = { server: local === null ? 0 : cpuOf(local), command: childrenMicros() };
    const summary = JSON.parse(assay('import', input, '--environment', environment, '--results', results));
    const after = { server: local === null ? 0 : cpuOf(local), command: childrenMicros() };
    if (summary.imported !== lines.length)
      throw new Error(`${summary.imported} of ${lines.length} lines were imported`);
    return {
      perSecond: summary.imported / summary.seconds,
      command: (after.command - before.command) / summary.imported,
      server: ((after.server - before.server) * 1_000) / summary.imported,
      results: comparable(readFileSync(results, 'utf8')),
    };
  } finally {
    await server?.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** CPU time of the processes that this one started and that have ended, µs; see proc(5), cutime and cstime. */
function childrenMicros(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10_000;
}

/** Replaces ids, which differ between imports, by numbers, so that only their equality counts. */
function comparable(results: string): string[] {
  const names = new Map<string, number>();
  const nameOf = (id: string) => {
    if (!names.has(id)) names.set(id, names.size);
    return names.get(id);
  };
  return results
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { id, device_id, session_id, ...result } = JSON.parse(line);
      return `${JSON.stringify(result)} ${[id, device_id, session_id].map(nameOf).join(' ')}`;
    });
}

/** Numbers of the lines, from 1. */
function differentLines(expected: readonly string[], results: readonly string[]): number[] {
  return results.flatMap((result, index) => (result === expected[index] ? [] : [index + 1]));
}
