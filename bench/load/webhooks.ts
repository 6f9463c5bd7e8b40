// `npm run bench:webhooks [-- --quick] [-- NAME...]`: what webhooks promise, measured on both engines in one run:
// throughput, arrival (after the commit), ingestion (beside receivers that hang), backlog (of a dead endpoint), memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../test/postgres.ts';
import { machine } from '../service/machine.ts';
import type { Running } from '../service/start-service.ts';
import { runLoad } from './load.ts';
import { bodies } from './population.ts';
import { ENGINES, type EngineName, Installation } from './webhook-installation.ts';
import { startReceiver } from './webhook-receiver.ts';

const quick = process.argv.includes('--quick');
/** One is enough for each row of the table; four connections each. */
const ENDPOINTS = 32;
const DELIVERIES = quick ? 6_000 : 40_000;
/** Deliveries of the part `memory`: long enough for the heap to have been collected many times. */
const LONG = quick ? 12_000 : 100_000;
const BACKLOG = quick ? 10_000 : 100_000;
const SECONDS = quick ? 10 : 30;
/** Events a second of the open loops. */
const RATE = 100;
/** Rounds of ingestion with and without receivers that hang, in turns: what else the machine does meets both. */
const ROUNDS = quick ? 2 : 4;
const EVERY_ASSESSMENT = ['risk.assessment.completed'];
/** A port of loopback where nobody listens (discard, RFC 863). */
const DEAD = 'http://127.0.0.1:9/';

interface Figure {
  what: string;
  mark: string;
  value: string;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

/** An installation made and removed around a measurement. */
async function installed<T>(engine: EngineName, measure: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await Installation.make(engine, postgres.url);
  try {
    return await measure(installation);
  } finally {
    await installation.remove();
  }
}

/** Makes what the service keeps, then stops it: its worker is started when the queue is full. */
async function prepare(installation: Installation, urls: readonly string[]): Promise<string[]> {
  const service = await installation.start('all');
  const ids = await installation.addEndpoints(service, urls, EVERY_ASSESSMENT);
  await service.stop();
  return ids;
}

function throughput(engine: EngineName): Promise<Figure[]> {
  return installed(engine, async (installation) => {
    const receiver = await startReceiver(true);
    const endpoints = await prepare(installation, Array(ENDPOINTS).fill(receiver.url));
    await installation.fill(endpoints, DELIVERIES);
    const worker = await installation.start('worker');
    await receiver.until(DELIVERIES / 4);
    const cpu = worker.cpuMicros();
    await receiver.until(DELIVERIES);
    const used = worker.cpuMicros() - cpu;
    await worker.stop();
    await receiver.close();
    const times = receiver.arrivals.map(({ at }) => at);
    // From the first quarter on: what comes before is the compiler warming up.
    const from = times[DELIVERIES / 4 - 1] ?? 0;
    const perSecond = ((times.length - DELIVERIES / 4) * 1_000) / ((times.at(-1) ?? 0) - from);
    const each = used / (DELIVERIES * 0.75);
    return [
      { what: 'deliveries/s to a fast receiver', mark: '1,000', value: perSecond.toFixed(0) },
      { what: 'of it CPU of the service, µs a delivery', mark: '', value: each.toFixed(0) },
    ];
  });
}

/** Resident memory of a worker in the second and in the last third of a long delivery, each at its highest. */
function memory(engine: EngineName): Promise<Figure[]> {
  return installed(engine, async (installation) => {
    const receiver = await startReceiver(true);
    const endpoints = await prepare(installation, Array(ENDPOINTS).fill(receiver.url));
    await installation.fill(endpoints, LONG);
    const worker = await installation.start('worker');
    const highest = [0, 0, 0];
    for (let step = 1; step <= 30; step++) {
      await receiver.until(Math.floor((LONG * step) / 30));
      const third = Math.floor((step - 1) / 10);
      highest[third] = Math.max(highest[third] ?? 0, worker.memory().now);
    }
    await worker.stop();
    await receiver.close();
    const [, middle = 0, last = 0] = highest;
    const what = `memory in the second and the last third of ${LONG} deliveries, MiB`;
    return [{ what, mark: 'flat', value: `${mebibytes(middle)} → ${mebibytes(last)}` }];
  });
}

/** An open loop of events; what is kept of each is when its answer came. */
async function sendEvents(service: Running, key: string, seconds: number): Promise<Map<string, number>> {
  const answered = new Map<string, number>();
  const source = bodies({ devices: 5_000, seed: 3 });
  const under: Promise<void>[] = [];
  const begun = performance.now();
  for (let sent = 0; sent < seconds * RATE; sent++) {
    const wait = begun + (sent * 1_000) / RATE - performance.now();
    if (wait > 1) await sleep(wait);
    under.push(
      fetch(`${service.baseUrl}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: source.next().value,
      }).then(async (answer) => {
        const at = performance.now();
        answered.set(((await answer.json()) as { data: { id: string } }).data.id, at);
      }),
    );
  }
  await Promise.all(under);
  return answered;
}

function commitToArrival(engine: EngineName): Promise<Figure[]> {
  return installed(engine, async (installation) => {
    const receiver = await startReceiver(true);
    const service = await installation.start('all');
    await installation.addEndpoints(service, [receiver.url], EVERY_ASSESSMENT);
    const warm = await sendEvents(service, installation.secretKey, 2);
    await receiver.until(warm.size);
    const answered = await sendEvents(service, installation.secretKey, SECONDS);
    await receiver.until(warm.size + answered.size);
    await service.stop();
    await receiver.close();
    const waits = receiver.arrivals.flatMap(({ at, eventId }) => {
      const since = answered.get(eventId);
      return since === undefined ? [] : [Math.max(0, at - since)];
    });
    const shown = `${percentile(waits, 0.5).toFixed(0)} / ${percentile(waits, 0.99).toFixed(0)}`;
    return [{ what: `answer to arrival at ${RATE} events/s, p50 / p99 ms`, mark: 'p99 < 1,000', value: shown }];
  });
}

/** p99 of ingestion while no endpoint is active, and while all receivers hang, in turns. */
function ingestion(engine: EngineName): Promise<Figure[]> {
  return installed(engine, async (installation) => {
    const p99: Record<'none' | 'hanging', number[]> = { none: [], hanging: [] };
    const service = await installation.start('all');
    const hanging = await startReceiver(false);
    const load = () =>
      runLoad({
        url: service.baseUrl,
        key: installation.secretKey,
        seconds: Math.ceil(SECONDS / ROUNDS) + 2,
        connections: 32,
        rate: RATE,
        bodies: bodies({ devices: 5_000, seed: 5 }),
      });
    await load();
    const endpoints = await installation.addEndpoints(service, Array(4).fill(hanging.url), EVERY_ASSESSMENT);
    await installation.setStatus(service, endpoints, 'disabled');
    for (let round = 0; round < ROUNDS; round++) {
      p99.none.push((await load()).p99);
      await installation.setStatus(service, endpoints, 'active');
      p99.hanging.push((await load()).p99);
      await installation.setStatus(service, endpoints, 'disabled');
    }
    await hanging.close();
    await service.stop();
    const [without, beside] = [percentile(p99.none, 0.5), percentile(p99.hanging, 0.5)];
    const what = `ingestion p99 at ${RATE}/s, no endpoint / 4 that hang, ms (median of ${ROUNDS} rounds)`;
    return [{ what, mark: 'within a quarter', value: `${without.toFixed(0)} / ${beside.toFixed(0)}` }];
  });
}

/** Events announced to a good endpoint, while another refuses every connection of its backlog. */
function backlog(engine: EngineName): Promise<Figure[]> {
  return installed(engine, async (installation) => {
    const receiver = await startReceiver(true);
    const [dead = ''] = await prepare(installation, [DEAD]);
    await installation.fill([dead], BACKLOG);
    const service = await installation.start('all');
    await installation.addEndpoints(service, [receiver.url], EVERY_ASSESSMENT);
    const answered = await sendEvents(service, installation.secretKey, SECONDS);
    await receiver.until(answered.size);
    const peak = service.memory().peak;
    await service.stop();
    await receiver.close();
    const waits = receiver.arrivals.map(({ at, eventId }) => Math.max(0, at - (answered.get(eventId) ?? at)));
    const shown = `${percentile(waits, 0.5).toFixed(0)} / ${Math.max(...waits).toFixed(0)}`;
    return [
      { what: `behind a dead endpoint's backlog of ${BACKLOG}, p50 / longest wait ms`, mark: '2,000', value: shown },
      { what: 'peak memory of the service meanwhile, MiB', mark: '', value: mebibytes(peak) },
    ];
  });
}

const postgres = await startPostgres({ durable: true });
const MEASURES = { throughput, arrival: commitToArrival, ingestion, backlog, memory };
const named = process.argv.slice(2).filter((word) => word in MEASURES);
const measures = Object.entries(MEASURES).filter(([name]) => named.length === 0 || named.includes(name));
const table: Figure[][] = [];
for (const engine of ENGINES) {
  const figures: Figure[] = [];
  for (const [, measure] of measures) figures.push(...(await measure(engine)));
  table.push(figures);
}
await postgres.stop();
console.log(`${machine()}\n\n| what | mark | ${ENGINES.join(' | ')} |\n|---|---|---|---|`);
for (const [at, { what, mark }] of (table[0] ?? []).entries()) {
  console.log(`| ${what} | ${mark} | ${table.map((figures) => figures[at]?.value).join(' | ')} |`);
}
