// Measures `POST /v1/events` under one load and formats the results as a table.

import type { RunningService } from '../service/start-service.ts';
import { type EventMix, requestBodies } from '../simulate/request-bodies.ts';
import { runLoad, sendEvents } from './run-load.ts';

export interface IngestRow {
  /** Engine and load. */
  what: string;
  /** Accepted events per second. */
  perSecond: number;
  /** Latencies, ms. */
  p50: number;
  p99: number;
  /** CPU time of the service per event, µs. */
  cpuMicros: number;
  /** Peak resident memory of the service since its start. */
  memoryMiB: number;
  /** Size of the database per event; null when not measured. */
  bytes: number | null;
  failed: number;
}

/** Devices that hardly ever occur twice. */
export const NEW: EventMix = { devices: 1_000_000, seed: 7 };
/** Few devices, which `introduce` makes known. */
export const RETURNING: EventMix = { devices: 20_000, seed: 7 };

const RETURNING_BODIES = 20_000;
/** Enough for 4,000 events/s: repeated bodies come from devices that are no longer new. */
const NEW_BODIES = 60_000;

/** Generates the bodies in advance, because generating them must not be measured, and repeats them endlessly. */
export function preparedBodies(mix: EventMix): Iterator<string, unknown> {
  const source = requestBodies(mix);
  const length = mix.devices > RETURNING_BODIES ? NEW_BODIES : RETURNING_BODIES;
  const prepared = Array.from({ length }, () => source.next().value);
  let next = 0;
  return { next: () => ({ done: false, value: prepared[next++ % prepared.length] as string }) };
}

/**
 * Duration of the uncounted warmup of the compiler, the caches and PostgreSQL's plans: during the first thousands an event
 * costs three times as much CPU.
 */
export const warmupSeconds = (seconds: number) => Math.max(2, Math.ceil(seconds / 3));

/** Sends each of the events that `RETURNING` repeats once, so that all of its devices are known. */
export async function introduce(url: string, key: string | readonly string[]): Promise<void> {
  await sendEvents({ url, key, connections: 64, bodies: preparedBodies(RETURNING) }, RETURNING_BODIES);
}

/** Warms up, then measures `seconds` of an open loop at `rate` events/s, or of a closed loop with 64 connections. */
export async function measureIngest(
  what: string,
  service: RunningService,
  key: string | readonly string[],
  mix: EventMix,
  { seconds, rate }: { seconds: number; rate?: number },
): Promise<IngestRow> {
  const stream = preparedBodies(mix);
  await runLoad({ url: service.baseUrl, key, seconds: warmupSeconds(seconds), connections: 64, bodies: stream });
  const cpu = service.cpuMicros();
  const result = await runLoad({ url: service.baseUrl, key, seconds, connections: 64, rate, bodies: stream });
  return {
    what,
    perSecond: result.perSecond,
    p50: result.p50,
    p99: result.p99,
    cpuMicros: (service.cpuMicros() - cpu) / Math.max(1, result.accepted),
    memoryMiB: service.memory().peak / 1024 / 1024,
    bytes: null,
    failed: result.failed,
  };
}

export function printRows(rows: readonly IngestRow[]): void {
  console.log('| what | events/s | p50 ms | p99 ms | CPU µs/event | peak MiB | bytes/event | failed |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const cells = [row.perSecond, row.p50, row.p99, row.cpuMicros, row.memoryMiB].map((value) => value.toFixed(0));
    console.log(`| ${row.what} | ${cells.join(' | ')} | ${row.bytes?.toFixed(0) ?? ''} | ${row.failed} |`);
  }
}
