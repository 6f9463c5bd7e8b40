// `npm run bench:resolve -- [DEVICES, default 10000] [sqlite|postgres]`: measures how long it takes to recognize the device of one
// event among DEVICES devices, reads included, in process: p50, p99, candidates, memory, table sizes. The devices are inserted
// directly and the measured events are not stored.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resolution } from '../../src/devices/observation.ts';
import { resolveAmong, resolveById } from '../../src/devices/resolve.ts';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
import type { IngestTransaction } from '../../src/records/ingest.ts';
import type { Store } from '../../src/records/store.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startPostgres } from '../../test/postgres.ts';
import { prepare } from '../micro/recorded-events.ts';
import { describeMachine } from '../service/machine.ts';
import { makeMachine, signalsOf } from '../simulate/devices-machines.ts';
import { Random } from '../simulate/random.ts';
import { percentile } from '../statistics.ts';
import { inputOf, type SampleDevice, type SeedTask } from './resolve-speed-seed.ts';

const devices = Number(process.argv[2] ?? 10_000);
const engines = process.argv[3] === undefined ? ['sqlite', 'postgres'] : [process.argv[3]];
/** Measured events of each kind. */
const SAMPLES = 3_000;
/** Events of each kind before the measured ones: the first thousand run code that V8 has not compiled yet, which doubled the p99. */
const WARM_UP = 1_000;
const AT = Date.UTC(2026, 5, 1);

interface Timed {
  milliseconds: number[];
  candidates: number;
  methods: Map<string, number>;
}

type Environment = Awaited<ReturnType<typeof prepare>>['environment'];

/** The kinds of events: each turns a known device into the device of the event. */
const KINDS: Readonly<Record<string, (device: SampleDevice, random: Random) => SampleDevice>> = {
  'known id, nothing changed': (device) => device,
  'lost id, home network': (device, random) => ({ ...device, id: random.hex(32) }),
  'a new device of a new account': (_, random) => ({
    account: `new_${random.hex(8)}`,
    address: `45.${random.integer(200)}.${random.integer(256)}.9`,
    id: random.hex(32),
    signals: signalsOf(makeMachine(random, 'Windows'), random),
  }),
  'an iPhone among all iPhones': (_, random) => ({
    account: `new_${random.hex(8)}`,
    address: `45.${random.integer(200)}.${random.integer(256)}.9`,
    id: random.hex(32),
    signals: signalsOf(makeMachine(random, 'iOS'), random),
  }),
};

/** Resolves an event with the same reads as the flow: history, resolution by id, candidates only when needed. */
async function resolve(
  transaction: IngestTransaction,
  { eventKeys, observation }: ReturnType<typeof observeEvent>,
): Promise<Resolution> {
  const history = await transaction.loadHistory(eventKeys);
  const input = {
    observation,
    idOwner:
      history.idOwner === null ? null : { ...history.idOwner, usedByAccount: history.idOwner.history.pair !== null },
    at: AT,
    network: { narrow: eventKeys.narrowNetwork, knownToAccount: history.networks.narrow !== null },
    accountKey: eventKeys.accountKey,
    onlyClaims: !history.environment.verified,
  };
  const byId = resolveById(input);
  if (byId !== null) return byId;
  const pool = await transaction.loadCandidates(eventKeys, observation.keys, observation.frequencyKeys);
  return resolveAmong({ ...input, pool });
}

async function resolveAll(store: Store, environment: Environment, devices: readonly SampleDevice[]): Promise<Timed> {
  const timed: Timed = { milliseconds: [], candidates: 0, methods: new Map() };
  for (const device of devices) {
    const observed = observeEvent(environment, inputOf(device, AT), AT);
    const started = performance.now();
    const resolution = await store.ingest((transaction) => resolve(transaction, observed));
    timed.milliseconds.push(performance.now() - started);
    timed.candidates = Math.max(timed.candidates, resolution.candidateCount);
    timed.methods.set(resolution.method, (timed.methods.get(resolution.method) ?? 0) + 1);
  }
  return timed;
}

interface Seeded {
  sample: SampleDevice[];
  sizes: { name: string; bytes: number }[];
}

async function seedInChildProcess(task: SeedTask): Promise<Seeded> {
  const worker = fork(new URL('./resolve-speed-seed-worker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const message = once(worker, 'message');
  worker.send(task);
  const [seeded] = await Promise.race([
    message,
    once(worker, 'exit').then(() => Promise.reject(new Error('the seeding process exited early'))),
  ]);
  return seeded as Seeded;
}

async function measure(location: SeedTask['location'], store: Store): Promise<void> {
  const { environment } = await prepare(store, { devices: 1, seed: 1 }, 0);
  const started = performance.now();
  const { sample, sizes } = await seedInChildProcess({
    location,
    environment,
    devices,
    sampleSize: WARM_UP + SAMPLES,
    at: AT,
  });
  const seconds = (performance.now() - started) / 1000;
  const megabytes = sizes.map(({ name, bytes }) => `${name} ${Math.round(bytes / 1e6)} MB`);
  console.log(
    `\n${location.engine}, ${devices} devices, written in ${seconds.toFixed(0)} s: ${megabytes.join(', ')}\n`,
  );
  console.log('| event | p50, ms | p99, ms | max candidates | methods |');
  console.log('|---|---|---|---|---|');
  const random = new Random(99);
  for (const [kind, make] of Object.entries(KINDS)) {
    const inputs = sample.map((device) => make(device, random));
    await resolveAll(store, environment, inputs.slice(0, WARM_UP));
    const { milliseconds, candidates, methods } = await resolveAll(store, environment, inputs.slice(WARM_UP));
    const counts = [...methods].map(([method, count]) => `${method} ${count}`).join(', ');
    const [p50, p99] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)];
    console.log(`| ${kind} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${candidates} | ${counts} |`);
  }
  const { rss, heapUsed } = process.memoryUsage();
  console.log(`\nThis process: ${Math.round(rss / 1e6)} MB resident, ${Math.round(heapUsed / 1e6)} MB of it heap.`);
}

console.log(describeMachine());
for (const engine of engines) {
  if (engine === 'postgres') {
    const server = await startPostgres({ durable: true, settings: { shared_buffers: '512MB' } });
    const store = await openPostgres({ url: server.url });
    await measure({ engine, url: server.url }, store);
    await store.close();
    await server.stop();
  } else {
    const folder = mkdtempSync(join(tmpdir(), 'assay-resolve-'));
    const path = join(folder, 'assay.db');
    const store = await openSqlite({ path });
    await measure({ engine: 'sqlite', path }, store);
    await store.close();
    rmSync(folder, { recursive: true });
  }
}
