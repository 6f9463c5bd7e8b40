// `npm run bench [-- --quick]`: durable, scored decisions a second over HTTP, beside the yardsticks, in one run.
// Prints the Markdown table that stands in docs/performance.md.
import { startPostgres } from '../test/postgres.ts';
import { databaseBytes } from './database-size.ts';
import { machine } from './machine.ts';
import { measure, print, type Row, secretKey } from './measure-ingest.ts';
import type { Mix } from './population.ts';
import { startService } from './service.ts';

const quick = process.argv.includes('--quick');
const seconds = quick ? 5 : 12;
const SERVER = new URL('../dist/main.js', import.meta.url).pathname;
const ECHO = new URL('./echo-server.ts', import.meta.url).pathname;

async function engine(name: string, environment: Record<string, string>): Promise<Row[]> {
  const service = await startService(SERVER, '/readyz', environment);
  try {
    const key = secretKey(service.dataDir);
    const mix: Mix = { devices: 20_000, seed: 7 };
    const rows = [await measure(`${name}, closed loop, nearly all new devices`, service, key, mix, { seconds })];
    const size = await databaseBytes(service.dataDir, environment.DATABASE_URL ?? null);
    if (rows[0] !== undefined) rows[0].bytes = size.bytes / size.events;
    // The same events once more, as by customers who come back: nobody logs in ten times a minute.
    const returning = mix;
    rows.push(await measure(`${name}, closed loop, returning devices`, service, key, returning, { seconds }));
    for (const rate of [500, 1_000]) {
      rows.push(await measure(`${name}, open loop, ${rate}/s`, service, key, returning, { seconds, rate }));
    }
    for (const hot of ['address', 'account'] as const) {
      rows.push(await measure(`${name}, closed loop, one ${hot}`, service, key, { ...returning, hot }, { seconds }));
    }
    return rows;
  } finally {
    await service.stop();
  }
}

const echo = await startService(ECHO, '/healthz');
const rows = [await measure('yardstick: bare Fastify echo', echo, 'none', { devices: 20_000, seed: 7 }, { seconds })];
await echo.stop();
rows.push(...(await engine('SQLite', {})));
const postgres = await startPostgres({ durable: true });
rows.push(...(await engine('PostgreSQL', { DATABASE_URL: postgres.url })));
await postgres.stop();
console.log(machine());
print(rows);
