// Measures the CPU time of events without HTTP in this process, for `compare.ts`, which bundles it with each checkout:
// `event-cost.mjs DATABASE_URL EVENTS`. Prints one JSON object.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { openStore } from '../../src/storage/open.ts';
import { type Prepared, prepare } from '../micro/recorded-events.ts';
import { databaseBytes } from '../service/database-size.ts';

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

const [databaseUrl = '', count = '6000'] = process.argv.slice(2);
const events = Number(count);
const dataDir = mkdtempSync(join(tmpdir(), 'assay-cost-'));
const store = await openStore({ databaseUrl: databaseUrl === '' ? null : databaseUrl, dataDir });

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
