// The description and the result of a load on `POST /v1/events`.

export interface Load {
  url: string;
  /** Secret keys; several are used in rotation. */
  key: string | readonly string[];
  seconds: number;
  connections: number;
  /** Requests per second of an open loop; without it the loop is closed. */
  rate?: number | undefined;
  bodies: Iterator<string, unknown>;
}

export interface LoadResult {
  /** Number of 2xx responses. */
  accepted: number;
  /** Other responses, connection errors and timeouts. */
  failed: number;
  /** 2xx responses per second. */
  perSecond: number;
  /** Latencies of 2xx responses, ms. */
  p50: number;
  p99: number;
}
