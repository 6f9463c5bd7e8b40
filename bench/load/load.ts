// Load on `POST /v1/events`: a closed loop by autocannon (as fast as it goes), or an open loop at a fixed rate. Autocannon's
// own rates send what a second allows in one burst at its beginning, which measures the burst.
import autocannon from 'autocannon';
import { openLoop } from './open-loop.ts';

export interface Load {
  url: string;
  /** Several are used in turn. */
  key: string | readonly string[];
  seconds: number;
  connections: number;
  /** Requests a second for an open loop; a closed loop when absent. */
  rate?: number | undefined;
  bodies: Iterator<string, unknown>;
}

export interface LoadResult {
  /** 2xx answers. */
  accepted: number;
  refused: number;
  /** 2xx a second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export async function runLoad(load: Load): Promise<LoadResult> {
  const { url, key, seconds, connections, rate, bodies } = load;
  if (rate !== undefined) return openLoop({ ...load, rate });
  const result = await autocannon({
    url: `${url}/v1/events`,
    connections,
    duration: seconds,
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
    refused: result.non2xx + result.errors + result.timeouts,
    perSecond: accepted / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
