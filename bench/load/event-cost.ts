// Measures the CPU time of events without HTTP in this process, for `compare.ts`: `event-cost.ts CHECKOUT DATABASE_URL EVENTS`.
// Prints one JSON object. The code under test comes from CHECKOUT, so that two versions are measured by the same program.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { recordEvent as RecordEvent } from '../../src/flows/events/record-event.ts';
import type { openStore as OpenStore } from '../../src/storage/open.ts';
import type { prepare as Prepare } from '../micro/recorded-events.ts';
import type { databaseBytes as DatabaseBytes } from '../service/database-size.ts';

/** Concurrent events, as with 64 HTTP connections, and the events of one batch of the rollups. */
const CONCURRENCY = 64;

/** CPU time of the process per event, µs, compiler and garbage collector included, and bytes stored per event. */
export interface EventCost {
  newDevices: number;
  returning: number;
  oneAddress: number;
  /** Counting an event of a returning device in the rollups. */
  rollups: number;
  bytes: number;
}

const [checkout = '', databaseUrl = '', count = '6000'] = process.argv.slice(2);
const events = Number(count);
const { prepare } = (await import(join(checkout, 'bench/micro/recorded-events.ts'))) as { prepare: typeof Prepare };
const { recordEvent } = (await import(join(checkout, 'src/flows/events/record-event.ts'))) as {
  recordEvent: typeof RecordEvent;
};
const { openStore } = (await import(join(checkout, 'src/storage/open.ts'))) as { openStore: typeof OpenStore };
// A second copy of SQLite in the process would release the locks of the first, and the log's index could shrink under it (SIGBUS).
const { databaseBytes } = (await import(join(checkout, 'bench/service/database-size.ts'))) as {
  databaseBytes: typeof DatabaseBytes;
};

const dataDir = mkdtempSync(join(tmpdir(), 'assay-cost-'));
const store = await openStore({ databaseUrl: databaseUrl === '' ? null : databaseUrl, dataDir });

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** CPU time of the process during `work`, µs. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return user + system;
}

/** Records the inputs and returns the CPU time of one, µs. */
async function costOf({ environment, context, inputs }: Prepared): Promise<number> {
  let next = 0;
  const worker = async () => {
    for (let input = inputs[next++]; input !== undefined; input = inputs[next++]) {
      await recordEvent(context, environment, input);
    }
  };
  return (await cpuOf(() => Promise.all(Array.from({ length: CONCURRENCY }, worker)))) / inputs.length;
}

/** Applies all pending events and returns the CPU time of one of `count`, µs. */
async function costOfRollups({ environment }: Prepared, count: number): Promise<number> {
  const applied = () => store.rollups.applyPending(environment.number, CONCURRENCY);
  return (
    (await cpuOf(async () => {
      while ((await applied()) > 0);
    })) / count
  );
}

// The warmup of the compiler: during the first thousands an event costs three times as much.
await costOf(await prepare(store, { devices: Math.ceil(events / 4), seed: 5 }, Math.ceil(events / 2)));
const mix = { devices: events * 3, seed: 7 };
const first = await prepare(store, mix, events);
const before = await databaseBytes(dataDir, databaseUrl === '' ? null : databaseUrl);
const newDevices = await costOf(first);
const after = await databaseBytes(dataDir, databaseUrl === '' ? null : databaseUrl);
await costOfRollups(first, events);
const returning = await costOf(first);
const rollups = await costOfRollups(first, events);
const oneAddress = await costOf(await prepare(store, { ...mix, hot: 'address' }, events));
await store.close();
rmSync(dataDir, { recursive: true, force: true });
const bytes = (after.bytes - before.bytes) / (after.events - before.events);
console.log(JSON.stringify({ newDevices, returning, oneAddress, rollups, bytes } satisfies EventCost));
