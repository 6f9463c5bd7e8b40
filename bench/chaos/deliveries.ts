// `npm run chaos:deliveries [-- calm | kills]`: runs four webhook workers on one PostgreSQL. `calm`: 10,000 deliveries arrive exactly
// once. `kills`: with a random worker killed (SIGKILL) every second for a minute, each arrives at least once.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase, startPostgres } from '../../test/postgres.ts';
import { KEYS } from '../../test/webhooks/fixture.ts';
import {
  createEndpoints,
  type Queued,
  queueDeliveries,
  undelivered,
  WorkerPool,
} from '../../test/webhooks/worker-pool.ts';
import { SERVER, startService } from '../service/start-service.ts';
import { startReceiver } from '../service/webhook-receiver.ts';

const DELIVERIES = 10_000;
const WORKERS = 4;
const ENDPOINTS = 40;
const KILL_SECONDS = 60;
const KEY = `${KEYS[0].id}:${Buffer.from(KEYS[0].key).toString('base64')}`;

const dataDir = mkdtempSync(join(tmpdir(), 'assay-deliveries-'));
const server = await startPostgres({ durable: true });

async function onDatabase(check: (url: string, store: Store) => Promise<void>) {
  const { url } = await freshDatabase(server.url);
  const store = await openPostgres({ url, poolSize: 4 });
  try {
    await check(url, store);
  } finally {
    await store.close();
  }
}

function workersOn(storage: string): WorkerPool {
  const settings = { DATABASE_URL: storage, ASSAY_ROLE: 'worker', ASSAY_ENCRYPTION_KEYS: KEY };
  return new WorkerPool(WORKERS, async () => (await startService(SERVER, '/readyz', settings, dataDir)).process);
}

async function calm(storage: string, store: Store): Promise<void> {
  const receiver = await startReceiver(true);
  const queued = await queueDeliveries(
    store,
    await createEndpoints(store, receiver.url, ENDPOINTS),
    DELIVERIES,
    Date.now(),
  );
  const workers = workersOn(storage);
  await workers.start();
  await receiver.waitFor(DELIVERIES);
  while ((await store.webhooks.queue.statistics(Date.now())).pending > 0) await pause(100);
  await workers.stop();
  await receiver.close();
  const ids = receiver.arrivals.map(({ id }) => id);
  console.log(`${DELIVERIES} queued, ${ids.length} arrived, ${new Set(ids).size} distinct; no worker was killed`);
  assert.equal(ids.length, DELIVERIES);
  assert.equal(new Set(ids).size, DELIVERIES);
  assert.deepEqual(await undelivered(store, queued), []);
}

async function kills(storage: string, store: Store): Promise<void> {
  const receiver = await startReceiver(true);
  const endpoints = await createEndpoints(store, receiver.url, ENDPOINTS);
  const queued: Queued = new Map();
  const workers = workersOn(storage);
  await workers.start();
  const killing: Promise<void>[] = [];
  const restarting = new Set<number>();
  let killed = 0;
  for (let second = 0; second < KILL_SECONDS; second++) {
    await queueDeliveries(store, endpoints, Math.ceil(DELIVERIES / KILL_SECONDS), Date.now(), queued);
    // Workers that are still starting are not killed: they have no deliveries to lose.
    const alive = Array.from({ length: WORKERS }, (_, index) => index).filter((index) => !restarting.has(index));
    const victim = alive[Math.floor(Math.random() * alive.length)];
    if (victim !== undefined) {
      killed++;
      restarting.add(victim);
      killing.push(workers.replace(victim).finally(() => restarting.delete(victim)));
    }
    await pause(1_000);
  }
  await Promise.all(killing);
  // The deliveries of the last killed worker are due again when its lease of 30 s expires.
  while ((await store.webhooks.queue.statistics(Date.now())).pending > 0) await pause(200);
  await workers.stop();
  await receiver.close();
  const ids = receiver.arrivals.map(({ id }) => id);
  const distinct = new Set(ids);
  const lost = [...queued.keys()].filter((id) => !distinct.has(id));
  console.log(
    `${queued.size} queued, ${ids.length} arrived, ${distinct.size} distinct, ${lost.length} lost; ${killed} kills`,
  );
  assert.deepEqual(lost, []);
  assert.deepEqual(await undelivered(store, queued), []);
}

const checks = { calm, kills };
for (const [name, check] of Object.entries(checks)) {
  if (process.argv[2] === undefined || process.argv[2] === name) await onDatabase(check);
}
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
