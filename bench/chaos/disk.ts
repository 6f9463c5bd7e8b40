// `npm run chaos:disk` (as root, on Linux): fills the disk while the service receives events, then frees space, on both engines. Checks
// that the service responds 503, stays up and loses no acknowledged event. The disk is a tmpfs in a private mount namespace.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freeBytes } from '../../src/storage/free-bytes.ts';
import { integrityOf } from '../../test/faults/kill-rounds.ts';
import { freshDatabase, startPostgres } from '../../test/postgres.ts';
import { secretKey } from '../service/first-run.ts';
import { type RunningService, SERVER, startService } from '../service/start-service.ts';
import { requestBodies } from '../simulate/request-bodies.ts';

const CLIENTS = 16;
/** Set in the process that runs inside the private mount namespace. */
const PRIVATE = 'CHAOS_DISK_PRIVATE';

if (process.env[PRIVATE] === undefined) {
  const [node, ...flags] = [process.execPath, ...process.execArgv];
  const command = ['--mount', '--propagation', 'private', node as string, ...flags, ...process.argv.slice(1)];
  const inside = spawnSync('unshare', command, { stdio: 'inherit', env: { ...process.env, [PRIVATE]: '1' } });
  process.exit(inside.status ?? 1);
}

/** Mounts a tmpfs with a ballast file that can be deleted to free space. */
function makeDisk(mebibytes: number, ballast: number): { path: string; free(): void; unmount(): void } {
  const path = mkdtempSync(join(tmpdir(), 'assay-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', path]);
  writeFileSync(join(path, 'ballast'), Buffer.alloc(ballast * 1024 * 1024, 1));
  return {
    path,
    free: () => rmSync(join(path, 'ballast')),
    unmount() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The responses to the events sent so far. */
interface Responses {
  acknowledged: string[];
  statuses: Record<number, number>;
}

/** Sends events while `active` returns true and counts the responses by status. */
async function send(
  service: RunningService,
  key: string,
  seed: number,
  responses: Responses,
  active: () => boolean,
): Promise<void> {
  const source = requestBodies({ devices: 2_000, seed });
  while (active()) {
    const response = await fetch(`${service.baseUrl}/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: source.next().value,
    });
    responses.statuses[response.status] = (responses.statuses[response.status] ?? 0) + 1;
    const { data } = (await response.json()) as { data?: { id: string } };
    if (response.status === 201 && data !== undefined) responses.acknowledged.push(data.id);
    else await pause(20);
  }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 3_000) throw new Error(`${what} did not happen within a minute`);
    await pause(20);
  }
}

/** `ready`, or the code of the reason against it. */
async function readiness(service: RunningService): Promise<string> {
  const response = await fetch(`${service.baseUrl}/readyz`);
  const { code } = (await response.json()) as { code?: string };
  return code ?? 'ready';
}

async function fillAndFree(
  name: string,
  service: RunningService,
  dataDir: string,
  disk: { free(): void | Promise<void> },
): Promise<void> {
  const key = secretKey(dataDir);
  const responses: Responses = { acknowledged: [], statuses: {} };
  let active = true;
  const clients = Array.from({ length: CLIENTS }, (_, index) => send(service, key, index + 1, responses, () => active));
  const all = Promise.all(clients);
  all.catch(() => {});
  await Promise.race([all, until(() => (responses.statuses[503] ?? 0) > 50, 'disk full')]);
  const before = responses.acknowledged.length;
  const full = await readiness(service);
  assert.equal(service.process.exitCode, null, 'the service stays up');
  await disk.free();
  await Promise.race([all, until(() => responses.acknowledged.length > before + 200, 'accepting events again')]);
  active = false;
  await all;
  const freed = await readiness(service);
  const lost: string[] = [];
  for (const id of responses.acknowledged) {
    const response = await fetch(`${service.baseUrl}/v1/events/${id}`, { headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    if (response.status !== 200) lost.push(id);
  }
  console.log(name, {
    acknowledged: responses.acknowledged.length,
    statuses: responses.statuses,
    lost: lost.length,
    readiness: { full, freed },
  });
  assert.equal(freed, 'ready');
  if (name === 'SQLite') assert.equal(full, 'storage_full');
  assert.deepEqual(Object.keys(responses.statuses).toSorted(), ['201', '503']);
  assert.deepEqual(lost, []);
}

const small = makeDisk(48, 24);
const embedded = join(small.path, 'data');
mkdirSync(embedded);
const sqliteService = await startService(SERVER, '/readyz', { ASSAY_LOG_LEVEL: 'fatal' }, embedded);
await fillAndFree('SQLite', sqliteService, embedded, small);
await sqliteService.stop();
assert.equal(await integrityOf(join(embedded, 'assay.db')), 'ok');
small.unmount();

// PostgreSQL stores its data and its write-ahead log in the temporary folder.
const large = makeDisk(320, 64);
process.env.TMPDIR = large.path;
const server = await startPostgres({ settings: { min_wal_size: '32MB', max_wal_size: '64MB' } });
const dataDir = mkdtempSync('/var/tmp/assay-disk-');
const { url } = await freshDatabase(server.url);
const service = await startService(SERVER, '/readyz', { DATABASE_URL: url, ASSAY_LOG_LEVEL: 'fatal' }, dataDir);
writeFileSync(join(large.path, 'more'), Buffer.alloc((await freeBytes(large.path)) - 12 * 1024 * 1024, 1));
await fillAndFree('PostgreSQL', service, dataDir, {
  async free() {
    large.free();
    rmSync(join(large.path, 'more'));
    // The recovery after the panic needs space too: without it the server exits, and an operator's init system restarts it.
    if (!(await accepts(server.url))) await server.crash();
  },
});
await service.stop();
await server.stop();
large.unmount();
rmSync(dataDir, { recursive: true, force: true });

/** Whether the server accepts connections within three seconds. */
async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
