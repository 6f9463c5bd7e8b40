// `npm run prove:deliveries [-- calm | kills]`: four worker processes on one PostgreSQL. Ten thousand deliveries, each exactly once; then with
// kill -9 of a random worker every second for a minute, each once or more and none lost (C03 of the fault list).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { freshDatabase, startPostgres } from '../../test/postgres.ts';
import { KEYS } from '../../test/webhooks/engines.ts';
import {
  createEndpoints,
  type Queued,
  queueDeliveries,
  undelivered,
  WorkerPool,
} from '../../test/webhooks/worker-pool.ts';
import { startReceiver } from '../load/webhook-receiver.ts';
import { startService } from '../service/start-service.ts';

const DELIVERIES = 10_000;
const WORKERS = 4;
const ENDPOINTS = 40;
const KILL_SECONDS = 60;
const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;
const KEY = `${KEYS[0].id}:${Buffer.from(KEYS[0].key).toString('base64')}`;

const dataDir = mkdtempSync(join(tmpdir(), 'assay-prove-'));
const server = await startPostgres({ durable: true });

async function onDatabase(prove: (url: string, store: Store) => Promise<void>) {
  const { url } = await freshDatabase(server.url);
  const store = await openPostgres({ url, poolSize: 4 });
  try {
    await prove(url, store);
  } finally {
    await store.close();
  }
}

function crewOn(storage: string): WorkerPool {
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
  const crew = crewOn(storage);
  await crew.start();
  await receiver.until(DELIVERIES);
  while ((await store.webhooks.queue.statistics(Date.now())).pending > 0) await pause(100);
  await crew.stop();
  await receiver.close();
  const ids = receiver.arrivals.map(({ id }) => id);
  console.log(`${DELIVERIES} queued, ${ids.length} arrived, ${new Set(ids).size} different; no worker died`);
  assert.equal(ids.length, DELIVERIES);
  assert.equal(new Set(ids).size, DELIVERIES);
  assert.deepEqual(await undelivered(store, queued), []);
}

async function kills(storage: string, store: Store): Promise<void> {
  const receiver = await startReceiver(true);
  const endpoints = await createEndpoints(store, receiver.url, ENDPOINTS);
  const queued: Queued = new Map();
  const crew = crewOn(storage);
  await crew.start();
  const killing: Promise<void>[] = [];
  const busy = new Set<number>();
  let killed = 0;
  for (let second = 0; second < KILL_SECONDS; second++) {
    await queueDeliveries(store, endpoints, Math.ceil(DELIVERIES / KILL_SECONDS), Date.now(), queued);
    // One that is still being started has nothing to lose: another is killed.
    const alive = Array.from({ length: WORKERS }, (_, at) => at).filter((at) => !busy.has(at));
    const victim = alive[Math.floor(Math.random() * alive.length)];
    if (victim !== undefined) {
      killed++;
      busy.add(victim);
      killing.push(crew.replace(victim).finally(() => busy.delete(victim)));
    }
    await pause(1_000);
  }
  await Promise.all(killing);
  // What the last one held is due again when its lease of 30 s is over.
  while ((await store.webhooks.queue.statistics(Date.now())).pending > 0) await pause(200);
  await crew.stop();
  await receiver.close();
  const ids = receiver.arrivals.map(({ id }) => id);
  const different = new Set(ids);
  const lost = [...queued.keys()].filter((id) => !different.has(id));
  console.log(
    `${queued.size} queued, ${ids.length} arrived, ${different.size} different, ${lost.length} lost; ${killed} kills`,
  );
  assert.deepEqual(lost, []);
  assert.deepEqual(await undelivered(store, queued), []);
}

const parts = { calm, kills };
for (const [name, prove] of Object.entries(parts)) {
  if (process.argv[2] === undefined || process.argv[2] === name) await onDatabase(prove);
}
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
