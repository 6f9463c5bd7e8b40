// `npm run bench:resolve -- [DEVICES] [sqlite|postgres]`: what recognizing one event costs among many devices, in process,
// reads included: p50 and p99, candidates, memory, size of the tables. Rows are written in bulk; no event is kept.
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
import { percentile } from '../evaluate/devices-table.ts';
import { machine } from '../service/machine.ts';
import { makeMachine, signalsOf } from '../simulate/devices-machines.ts';
import { Random } from '../simulate/random.ts';
import { prepare } from './recorded-events.ts';
import { inputOf, type Known, type Task } from './resolve-speed-seed.ts';

const devices = Number(process.argv[2] ?? 10_000);
const engines = process.argv[3] === undefined ? ['sqlite', 'postgres'] : [process.argv[3]];
/** Events of each kind. */
const ASKED = 1_000;
const AT = Date.UTC(2026, 5, 1);

interface Timed {
  milliseconds: number[];
  candidates: number;
  methods: Map<string, number>;
}

type Environment = Awaited<ReturnType<typeof prepare>>['environment'];

/** The kinds of events, each with what it shows of a known device. */
const KINDS: Readonly<Record<string, (known: Known, random: Random) => Known>> = {
  'its id, nothing changed': (known) => known,
  'its id was lost, at home': (known, random) => ({ ...known, id: random.hex(32) }),
  'a new device of a new account': (_, random) => ({
    account: `new_${random.hex(8)}`,
    address: `45.${random.whole(200)}.${random.whole(256)}.9`,
    id: random.hex(32),
    signals: signalsOf(makeMachine(random, 'Windows'), random),
  }),
  'an iPhone among all iPhones': (_, random) => ({
    account: `new_${random.hex(8)}`,
    address: `45.${random.whole(200)}.${random.whole(256)}.9`,
    id: random.hex(32),
    signals: signalsOf(makeMachine(random, 'iOS'), random),
  }),
};

/** All reads before the device is known, the answer by the id, and the candidates where they are needed. */
async function resolve(
  transaction: IngestTransaction,
  { eventKeys, observation }: ReturnType<typeof observeEvent>,
): Promise<Resolution> {
  const known = await transaction.loadHistory(eventKeys);
  const input = {
    observation,
    idOwner: known.idOwner === null ? null : { ...known.idOwner, usedByAccount: known.idOwner.history.pair !== null },
    at: AT,
    network: { narrow: eventKeys.narrowNetwork, knownToAccount: known.networks.narrowProven },
    accountKey: eventKeys.accountKey,
  };
  const byId = resolveById(input);
  if (byId !== null) return byId;
  const pool = await transaction.loadCandidates(eventKeys, observation.keys, observation.frequencyKeys);
  return resolveAmong({ ...input, pool });
}

async function ask(store: Store, environment: Environment, questions: readonly Known[]): Promise<Timed> {
  const timed: Timed = { milliseconds: [], candidates: 0, methods: new Map() };
  for (const question of questions) {
    const observed = observeEvent(environment, inputOf(question, AT), AT);
    const started = performance.now();
    const answer = await store.ingest((transaction) => resolve(transaction, observed));
    timed.milliseconds.push(performance.now() - started);
    timed.candidates = Math.max(timed.candidates, answer.candidateCount);
    timed.methods.set(answer.method, (timed.methods.get(answer.method) ?? 0) + 1);
  }
  return timed;
}

interface Filled {
  sample: Known[];
  sizes: { name: string; bytes: number }[];
}

async function fill(task: Task): Promise<Filled> {
  const filler = fork(new URL('./resolve-speed-seed-worker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const filled = once(filler, 'message');
  filler.send(task);
  const [answer] = await Promise.race([
    filled,
    once(filler, 'exit').then(() => Promise.reject(new Error('not filled'))),
  ]);
  return answer as Filled;
}

async function measure(place: Task['place'], store: Store): Promise<void> {
  const { environment } = await prepare(store, { devices: 1, seed: 1 }, 0);
  const started = performance.now();
  const { sample, sizes } = await fill({ place, environment, devices, asked: ASKED, at: AT });
  const seconds = (performance.now() - started) / 1000;
  const megabytes = sizes.map(({ name, bytes }) => `${name} ${Math.round(bytes / 1e6)} MB`);
  console.log(`\n${place.engine}, ${devices} devices, written in ${seconds.toFixed(0)} s: ${megabytes.join(', ')}\n`);
  console.log('| event | p50, ms | p99, ms | most candidates | answers |');
  console.log('|---|---|---|---|---|');
  const random = new Random(99);
  for (const [kind, make] of Object.entries(KINDS)) {
    const questions = sample.map((known) => make(known, random));
    await ask(store, environment, questions.slice(0, 200));
    const { milliseconds, candidates, methods } = await ask(store, environment, questions);
    const answers = [...methods].map(([method, count]) => `${method} ${count}`).join(', ');
    const [half, slow] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)];
    console.log(`| ${kind} | ${half.toFixed(2)} | ${slow.toFixed(2)} | ${candidates} | ${answers} |`);
  }
  const { rss, heapUsed } = process.memoryUsage();
  console.log(`\nThis process: ${Math.round(rss / 1e6)} MB resident, ${Math.round(heapUsed / 1e6)} MB of it heap.`);
}

console.log(machine());
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
