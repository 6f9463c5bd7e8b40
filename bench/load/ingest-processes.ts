// Several processes of the service on one PostgreSQL: what they take together, the load shared out evenly.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretKey } from '../service/first-run.ts';
import { type Running, startService } from '../service/start-service.ts';
import { runLoad } from './load.ts';
import { type Row, ring, warmingSeconds } from './measure-ingest.ts';
import type { Mix } from './population.ts';

const CONNECTIONS = 64;

/** They share a data directory, and with it the encryption keys and the first run's secret key. */
export async function processesOnPostgres(
  script: string,
  url: string,
  processes: number,
  mix: Mix,
  seconds: number,
): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-processes-'));
  const services: Running[] = [];
  try {
    for (let number = 0; number < processes; number += 1)
      services.push(await startService(script, '/readyz', { DATABASE_URL: url }, dataDir));
    const key = secretKey(dataDir);
    const bodies = ring(mix);
    const together = (time: number) =>
      Promise.all(
        services.map(({ baseUrl }) =>
          runLoad({ url: baseUrl, key, seconds: time, connections: CONNECTIONS / processes, bodies }),
        ),
      );
    await together(warmingSeconds(seconds));
    const cpu = sum(services.map((service) => service.cpuMicros()));
    const results = await together(seconds);
    const accepted = sum(results.map((result) => result.accepted));
    return {
      what: `PostgreSQL, ${processes} processes, closed loop, returning devices`,
      perSecond: sum(results.map(({ perSecond }) => perSecond)),
      p50: Math.max(...results.map(({ p50 }) => p50)),
      p99: Math.max(...results.map(({ p99 }) => p99)),
      cpuMicros: (sum(services.map((service) => service.cpuMicros())) - cpu) / Math.max(1, accepted),
      memoryMiB: sum(services.map((service) => service.memory().peak)) / 1024 / 1024,
      bytes: null,
      refused: sum(results.map(({ refused }) => refused)),
    };
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
