// The options of the HTTP server; `src/config/config.ts` reads them from the environment.
import { DAY, SECOND } from '../../vocabulary/clock.ts';
import type { IngestRates } from '../auth/ingest-limit.ts';
import type { Rate } from '../auth/rate-limit.ts';

/** A folder of built files and the path that serves it. */
interface StaticRoot {
  /** Such as `/sdk/`; begins and ends with a slash. */
  prefix: string;
  directory: string;
  /** Whether other sites may load the files: true for the SDK, false for the dashboard. */
  crossOrigin: boolean;
}

export interface ServerOptions {
  /** Version of the program, for the API description. */
  version: string;
  /** Serves only health, readiness and metrics, for a process that only sends webhooks. */
  operationsOnly: boolean;
  /** Logs a line for each decision, for a person at a terminal. Off for log collectors, because the line names the event. */
  logDecisions: boolean;
  /** The public base URL of the service; null when it is not configured. */
  publicUrl: string | null;
  /** CIDRs whose `X-Forwarded-For` is trusted; by default none, not even loopback. */
  trustedProxies: readonly string[];
  /** Bearer token for `/metrics` from other machines; null allows only loopback peers. */
  metricsToken: string | null;
  /** Signs the cursors of lists: at least 16 bytes, the same in all processes. */
  cursorSecret: Uint8Array;
  rates: IngestRates & {
    /** Login attempts from one address, and for one email address. */
    loginAddress: Rate;
    loginEmail: Rate;
  };
  /** Open connections. Beyond that, those that have waited longest for their clients end. */
  maxConnections: number;
  timeouts: {
    /** ms for a complete request to arrive. */
    request: number;
    /** ms for its headers; smaller than `request`. */
    headers: number;
    /** ms without a byte sent or received after which a connection with an unread response ends. */
    stalled: number;
    /** ms that clients get to send the rest of a request, or to read a response, when the server closes. */
    drain: number;
    /** ms that requests in progress get then: what waits for the database has its response within ten seconds. */
    responses: number;
  };
  /** The built dashboard, served at `/`. It uses hash routes, so no other path needs its page. */
  dashboardDirectory: string | null;
  staticRoots: readonly StaticRoot[];
}

/** An amount that may be used at once, and becomes available again evenly over a day. */
export function perDay(amount: number): Rate {
  return { perSecond: amount / (DAY / SECOND), burst: amount };
}

export const DEFAULT_SERVER_OPTIONS: Omit<ServerOptions, 'cursorSecret'> = {
  version: '0.0.0',
  operationsOnly: false,
  logDecisions: false,
  publicUrl: null,
  trustedProxies: [],
  metricsToken: null,
  rates: {
    publicKeyAddress: { perSecond: 20, burst: 100 },
    publicKey: { perSecond: 1_000, burst: 1_000 },
    publicKeyAddressBytes: perDay(256 * 1024 * 1024),
    loginAddress: { perSecond: 10 / 60, burst: 10 },
    loginEmail: { perSecond: 5 / 60, burst: 5 },
  },
  maxConnections: 2_048,
  timeouts: { request: 15_000, headers: 8_000, stalled: 30_000, drain: 5_000, responses: 10_000 },
  dashboardDirectory: null,
  staticRoots: [],
};
