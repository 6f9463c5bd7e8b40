// Measures several service processes on one PostgreSQL, each under its own closed loop.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { secretKey } from '../service/first-run.ts';
import { cpuOf, localServer } from '../service/local-server.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { type IngestRow, introduce, preparedBodies, RETURNING, warmupSeconds } from './measure-ingest.ts';
import { runLoad } from './run-load.ts';

/** Connections to each process. */
const CONNECTIONS = 64;
const COUNTER = new URL('../service/count-round-trips.mjs', import.meta.url).href;
const SAMPLE_MS = 50;
/** A connection reports its commits after at most a second without work. */
const STATISTICS_MS = 1_500;

export interface ProcessesOptions {
  processes: number;
  seconds: number;
  /** Called after the warmup; returns a function that is called after the measurement. */
  limit?: () => Promise<() => void>;
}

export interface ProcessesResult {
  row: IngestRow;
  server: {
    /** CPU per event, µs, and the cores that the server used on average. */
    cpuMicros: number;
    cores: number;
    /** Commits and round trips per event. */
    commits: number;
    roundTrips: number;
    /** The shares of the connections with a running statement that waited, by PostgreSQL's `wait_event_type`. */
    waits: Record<string, number>;
  };
}

/** The processes share a data directory, and so the encryption keys and the secret key of the first run. */
export async function measureProcesses(
  script: string,
  url: string,
  { processes, seconds, limit = async () => () => {} }: ProcessesOptions,
): Promise<ProcessesResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-processes-'));
  const services: RunningService[] = [];
  try {
    for (let number = 0; number < processes; number += 1) {
      const counted = { DATABASE_URL: url, ROUND_TRIPS_FILE: join(dataDir, `round-trips-${number}`) };
      services.push(await startService(script, '/readyz', counted, dataDir, ['--import', COUNTER]));
    }
    const key = secretKey(dataDir);
    const bodies = preparedBodies(RETURNING);
    const loadAll = (duration: number) =>
      Promise.all(
        services.map(({ baseUrl }) =>
          runLoad({ url: baseUrl, key, seconds: duration, connections: CONNECTIONS, bodies }),
        ),
      );
    await introduce(services[0]?.baseUrl ?? '', key);
    await loadAll(warmupSeconds(seconds));
    const release = await limit();
    try {
      const before = await used(url, services, dataDir);
      const sampling = sampleWaits(url, seconds * 1_000);
      const results = await loadAll(seconds);
      const waits = await sampling;
      const after = await used(url, services, dataDir);
      const accepted = Math.max(1, sum(results.map((result) => result.accepted)));
      const row = {
        what: `PostgreSQL, ${processes} processes, closed loop, returning devices`,
        perSecond: sum(results.map(({ perSecond }) => perSecond)),
        p50: Math.max(...results.map(({ p50 }) => p50)),
        p99: Math.max(...results.map(({ p99 }) => p99)),
        cpuMicros: (after.serviceMicros - before.serviceMicros) / accepted,
        memoryMiB: sum(services.map((service) => service.memory().peak)) / 1024 / 1024,
        bytes: null,
        failed: sum(results.map(({ failed }) => failed)),
      };
      const serverMs = after.serverMs - before.serverMs;
      const server = {
        cpuMicros: (serverMs * 1_000) / accepted,
        cores: serverMs / (seconds * 1_000),
        commits: (after.commits - before.commits) / accepted,
        roundTrips: (after.roundTrips - before.roundTrips) / accepted,
        waits,
      };
      return { row, server };
    } finally {
      release();
    }
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The resources that the services and the server have used so far. */
async function used(url: string, services: readonly RunningService[], dataDir: string) {
  await sleep(STATISTICS_MS);
  for (const { process } of services) process.kill('SIGUSR2');
  const [{ commits = 0 } = {}] = await query<{ commits: number }>(
    url,
    'SELECT sum(xact_commit)::int AS commits FROM pg_stat_database',
  );
  await sleep(100);
  return {
    commits,
    serverMs: cpuOf(await localServer(url)),
    serviceMicros: sum(services.map((service) => service.cpuMicros())),
    roundTrips: sum(services.map((_, number) => Number(readFileSync(join(dataDir, `round-trips-${number}`), 'utf8')))),
  };
}

async function sampleWaits(url: string, durationMs: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const client = new pg.Client(url);
  await client.connect();
  const until = performance.now() + durationMs;
  while (performance.now() < until) {
    const { rows } = await client.query<{ type: string; count: number }>(
      `SELECT coalesce(wait_event_type, 'CPU') AS type, count(*)::int FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid() GROUP BY 1`,
    );
    for (const { type, count } of rows) counts[type] = (counts[type] ?? 0) + count;
    await sleep(SAMPLE_MS);
  }
  await client.end();
  const total = Math.max(1, sum(Object.values(counts)));
  return Object.fromEntries(Object.entries(counts).map(([type, count]) => [type, count / total]));
}

async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
