// Kills workers with kill -9 during deliveries: none is lost, each arrives at least once (faults C01 and C03). `npm run
// chaos:deliveries` does the same for a minute with ten thousand.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { freshDatabase } from '../postgres.ts';
import { httpResponse, startReceiver } from './receivers.ts';
import { deliveryIdsOf } from './running-dispatcher.ts';
import { createEndpoints, queueDeliveries, startWorker, undelivered, WorkerPool } from './worker-pool.ts';

const KILLS = 4;
/** Deliveries that arrive between two kills. */
const DELIVERIES_PER_KILL = 80;
/** The clock runs 30 times as fast: a killed worker's lease of 30 s expires after one second of the test. */
const SPEED = 30;

test('PostgreSQL: four workers lose no delivery when one is killed repeatedly', async () => {
  const database = await freshDatabase();
  const store = await openPostgres({ url: database.url, poolSize: 2 });
  try {
    await killWhileDelivering(database.url, 4, store);
  } finally {
    await store.close();
    await database.drop();
  }
});

test('SQLite: one worker loses no delivery when killed and restarted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-crashes-'));
  const path = join(folder, 'assay.db');
  try {
    const open = () => openSqlite({ path });
    await killWhileDelivering(path, 1, await open(), open);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** With `reopen` one process owns the storage, so the store is closed while workers run. */
async function killWhileDelivering(storage: string, size: number, first: Store, reopen?: () => Promise<Store>) {
  await using receiver = await startReceiver((socket) => void setTimeout(() => socket.end(httpResponse(200)), 3));
  const base = Date.now();
  const endpoints = await createEndpoints(first, receiver.url, 8);
  const queued = await queueDeliveries(first, endpoints, (KILLS + 1) * DELIVERIES_PER_KILL, base);
  if (reopen !== undefined) await first.close();
  const pool = new WorkerPool(size, () => startWorker(storage, base, SPEED));
  await pool.start();
  for (let killed = 1; killed <= KILLS; killed++) {
    while (receiver.requests.length < killed * DELIVERIES_PER_KILL) await pause(2);
    await pool.replace(killed % size);
  }
  const missing = () => {
    const received = new Set(deliveryIdsOf(receiver));
    return [...queued.keys()].filter((id) => !received.has(id));
  };
  while (missing().length > 0) await pause(50);
  // Deliveries sent but not saved before a kill are sent again when their lease expires: this may take more rounds.
  for (;;) {
    await pool.stop();
    const store = reopen === undefined ? first : await reopen();
    const { pending } = await store.webhooks.queue.statistics(base);
    if (pending === 0) assert.deepEqual(await undelivered(store, queued), []);
    if (reopen !== undefined) await store.close();
    if (pending === 0) return;
    await pool.start();
    await pause(500);
  }
}
