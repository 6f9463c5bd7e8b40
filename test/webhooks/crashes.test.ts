// kill -9 while deliveries are under way: none is lost, each arrives once or more (C01, C03). `npm run prove:deliveries` does
// it for a minute with ten thousand.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { freshDatabase } from '../postgres.ts';
import { answer, startReceiver } from './receivers.ts';
import { idsAt } from './running-dispatcher.ts';
import { Crew, endpointsOf, queueFor, startWorker, undelivered } from './worker-crew.ts';

const KILLS = 4;
/** Deliveries that arrive between two kills. */
const BETWEEN = 80;
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
    await killWhileDelivering(path, 1, await open(), open);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** `reopen` is given where one process owns the storage: the store is closed while workers run. */
async function killWhileDelivering(storage: string, size: number, first: Store, reopen?: () => Promise<Store>) {
  await using receiver = await startReceiver((socket) => void setTimeout(() => socket.end(answer(200)), 3));
  const base = Date.now();
  const endpoints = await endpointsOf(first, receiver.url, 8);
  const queued = await queueFor(first, endpoints, (KILLS + 1) * BETWEEN, base);
  if (reopen !== undefined) await first.close();
  const crew = new Crew(size, () => startWorker(storage, base, SPEED));
  await crew.start();
  for (let killed = 1; killed <= KILLS; killed++) {
    while (receiver.requests.length < killed * BETWEEN) await pause(2);
    await crew.replace(killed % size);
  }
  const missing = () => {
    const got = new Set(idsAt(receiver));
    return [...queued.keys()].filter((id) => !got.has(id));
  };
  while (missing().length > 0) await pause(50);
  // What was sent but not written before a kill is sent again when its lease is over: some more rounds may be needed.
  for (;;) {
    await crew.stop();
    const store = reopen === undefined ? first : await reopen();
    const { pending } = await store.webhooks.queue.statistics(base);
    if (pending === 0) assert.deepEqual(await undelivered(store, queued), []);
    if (reopen !== undefined) await store.close();
    if (pending === 0) return;
    await crew.start();
    await pause(500);
  }
}
