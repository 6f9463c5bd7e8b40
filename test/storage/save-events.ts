// A separate process that saves events to a SQLite file, many concurrently, and prints the id of each acknowledged one.
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { newEnvironment, saveEvent } from './contract/engine-under-test.ts';
import { digest, eventKeys } from './sample.ts';

const store = await openSqlite({ path: process.argv[2] as string });
const environments = await store.tenants.environments(null);
const { number } = environments[0] ?? (await newEnvironment(store));

async function saveForever(writer: number): Promise<never> {
  for (let index = 0; ; index += 1) {
    const from = eventKeys(number, {
      accountKey: digest(`${process.pid} ${writer} ${index % 50}`),
      persistentId: digest(`${process.pid} ${writer} ${index % 50}`),
      at: Date.now(),
    });
    try {
      const { event } = await saveEvent(store, from);
      process.stdout.write(`${event.id}\n`);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'unavailable') throw error;
      process.stdout.write('unavailable\n');
      await sleep(20);
    }
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => saveForever(writer)));
