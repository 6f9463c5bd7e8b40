// `npm run bench:webhooks [-- --quick] [NAME...]`: measures webhook delivery on both engines. NAME selects measurements: throughput,
// arrival (time from response to delivery), ingestion (with receivers that hang), backlog (of a dead endpoint), memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { startDurablePostgres } from '../service/durable-postgres.ts';
import { describeMachine } from '../service/machine.ts';
import type { RunningService } from '../service/start-service.ts';
import { startReceiver } from '../service/webhook-receiver.ts';
import { requestBodies } from '../simulate/request-bodies.ts';
import { percentile } from '../statistics.ts';
import { runLoad } from './run-load.ts';
import { ENGINES, type EngineName, WebhookInstallation } from './webhook-installation.ts';

const quick = process.argv.includes('--quick');
/** Endpoints that deliveries are spread over; the worker opens four connections to each. */
const ENDPOINTS = 32;
const DELIVERIES = quick ? 6_000 : 40_000;
/** Deliveries of `memory`: enough for many garbage collections. */
const MEMORY_DELIVERIES = quick ? 12_000 : 100_000;
const BACKLOG = quick ? 10_000 : 100_000;
const SECONDS = quick ? 10 : 30;
/** Events per second of the open loops. */
const RATE = 100;
/** Rounds of ingestion with and without hanging receivers, alternating so that other load on the machine affects both. */
const ROUNDS = quick ? 2 : 4;
const EVERY_ASSESSMENT = ['risk.assessment.completed'];
/** A loopback port without a listener (discard, RFC 863). */
const DEAD_URL = 'http://127.0.0.1:9/';

interface Measurement {
  what: string;
  target: string;
  value: string;
}

const mebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

/** Runs a measurement on a temporary installation. */
async function onInstallation<T>(
  engine: EngineName,
  measure: (installation: WebhookInstallation) => Promise<T>,
): Promise<T> {
  const installation = await WebhookInstallation.create(engine, postgres.url);
  try {
    return await measure(installation);
  } finally {
    await installation.remove();
  }
}

/** Creates the endpoints and stops the service, so that deliveries can be queued before a worker starts. */
async function createEndpoints(installation: WebhookInstallation, urls: readonly string[]): Promise<string[]> {
  const service = await installation.start('all');
  const ids = await installation.addEndpoints(service, urls, EVERY_ASSESSMENT);
  await service.stop();
  return ids;
}

function throughput(engine: EngineName): Promise<Measurement[]> {
  return onInstallation(engine, async (installation) => {
    const receiver = await startReceiver(true);
    const endpoints = await createEndpoints(installation, Array(ENDPOINTS).fill(receiver.url));
    await installation.enqueue(endpoints, DELIVERIES);
    const worker = await installation.start('worker');
    await receiver.waitFor(DELIVERIES / 4);
    const cpu = worker.cpuMicros();
    await receiver.waitFor(DELIVERIES);
    const used = worker.cpuMicros() - cpu;
    await worker.stop();
    await receiver.close();
    const times = receiver.arrivals.map(({ at }) => at);
    // The first quarter is warmup.
    const from = times[DELIVERIES / 4 - 1] ?? 0;
    const perSecond = ((times.length - DELIVERIES / 4) * 1_000) / ((times.at(-1) ?? 0) - from);
    const cpuPerDelivery = used / (DELIVERIES * 0.75);
    return [
      { what: 'deliveries/s to a fast receiver', target: '1,000', value: perSecond.toFixed(0) },
      { what: 'CPU of the service per delivery, µs', target: '', value: cpuPerDelivery.toFixed(0) },
    ];
  });
}

/** Peak resident memory of a worker in the second and in the last third of a long run. */
function memory(engine: EngineName): Promise<Measurement[]> {
  return onInstallation(engine, async (installation) => {
    const receiver = await startReceiver(true);
    const endpoints = await createEndpoints(installation, Array(ENDPOINTS).fill(receiver.url));
    await installation.enqueue(endpoints, MEMORY_DELIVERIES);
    const worker = await installation.start('worker');
    const peaks = [0, 0, 0];
    for (let step = 1; step <= 30; step++) {
      await receiver.waitFor(Math.floor((MEMORY_DELIVERIES * step) / 30));
      const third = Math.floor((step - 1) / 10);
      peaks[third] = Math.max(peaks[third] ?? 0, worker.memory().now);
    }
    await worker.stop();
    await receiver.close();
    const [, middle = 0, last = 0] = peaks;
    const what = `memory in the second and the last third of ${MEMORY_DELIVERIES} deliveries, MiB`;
    return [{ what, target: 'flat', value: `${mebibytes(middle)} → ${mebibytes(last)}` }];
  });
}

/** Sends an open loop of events; returns the time of each response by event id. */
async function sendEvents(service: RunningService, key: string, seconds: number): Promise<Map<string, number>> {
  const responded = new Map<string, number>();
  const source = requestBodies({ devices: 5_000, seed: 3 });
  const requests: Promise<void>[] = [];
  const started = performance.now();
  for (let sent = 0; sent < seconds * RATE; sent++) {
    const wait = started + (sent * 1_000) / RATE - performance.now();
    if (wait > 1) await sleep(wait);
    requests.push(
      fetch(`${service.baseUrl}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: source.next().value,
      }).then(async (response) => {
        const at = performance.now();
        responded.set(((await response.json()) as { data: { id: string } }).data.id, at);
      }),
    );
  }
  await Promise.all(requests);
  return responded;
}

function responseToArrival(engine: EngineName): Promise<Measurement[]> {
  return onInstallation(engine, async (installation) => {
    const receiver = await startReceiver(true);
    const service = await installation.start('all');
    await installation.addEndpoints(service, [receiver.url], EVERY_ASSESSMENT);
    const warm = await sendEvents(service, installation.secretKey, 2);
    await receiver.waitFor(warm.size);
    const responded = await sendEvents(service, installation.secretKey, SECONDS);
    await receiver.waitFor(warm.size + responded.size);
    await service.stop();
    await receiver.close();
    const waits = receiver.arrivals.flatMap(({ at, eventId }) => {
      const since = responded.get(eventId);
      return since === undefined ? [] : [Math.max(0, at - since)];
    });
    const value = `${percentile(waits, 0.5).toFixed(0)} / ${percentile(waits, 0.99).toFixed(0)}`;
    return [{ what: `response to arrival at ${RATE} events/s, p50 / p99 ms`, target: 'p99 < 1,000', value }];
  });
}

/** p99 of ingestion without active endpoints and with hanging receivers, alternating. */
function ingestion(engine: EngineName): Promise<Measurement[]> {
  return onInstallation(engine, async (installation) => {
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
        bodies: requestBodies({ devices: 5_000, seed: 5 }),
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
    const [without, withHanging] = [percentile(p99.none, 0.5), percentile(p99.hanging, 0.5)];
    const what = `ingestion p99 at ${RATE}/s, without / with 4 hanging endpoints, ms (median of ${ROUNDS} rounds)`;
    return [{ what, target: 'within a quarter', value: `${without.toFixed(0)} / ${withHanging.toFixed(0)}` }];
  });
}

/** Waiting time of deliveries to a working endpoint while another has a backlog and refuses every connection. */
function backlog(engine: EngineName): Promise<Measurement[]> {
  return onInstallation(engine, async (installation) => {
    const receiver = await startReceiver(true);
    const [dead = ''] = await createEndpoints(installation, [DEAD_URL]);
    await installation.enqueue([dead], BACKLOG);
    const service = await installation.start('all');
    await installation.addEndpoints(service, [receiver.url], EVERY_ASSESSMENT);
    const responded = await sendEvents(service, installation.secretKey, SECONDS);
    await receiver.waitFor(responded.size);
    const peak = service.memory().peak;
    await service.stop();
    await receiver.close();
    const waits = receiver.arrivals.map(({ at, eventId }) => Math.max(0, at - (responded.get(eventId) ?? at)));
    const value = `${percentile(waits, 0.5).toFixed(0)} / ${Math.max(...waits).toFixed(0)}`;
    return [
      { what: `behind a dead endpoint's backlog of ${BACKLOG}, p50 / maximum wait, ms`, target: '2,000', value },
      { what: 'peak memory of the service during it, MiB', target: '', value: mebibytes(peak) },
    ];
  });
}

const postgres = await startDurablePostgres();
const MEASURES = { throughput, arrival: responseToArrival, ingestion, backlog, memory };
const named = process.argv.slice(2).filter((word) => word in MEASURES);
const measures = Object.entries(MEASURES).filter(([name]) => named.length === 0 || named.includes(name));
const table: Measurement[][] = [];
for (const engine of ENGINES) {
  const measurements: Measurement[] = [];
  for (const [, measure] of measures) measurements.push(...(await measure(engine)));
  table.push(measurements);
}
await postgres.stop();
console.log(`${describeMachine()}\n\n| measurement | target | ${ENGINES.join(' | ')} |\n|---|---|---|---|`);
for (const [index, { what, target }] of (table[0] ?? []).entries()) {
  console.log(`| ${what} | ${target} | ${table.map((measurements) => measurements[index]?.value).join(' | ')} |`);
}
