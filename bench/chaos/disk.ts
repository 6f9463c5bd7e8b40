// `npm run prove:disk` (as root, on Linux): the disk fills while the service takes events, and has room again (C08 of the
// fault list), on both engines. The disk is a tmpfs in a mount namespace of this process's own.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { integrityOf } from '../../test/faults/kill-rounds.ts';
import { freshDatabase, startPostgres } from '../../test/postgres.ts';
import { bodies } from '../load/population.ts';
import { secretKey } from '../service/first-run.ts';
import { type Running, startService } from '../service/start-service.ts';

const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
const CALLERS = 16;
const PRIVATE = 'PROVE_DISK_PRIVATE';

if (process.env[PRIVATE] === undefined) {
  const [node, ...flags] = [process.execPath, ...process.execArgv];
  const command = ['--mount', '--propagation', 'private', node as string, ...flags, ...process.argv.slice(1)];
  const inside = spawnSync('unshare', command, { stdio: 'inherit', env: { ...process.env, [PRIVATE]: '1' } });
  process.exit(inside.status ?? 1);
}

/** A disk of its own, with something on it that takes room and can be deleted. */
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

interface Taken {
  acknowledged: string[];
  statuses: Record<number, number>;
}

/** Sends events until told to stop; each answer's status is counted. */
async function send(service: Running, key: string, seed: number, taken: Taken, going: () => boolean): Promise<void> {
  const source = bodies({ devices: 2_000, seed });
  while (going()) {
    const answer = await fetch(`${service.baseUrl}/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: source.next().value,
    });
    taken.statuses[answer.status] = (taken.statuses[answer.status] ?? 0) + 1;
    const { data } = (await answer.json()) as { data?: { id: string } };
    if (answer.status === 201 && data !== undefined) taken.acknowledged.push(data.id);
    else await pause(20);
  }
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 3_000) throw new Error(`no sign of ${what} in a minute`);
    await pause(20);
  }
}

async function fillAndFree(name: string, service: Running, dataDir: string, disk: { free(): void }): Promise<void> {
  const key = secretKey(dataDir);
  const taken: Taken = { acknowledged: [], statuses: {} };
  let going = true;
  const callers = Array.from({ length: CALLERS }, (_, lane) => send(service, key, lane + 1, taken, () => going));
  const all = Promise.all(callers);
  all.catch(() => {});
  await Promise.race([all, until(() => (taken.statuses[503] ?? 0) > 50, 'a full disk')]);
  const before = taken.acknowledged.length;
  assert.equal(service.process.exitCode, null, 'the service stays up');
  disk.free();
  await Promise.race([all, until(() => taken.acknowledged.length > before + 200, 'events after there was room again')]);
  going = false;
  await all;
  const lost: string[] = [];
  for (const id of taken.acknowledged) {
    const answer = await fetch(`${service.baseUrl}/v1/events/${id}`, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    if (answer.status !== 200) lost.push(id);
  }
  console.log(name, { acknowledged: taken.acknowledged.length, statuses: taken.statuses, lost: lost.length });
  assert.deepEqual(Object.keys(taken.statuses).toSorted(), ['201', '503']);
  assert.deepEqual(lost, []);
}

const small = makeDisk(48, 24);
const embedded = join(small.path, 'data');
mkdirSync(embedded);
const alone = await startService(SERVER, '/readyz', { ASSAY_LOG_LEVEL: 'fatal' }, embedded);
await fillAndFree('SQLite', alone, embedded, small);
await alone.stop();
assert.equal(await integrityOf(join(embedded, 'assay.db')), 'ok');
small.unmount();

// PostgreSQL keeps its data, and its write-ahead log, under the temporary folder.
const large = makeDisk(320, 64);
process.env.TMPDIR = large.path;
const server = await startPostgres({ settings: { min_wal_size: '32MB', max_wal_size: '64MB' } });
const beside = mkdtempSync('/var/tmp/assay-disk-');
const { url } = await freshDatabase(server.url);
const service = await startService(SERVER, '/readyz', { DATABASE_URL: url, ASSAY_LOG_LEVEL: 'fatal' }, beside);
writeFileSync(join(large.path, 'more'), Buffer.alloc(room(large.path) - 12 * 1024 * 1024, 1));
await fillAndFree('PostgreSQL', service, beside, {
  free() {
    large.free();
    rmSync(join(large.path, 'more'));
  },
});
await service.stop();
await server.stop();
large.unmount();
rmSync(beside, { recursive: true, force: true });

/** Bytes that are free. */
function room(path: string): number {
  return Number(execFileSync('df', ['--output=avail', '-B1', path], { encoding: 'utf8' }).split('\n')[1]);
}
