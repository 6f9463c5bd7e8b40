// An open loop: sends requests evenly spaced at a fixed rate, whether or not earlier ones have completed, and measures latency
// from the time each was due, so that a stalled server cannot hide its stall ("coordinated omission", G. Tene).
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from '../statistics.ts';
import type { Load, LoadResult } from './load.ts';

/** Sends `rate` events per second for `seconds`, then waits for the last response. */
export async function openLoop({
  url,
  key,
  seconds,
  connections,
  rate,
  bodies,
}: Load & { rate: number }): Promise<LoadResult> {
  const pool = new Pool(url, { connections });
  const keys = [key].flat();
  const headersOf = (number: number) => ({
    'content-type': 'application/json',
    authorization: `Bearer ${keys[number % keys.length]}`,
  });
  const latencies: number[] = [];
  let failed = 0;
  const send = async (due: number, number: number) => {
    const body = bodies.next().value as string;
    try {
      const { statusCode, body: responseBody } = await pool.request({
        method: 'POST',
        path: '/v1/events',
        headers: headersOf(number),
        body,
      });
      await responseBody.dump();
      if (statusCode >= 300) failed++;
      else latencies.push(performance.now() - due);
    } catch {
      failed++;
    }
  };
  const total = Math.round(seconds * rate);
  const requests: Promise<void>[] = [];
  const start = performance.now();
  while (requests.length < total) {
    const due = ((performance.now() - start) * rate) / 1_000;
    while (requests.length < Math.min(due, total))
      requests.push(send(start + (requests.length / rate) * 1_000, requests.length));
    await sleep(1);
  }
  await Promise.all(requests);
  const elapsed = (performance.now() - start) / 1_000;
  await pool.close();
  return {
    accepted: latencies.length,
    failed,
    perSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}
