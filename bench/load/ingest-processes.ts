// Measures several service processes on one PostgreSQL with the load divided evenly among them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretKey } from '../service/first-run.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import type { EventMix } from '../simulate/request-bodies.ts';
import { type IngestRow, preparedBodies, warmupSeconds } from './measure-ingest.ts';
import { runLoad } from './run-load.ts';

const CONNECTIONS = 64;

/** The processes share a data directory, and so the encryption keys and the secret key of the first run. */
export async function processesOnPostgres(
  script: string,
  url: string,
  processes: number,
  mix: EventMix,
  seconds: number,
): Promise<IngestRow> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-processes-'));
  const services: RunningService[] = [];
  try {
    for (let number = 0; number < processes; number += 1)
      services.push(await startService(script, '/readyz', { DATABASE_URL: url }, dataDir));
    const key = secretKey(dataDir);
    const bodies = preparedBodies(mix);
    const loadAll = (duration: number) =>
      Promise.all(
        services.map(({ baseUrl }) =>
          runLoad({ url: baseUrl, key, seconds: duration, connections: CONNECTIONS / processes, bodies }),
        ),
      );
    await loadAll(warmupSeconds(seconds));
    const cpu = sum(services.map((service) => service.cpuMicros()));
    const results = await loadAll(seconds);
    const accepted = sum(results.map((result) => result.accepted));
    return {
      what: `PostgreSQL, ${processes} processes, closed loop, returning devices`,
      perSecond: sum(results.map(({ perSecond }) => perSecond)),
      p50: Math.max(...results.map(({ p50 }) => p50)),
      p99: Math.max(...results.map(({ p99 }) => p99)),
      cpuMicros: (sum(services.map((service) => service.cpuMicros())) - cpu) / Math.max(1, accepted),
      memoryMiB: sum(services.map((service) => service.memory().peak)) / 1024 / 1024,
      bytes: null,
      failed: sum(results.map(({ failed }) => failed)),
    };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
