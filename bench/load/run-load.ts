// Runs a load on `POST /v1/events`: a closed loop, where each connection sends its next request after the response, or an open loop
// at a fixed rate. Autocannon runs only the closed loop: at a fixed rate it sends each second's requests in one burst.
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';
import { openLoop } from './open-loop.ts';

export async function runLoad(load: Load): Promise<LoadResult> {
  if (load.rate !== undefined) return openLoop({ ...load, rate: load.rate });
  return closedLoop(load, { duration: load.seconds });
}

/** Sends so many events in a closed loop, however long it takes. */
export function sendEvents(load: Omit<Load, 'seconds' | 'rate'>, amount: number): Promise<LoadResult> {
  return closedLoop(load, { amount });
}

async function closedLoop(
  { url, key, connections, bodies }: Omit<Load, 'seconds' | 'rate'>,
  end: { duration: number } | { amount: number },
): Promise<LoadResult> {
  const result = await autocannon({
    url: `${url}/v1/events`,
    connections,
    ...end,
    method: 'POST',
    requests: [key].flat().map((one) => ({
      method: 'POST',
      path: '/v1/events',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${one}` },
      setupRequest: (request) => ({ ...request, body: bodies.next().value as string }),
    })),
  });
  const accepted = result['2xx'];
  return {
    accepted,
    failed: result.non2xx + result.errors + result.timeouts,
    perSecond: accepted / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
