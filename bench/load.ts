// Load on `POST /v1/events` by autocannon: closed loop (as fast as it goes) or open loop (a fixed rate, latency counted
// from the intended send time, so that a stalled server cannot hide its stall).
import autocannon from 'autocannon';

export interface Load {
  url: string;
  key: string;
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

export async function runLoad({ url, key, seconds, connections, rate, bodies }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: `${url}/v1/events`,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    method: 'POST',
    requests: [
      {
        method: 'POST',
        path: '/v1/events',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        setupRequest: (request) => ({ ...request, body: bodies.next().value as string }),
      },
    ],
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
