// `npm run chaos:soak [-- HOURS [SPEED]]`: runs the service for HOURS (24) of a clock that is SPEED (60) times as fast, with 200
// events per second and webhook receivers of every kind, on both engines. Checks that memory stays flat, every event is accepted,
// the backlog returns to 0 and retention removes old deliveries; prints open files and WAL size. Needs `faketime`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { freshDatabase, startPostgres } from '../../test/postgres.ts';
import { firstRun, logIn, request, secretKey } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { type RunningService, SERVER, startService } from '../service/start-service.ts';
import { signalsOf } from '../simulate/request-bodies.ts';

const hours = Number(process.argv[2] ?? 24);
const speed = Number(process.argv[3] ?? 60);
/** Events per second of real time. */
const RATE = 200;
/** One event in this many is blocked and sent to the bad receivers: few enough for their concurrency limit. */
const BLOCKED_EVERY = 400;
const SAMPLES = 30;

/** Finds the library of `faketime`. It is preloaded directly because a wrapper process could not be measured or stopped. */
function fakeTimeLibrary(): string {
  const found = execFileSync('find', ['/usr/lib', '-name', 'libfaketimeMT.so.1'], { encoding: 'utf8' }).split('\n')[0];
  if (!found) throw new Error('libfaketime is not installed (Debian: apt-get install faketime)');
  return found;
}

/** Receivers that respond at once, slowly, never, with 500, and every third time, plus a port without a listener. */
async function startReceivers(): Promise<{ urls: { good: string; bad: string[] }; close(): void }> {
  const servers: Server[] = [];
  let attempts = 0;
  const start = async (handle: (respond: (status: number) => void) => void) => {
    const server = createServer((incoming, response) => {
      incoming.resume().on('end', () => handle((status) => response.writeHead(status).end('ok')));
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await new Promise((resolve) => server.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const good = await start((respond) => respond(200));
  const bad = [
    await start((respond) => setTimeout(respond, 2_000 / speed, 200)),
    await start(() => {}),
    await start((respond) => respond(500)),
    await start((respond) => respond(++attempts % 3 === 0 ? 200 : 503)),
    'http://127.0.0.1:9/',
  ];
  const close = () => {
    for (const server of servers) server.close().closeAllConnections();
  };
  return { urls: { good, bad }, close };
}

interface Sample {
  memory: number;
  files: number;
  /** Size of SQLite's write-ahead log, bytes. */
  wal: number;
}

function sample(service: RunningService): Sample {
  const wal = join(service.dataDir, 'assay.db-wal');
  return {
    memory: service.memory().now,
    files: readdirSync(`/proc/${service.process.pid}/fd`).length,
    wal: existsSync(wal) ? statSync(wal).size : 0,
  };
}

/** Sends a request on a new connection: on the fast clock a keep-alive connection times out, often just before its next use. */
async function httpCall(
  url: string,
  options: RequestOptions,
  body?: string,
): Promise<{ status: number; text: string }> {
  const outgoing = httpRequest(url, { ...options, agent: false });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: Buffer.concat(await response.toArray()).toString() };
}

async function send(service: RunningService, key: string, n: number, rejected: number[]): Promise<void> {
  const device = n % 5_000;
  const account = { id: n % BLOCKED_EVERY === 0 ? `force_block_${device}` : `acc_${device}` };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ event: 'login', account, signals: signalsOf(device) });
  const { status } = await httpCall(`${service.baseUrl}/v1/events`, { method: 'POST', headers }, body);
  if (status !== 201) rejected.push(status);
}

async function pendingOf(service: RunningService): Promise<number> {
  const { text } = await httpCall(`${service.baseUrl}/metrics`, {});
  return Number(/^assay_webhook_pending (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

/**
 * Creates the endpoints at normal speed and returns the secret key. A login takes a tenth of a second of password hashing,
 * and request timeouts run on the fast clock (a login there once got 408).
 */
async function prepare(storage: Record<string, string>, dataDir: string, good: string, bad: readonly string[]) {
  const service = await startService(SERVER, '/readyz', storage, dataDir);
  const first = firstRun(dataDir);
  const token = await logIn(service, first);
  const list = `${service.baseUrl}/v1/environments/${first.environments.test.id}/webhooks`;
  await request('POST', list, token, { url: good, event_types: ['risk.assessment.completed'] });
  for (const url of bad) await request('POST', list, token, { url, event_types: ['decision.block'] });
  await service.stop();
  return secretKey(dataDir);
}

async function soak(name: string, storage: Record<string, string>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-soak-'));
  const receivers = await startReceivers();
  const { good, bad } = receivers.urls;
  const key = await prepare(storage, dataDir, good, bad);
  const startedAt = Date.now();
  const faked = { LD_PRELOAD: fakeTimeLibrary(), FAKETIME: `+0 x${speed}`, ASSAY_WEBHOOK_LOG_DAYS: '1' };
  const service = await startService(SERVER, '/readyz', { ...storage, ...faked }, dataDir);
  const samples: Sample[] = [];
  const rejected: number[] = [];
  const total = Math.round(((hours * 3_600) / speed) * RATE);
  const pending = new Set<Promise<void>>();
  const started = performance.now();
  for (let n = 0; n < total; n++) {
    const wait = started + (n * 1_000) / RATE - performance.now();
    if (wait > 1) await pause(wait);
    const one = send(service, key, n, rejected).finally(() => pending.delete(one));
    pending.add(one);
    if (n % Math.ceil(total / SAMPLES) === 0) samples.push(sample(service));
  }
  await Promise.all(pending);
  const backlog = await pendingOf(service);
  while ((await pendingOf(service)) > 0) await pause(1_000);
  // Wait for another run of the hourly maintenance, which prunes the last deliveries.
  await pause((2 * HOUR) / speed);
  samples.push(sample(service));
  const now = startedAt + (Date.now() - startedAt) * speed;
  await service.stop();
  receivers.close();
  const store = storage.DATABASE_URL
    ? await openPostgres({ url: storage.DATABASE_URL })
    : await openSqlite({ path: join(dataDir, 'assay.db') });
  const [environment] = (await store.tenants.environments(null)).filter(({ kind }) => kind === 'test');
  const stale = await store.webhooks.log.prune(environment?.number ?? 0, now - DAY - 3 * HOUR, 1);
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
  const third = Math.floor(samples.length / 3);
  const peak = (part: Sample[], of: keyof Sample) => Math.max(...part.map((one) => one[of]));
  const [early, late] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const format = (of: keyof Sample, unit: number) =>
    `${Math.round(peak(early, of) / unit)} → ${Math.round(peak(late, of) / unit)}`;
  const memory = format('memory', 1_048_576);
  console.log(
    `| ${name} | ${total} | ${rejected.length} | ${memory} | ${format('files', 1)} | ${format('wal', 1_048_576)} | ${backlog} → 0 | ${stale} |`,
  );
  assert.equal(stale, 0, 'deliveries that finished more than a day ago were not removed');
  assert.deepEqual(rejected, []);
  assert.ok(peak(late, 'memory') < peak(early, 'memory') * 1.25, `memory grew: ${memory} MiB`);
}

console.log(`${describeMachine()}; ${hours} h at ${speed} times normal speed, ${RATE} events/s of real time\n`);
console.log('| engine | events | rejected | memory MiB | open files | WAL MiB | backlog | older than retention |');
console.log('|---|---|---|---|---|---|---|---|');
await soak('SQLite', {});
const server = await startPostgres({ durable: true });
await soak('PostgreSQL', { DATABASE_URL: (await freshDatabase(server.url)).url });
await server.stop();
