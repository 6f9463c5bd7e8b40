// kill -9 while deliveries are under way: none is lost, each arrives once or more (C01, C03). CRASH_KILLS=60 is the long run.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { freshDatabase } from '../postgres.ts';
import { addEndpoint, delivery, environments, KEYS } from './engines.ts';
import { answer, startReceiver } from './receivers.ts';
import { idsAt } from './running-dispatcher.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const KILLS = Number(process.env.CRASH_KILLS ?? 4);
/** Deliveries that arrive between two kills. */
const BETWEEN = 80;
const ENDPOINTS = 8;
/** A lease of 30 s is over in one: what a killed worker held is taken up again within the test. */
const SPEED = 30;

it('on PostgreSQL with four workers, one of them killed again and again', async () => {
  const database = await freshDatabase();
  const store = await openPostgres({ url: database.url, poolSize: 2 });
  try {
    await killWhileDelivering(database.url, 4, store);
  } finally {
    await store.close();
    await database.drop();
  }
});

it('on SQLite with one worker, killed and started anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-crashes-'));
  const path = join(folder, 'assay.db');
  try {
    const open = () => openSqlite({ path });
    const store = await open();
    await killWhileDelivering(path, 1, store, open);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** `reopen` is given where one process owns the storage: the store is closed while workers run. */
async function killWhileDelivering(storage: string, count: number, first: Store, reopen?: () => Promise<Store>) {
  await using receiver = await startReceiver((socket) => void setTimeout(() => socket.end(answer(200)), 3));
  const base = Date.now();
  const queued = await fill(first, receiver.url, base);
  if (reopen !== undefined) await first.close();
  const start = () => startWorker([storage, Buffer.from(KEYS[0].key).toString('base64'), String(base), String(SPEED)]);
  const workers = await Promise.all(Array.from({ length: count }, start));
  for (let killed = 1; killed <= KILLS; killed++) {
    while (receiver.requests.length < killed * BETWEEN) await pause(2);
    const victim = killed % count;
    await kill(workers[victim] as ChildProcess);
    workers[victim] = await start();
  }
  const missing = () => {
    const got = new Set(idsAt(receiver));
    return [...queued.keys()].filter((id) => !got.has(id));
  };
  while (missing().length > 0) await pause(50);
  // What was sent but not written before a kill is sent again when its lease is over: some more rounds may be needed.
  let store: Store;
  for (;;) {
    for (const worker of workers.splice(0)) await stop(worker);
    store = reopen === undefined ? first : await reopen();
    if ((await store.webhooks.queue.statistics(base)).pending === 0) break;
    if (reopen !== undefined) await store.close();
    workers.push(await start());
    await pause(500);
  }
  for (const [id, { environment, endpoint }] of queued) {
    const found = await store.webhooks.log.find(environment, endpoint, id);
    assert.equal(found?.status, 'delivered', id);
    assert.equal(found.attempts.at(-1)?.httpStatus, 200);
  }
  if (reopen !== undefined) await store.close();
}

async function fill(store: Store, url: string, now: number) {
  const { environment, otherEnvironment } = await environments(store);
  const queued = new Map<string, { environment: number; endpoint: string }>();
  for (let n = 0; n < ENDPOINTS; n++) {
    const number = n % 2 === 0 ? environment : otherEnvironment;
    const { id: endpoint } = await addEndpoint(store, number, { url });
    const queue = async () => {
      const one = delivery(endpoint, now);
      queued.set(one.id, { environment: number, endpoint });
      await store.webhooks.queue.enqueue(number, one, now);
    };
    await Promise.all(Array.from({ length: ((KILLS + 1) * BETWEEN) / ENDPOINTS }, queue));
  }
  return queued;
}

async function startWorker(args: string[]): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['--import', 'tsx', WORKER, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout, 'data');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

async function stop(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
}
