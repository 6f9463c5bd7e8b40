// `npm run prove:soak [-- HOURS [SPEED]]`: the service under a clock that runs SPEED (60) times as fast, for HOURS (24) of it,
// while 200 events a second come in and receivers of every kind take what is announced (D01 of the fault list), on both
// engines: memory, files and WAL stay flat, the backlog returns to 0, retention removes what is old. Needs `faketime`.
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
import { signalsOf } from '../load/population.ts';
import { firstRun, logIn, request, secretKey } from '../service/first-run.ts';
import { machine } from '../service/machine.ts';
import { type Running, startService } from '../service/start-service.ts';

const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
const hours = Number(process.argv[2] ?? 24);
const speed = Number(process.argv[3] ?? 60);
/** Events a second of real time. */
const RATE = 200;
/** One event in so many is blocked: what the bad receivers are told of, so that their slots can keep up. */
const BLOCKED = 400;
const SAMPLES = 30;

/** The library that `faketime` would preload: preloaded by ourselves, the process is ours to measure and to end. */
function fakeTimeLibrary(): string {
  const found = execFileSync('find', ['/usr/lib', '-name', 'libfaketimeMT.so.1'], { encoding: 'utf8' }).split('\n')[0];
  if (!found) throw new Error('libfaketime is not installed (Debian: apt-get install faketime)');
  return found;
}

/** Receivers that answer at once, after a while, never, with 500, now and then, and one where nobody listens. */
async function startReceivers(): Promise<{ urls: { good: string; bad: string[] }; close(): void }> {
  const servers: Server[] = [];
  let turn = 0;
  const start = async (answer: (respond: (status: number) => void) => void) => {
    const server = createServer((incoming, response) => {
      incoming.resume().on('end', () => answer((status) => response.writeHead(status).end('ok')));
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
    await start((respond) => respond(++turn % 3 === 0 ? 200 : 503)),
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
  /** Bytes of SQLite's write-ahead log. */
  wal: number;
}

function sample(service: Running): Sample {
  const wal = join(service.dataDir, 'assay.db-wal');
  return {
    memory: service.memory().now,
    files: readdirSync(`/proc/${service.process.pid}/fd`).length,
    wal: existsSync(wal) ? statSync(wal).size : 0,
  };
}

/** On a connection of its own: one that is kept alive is closed as fast as the clock runs, often just before its next use. */
async function ask(url: string, options: RequestOptions, body?: string): Promise<{ status: number; text: string }> {
  const sending = httpRequest(url, { ...options, agent: false });
  sending.end(body);
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: Buffer.concat(await answer.toArray()).toString() };
}

async function send(service: Running, key: string, n: number, refused: number[]): Promise<void> {
  const device = n % 5_000;
  const account = { id: n % BLOCKED === 0 ? `force_block_${device}` : `acc_${device}` };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ event: 'login', account, signals: signalsOf(device) });
  const { status } = await ask(`${service.baseUrl}/v1/events`, { method: 'POST', headers }, body);
  if (status !== 201) refused.push(status);
}

async function pendingOf(service: Running): Promise<number> {
  const { text } = await ask(`${service.baseUrl}/metrics`, {});
  return Number(/^assay_webhook_pending (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

/**
 * Makes the endpoints at the usual speed and returns the secret key: a log-in costs a tenth of a second of hashing on
 * purpose, and the limits on requests run as fast as the clock (one was answered 408).
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
  const begun = Date.now();
  const faked = { LD_PRELOAD: fakeTimeLibrary(), FAKETIME: `+0 x${speed}`, ASSAY_WEBHOOK_LOG_DAYS: '1' };
  const service = await startService(SERVER, '/readyz', { ...storage, ...faked }, dataDir);
  const samples: Sample[] = [];
  const refused: number[] = [];
  const total = Math.round(((hours * 3_600) / speed) * RATE);
  const under = new Set<Promise<void>>();
  const since = performance.now();
  for (let n = 0; n < total; n++) {
    const wait = since + (n * 1_000) / RATE - performance.now();
    if (wait > 1) await pause(wait);
    const one = send(service, key, n, refused).finally(() => under.delete(one));
    under.add(one);
    if (n % Math.ceil(total / SAMPLES) === 0) samples.push(sample(service));
  }
  await Promise.all(under);
  const backlog = await pendingOf(service);
  while ((await pendingOf(service)) > 0) await pause(1_000);
  // The hourly upkeep once more, for what ended last.
  await pause((2 * HOUR) / speed);
  samples.push(sample(service));
  const now = begun + (Date.now() - begun) * speed;
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
  const most = (part: Sample[], of: keyof Sample) => Math.max(...part.map((one) => one[of]));
  const [early, late] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const shown = (of: keyof Sample, unit: number) =>
    `${Math.round(most(early, of) / unit)} → ${Math.round(most(late, of) / unit)}`;
  const memory = shown('memory', 1_048_576);
  console.log(
    `| ${name} | ${total} | ${refused.length} | ${memory} | ${shown('files', 1)} | ${shown('wal', 1_048_576)} | ${backlog} → 0 | ${stale} |`,
  );
  assert.equal(stale, 0, 'deliveries that ended more than a day ago are still there');
  assert.deepEqual(refused, []);
  assert.ok(most(late, 'memory') < most(early, 'memory') * 1.25, `memory grew: ${memory} MiB`);
}

console.log(`${machine()}; ${hours} h at ${speed} times the speed, ${RATE} events/s of real time\n`);
console.log('| engine | events | refused | memory MiB | open files | WAL MiB | backlog | older than retention |');
console.log('|---|---|---|---|---|---|---|---|');
await soak('SQLite', {});
const server = await startPostgres({ durable: true });
await soak('PostgreSQL', { DATABASE_URL: (await freshDatabase(server.url)).url });
await server.stop();
