// `npm run chaos:floods [-- SECONDS, default 8]`: memory and latency of the service under floods from callers without a
// credential, each for SECONDS after as many quiet ones, all on loopback. Exits with 1 if one costs more than 64 MiB, raises
// the 99th percentile of honest events more than threefold, or ends the service. Latency needs a machine without other work.
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { firstRun } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { SERVER, startService } from '../service/start-service.ts';
import { percentile } from '../statistics.ts';
import { FLOODED_PATHS, FLOODS, type Flood } from './flood-client.ts';

const MIB = 1024 * 1024;
const MAX_GROWTH = 64 * MIB;
const MAX_SLOWDOWN = 3;
/** Honest events per second beside each flood. */
const HONEST_RATE = 50;
/** A small heap, so that a leak ends the process instead of the measurement. */
const FLAGS = ['--max-old-space-size=512'];
/** The flood of logins comes through a proxy, from as many addresses as it likes. */
const ENVIRONMENT = { ASSAY_TRUSTED_PROXIES: '127.0.0.1/32', ASSAY_LOG_LEVEL: 'info' };
const FLOOD_CLIENT = fileURLToPath(new URL('flood-client.ts', import.meta.url));
const seconds = Number(process.argv[2] ?? 8);
const only = process.argv[3];

interface Row {
  name: string;
  growth: number;
  /** Percentiles 50 and 99 of honest events, in ms. */
  quiet: [p50: number, p99: number];
  flooded: [p50: number, p99: number];
  failed: number;
  slowestHealth: number;
}

/** Sends honest events at a fixed rate; latency counts from the time each was due. */
async function honest(baseUrl: string, key: string, ms: number) {
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  let failed = 0;
  const started = performance.now();
  for (let n = 0; performance.now() - started < ms; n += 1) {
    const due = started + (n * 1_000) / HONEST_RATE;
    await sleep(Math.max(0, due - performance.now()));
    const send = async () => {
      const response = await fetch(`${baseUrl}/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          event: 'login',
          account: { id: `u_${n % 100}` },
          signals: { platform: 'Linux x86_64' },
        }),
        signal: AbortSignal.timeout(10_000),
      });
      await response.text();
      if (response.status === 201) latencies.push(performance.now() - due);
      else failed += 1;
    };
    const sent = send().catch(() => {
      failed += 1;
    });
    pending.push(sent);
  }
  await Promise.all(pending);
  return { latencies, failed };
}

async function health(baseUrl: string): Promise<number> {
  const started = performance.now();
  await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(10_000) }).then((response) => response.text());
  return performance.now() - started;
}

/** Checks that every flooded path exists: a flood of a file that has moved would measure 404s. */
async function checkTargets(baseUrl: string): Promise<void> {
  for (const path of FLOODED_PATHS) {
    const { status } = await fetch(baseUrl + path);
    if (status !== 200) throw new Error(`${path} returns ${status}`);
  }
}

const percentiles = (latencies: number[]): [number, number] => [
  percentile(latencies, 0.5),
  percentile(latencies, 0.99),
];

async function measure(name: Flood): Promise<Row> {
  const service = await startService(SERVER, '/readyz', ENVIRONMENT, undefined, FLAGS);
  const key = firstRun(service.dataDir).environments.test.secret_key;
  await checkTargets(service.baseUrl);
  let peak = 0;
  let slowestHealth = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, service.memory().now);
    health(service.baseUrl).then(
      (ms) => {
        slowestHealth = Math.max(slowestHealth, ms);
      },
      () => {
        slowestHealth = 10_000;
      },
    );
  }, 250);
  // The first thousands of events are slower: JIT compiler, empty caches. Half of a quiet process's memory comes from them.
  await honest(service.baseUrl, key, 4_000);
  const quiet = await honest(service.baseUrl, key, seconds * 1_000);
  const before = peak;
  slowestHealth = 0;
  const client = fork(FLOOD_CLIENT, [name, new URL(service.baseUrl).port], { execArgv: ['--import', 'tsx'] });
  const flooded = await honest(service.baseUrl, key, seconds * 1_000);
  clearInterval(sampler);
  const died = service.process.exitCode !== null || service.process.signalCode !== null;
  client.kill('SIGKILL');
  await service.stop();
  return {
    name,
    growth: died ? Number.POSITIVE_INFINITY : peak - before,
    quiet: percentiles(quiet.latencies),
    flooded: percentiles(flooded.latencies),
    failed: flooded.failed,
    slowestHealth,
  };
}

const ms = (value: number) => value.toFixed(1);
console.log(`${describeMachine()}\n`);
console.log(
  '| Flood | memory added, MiB | p50, ms: quiet, flooded | p99, ms: quiet, flooded | failed | slowest /healthz, ms |',
);
console.log('|---|---|---|---|---|---|');
for (const name of FLOODS) {
  if (only !== undefined && !name.includes(only)) continue;
  const { growth, quiet, flooded, failed, slowestHealth } = await measure(name);
  const columns = [0, 1].map((n) => `${ms(quiet[n] as number)}, ${ms(flooded[n] as number)}`);
  console.log(`| ${name} | ${(growth / MIB).toFixed(0)} | ${columns.join(' | ')} | ${failed} | ${ms(slowestHealth)} |`);
  if (growth > MAX_GROWTH || flooded[1] > MAX_SLOWDOWN * quiet[1]) process.exitCode = 1;
}
