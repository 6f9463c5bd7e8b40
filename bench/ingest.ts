// `npm run bench [-- --quick]`: durable, scored decisions a second over HTTP, beside the yardsticks, in one run.
// Prints the Markdown table that stands in docs/performance.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../test/postgres.ts';
import { databaseBytes } from './database-size.ts';
import { runLoad } from './load.ts';
import { machine } from './machine.ts';
import { bodies, type Mix } from './population.ts';
import { type Running, startService } from './service.ts';

const quick = process.argv.includes('--quick');
const seconds = quick ? 6 : 20;
const SERVER = new URL('../dist/main.js', import.meta.url).pathname;
const ECHO = new URL('./echo-server.ts', import.meta.url).pathname;

interface Row {
  what: string;
  perSecond: number;
  p50: number;
  p99: number;
  cpuMicros: number;
  memoryMiB: number;
  bytes: number | null;
  refused: number;
}

/** Bodies made before the clock starts: making them must not be measured. */
function ring(mix: Mix, size: number): Iterator<string, unknown> {
  const source = bodies(mix);
  const kept = Array.from({ length: size }, () => source.next().value);
  let next = 0;
  return { next: () => ({ done: false, value: kept[next++ % kept.length] as string }) };
}

async function measure(what: string, service: Running, key: string, mix: Mix, rate?: number): Promise<Row> {
  const stream = ring(mix, quick ? 4_000 : 20_000);
  // A first second warms the compiler and the caches and is not counted.
  await runLoad({ url: service.baseUrl, key, seconds: 2, connections: 64, bodies: stream });
  const cpu = service.cpuMicros();
  const result = await runLoad({ url: service.baseUrl, key, seconds, connections: 64, rate, bodies: stream });
  return {
    what,
    perSecond: result.perSecond,
    p50: result.p50,
    p99: result.p99,
    cpuMicros: (service.cpuMicros() - cpu) / Math.max(1, result.accepted),
    memoryMiB: service.memory().peak / 1024 / 1024,
    bytes: null,
    refused: result.refused,
  };
}

/** The secret key of the test environment that the first start wrote down. */
function secretKey(dataDir: string): string {
  const firstRun = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
  return firstRun.environments.test.secret_key as string;
}

async function engine(name: string, environment: Record<string, string>): Promise<Row[]> {
  const service = await startService(SERVER, '/readyz', environment);
  try {
    const key = secretKey(service.dataDir);
    const mix: Mix = { devices: 20_000, seed: 7 };
    const rows = [await measure(`${name}, closed loop, 64 connections`, service, key, mix)];
    for (const rate of [500, 1_000]) {
      rows.push(await measure(`${name}, open loop, ${rate}/s`, service, key, mix, rate));
    }
    for (const hot of ['address', 'account'] as const) {
      rows.push(await measure(`${name}, closed loop, one ${hot}`, service, key, { ...mix, hot }));
    }
    const size = await databaseBytes(service.dataDir, environment.DATABASE_URL ?? null);
    if (rows[0] !== undefined) rows[0].bytes = size.bytes / size.events;
    return rows;
  } finally {
    await service.stop();
  }
}

function print(rows: readonly Row[]): void {
  console.log('| what | events/s | p50 ms | p99 ms | CPU µs/event | peak MiB | bytes/event | refused |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const cells = [row.perSecond, row.p50, row.p99, row.cpuMicros, row.memoryMiB].map((value) => value.toFixed(0));
    console.log(`| ${row.what} | ${cells.join(' | ')} | ${row.bytes?.toFixed(0) ?? ''} | ${row.refused} |`);
  }
}

const echo = await startService(ECHO, '/healthz');
const rows = [await measure('yardstick: bare Fastify echo', echo, 'none', { devices: 20_000, seed: 7 })];
await echo.stop();
rows.push(...(await engine('SQLite', {})));
const postgres = await startPostgres({ durable: true });
rows.push(...(await engine('PostgreSQL', { DATABASE_URL: postgres.url })));
await postgres.stop();
console.log(machine());
print(rows);
