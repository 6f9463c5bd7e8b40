// An open loop: requests leave evenly spaced at a fixed rate whether or not earlier ones are answered, and latency counts
// from the moment each was due, so that a stalled server cannot hide its stall ("coordinated omission", G. Tene).
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Load, LoadResult } from './load.ts';

/** Sends `rate` events a second for `seconds`, then waits for the last answer. */
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
  let refused = 0;
  const send = async (due: number, number: number) => {
    const body = bodies.next().value as string;
    try {
      const { statusCode, body: answer } = await pool.request({
        method: 'POST',
        path: '/v1/events',
        headers: headersOf(number),
        body,
      });
      await answer.dump();
      if (statusCode >= 300) refused++;
      else latencies.push(performance.now() - due);
    } catch {
      refused++;
    }
  };
  const total = Math.round(seconds * rate);
  const underWay: Promise<void>[] = [];
  const start = performance.now();
  while (underWay.length < total) {
    const due = ((performance.now() - start) * rate) / 1_000;
    while (underWay.length < Math.min(due, total))
      underWay.push(send(start + (underWay.length / rate) * 1_000, underWay.length));
    await sleep(1);
  }
  await Promise.all(underWay);
  const took = (performance.now() - start) / 1_000;
  await pool.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { accepted: latencies.length, refused, perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99) };
}
