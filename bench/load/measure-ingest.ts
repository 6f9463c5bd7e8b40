// One measurement of `POST /v1/events` as a row of a table: closed or open loop, and what it cost.

import type { Running } from '../service/start-service.ts';
import { runLoad } from './load.ts';
import { bodies, type Mix } from './population.ts';

export interface Row {
  what: string;
  perSecond: number;
  p50: number;
  p99: number;
  cpuMicros: number;
  memoryMiB: number;
  bytes: number | null;
  refused: number;
}

const RING = 20_000;

/** Bodies made before the clock starts: making them must not be measured. */
export function ring(mix: Mix): Iterator<string, unknown> {
  const source = bodies(mix);
  const kept = Array.from({ length: RING }, () => source.next().value);
  let next = 0;
  return { next: () => ({ done: false, value: kept[next++ % kept.length] as string }) };
}

/**
 * A first part warms the compiler, the caches and the plans of PostgreSQL's connections and is not counted: an event costs
 * three times as much CPU in the first thousands.
 */
export const warmingSeconds = (seconds: number) => Math.max(2, Math.ceil(seconds / 3));

/** `seconds` of load at `rate` events/s, or as fast as 64 connections go. */
export async function measure(
  what: string,
  service: Running,
  key: string | readonly string[],
  mix: Mix,
  { seconds, rate }: { seconds: number; rate?: number },
): Promise<Row> {
  const stream = ring(mix);
  await runLoad({ url: service.baseUrl, key, seconds: warmingSeconds(seconds), connections: 64, bodies: stream });
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
    refused: result.refused,
  };
}

export function print(rows: readonly Row[]): void {
  console.log('| what | events/s | p50 ms | p99 ms | CPU µs/event | peak MiB | bytes/event | refused |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const row of rows) {
    const cells = [row.perSecond, row.p50, row.p99, row.cpuMicros, row.memoryMiB].map((value) => value.toFixed(0));
    console.log(`| ${row.what} | ${cells.join(' | ')} | ${row.bytes?.toFixed(0) ?? ''} | ${row.refused} |`);
  }
}
