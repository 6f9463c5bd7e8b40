// What the door is told when it is built; `src/config/config.ts` reads it from the environment.
import type { Rate } from '../auth/rate-limit.ts';

/** A folder of built files and the path under which browsers find it. */
interface StaticRoot {
  /** Such as `/sdk/`; begins and ends with a slash. */
  prefix: string;
  directory: string;
  /** Other sites may load it: the SDK, not the dashboard. */
  crossOrigin: boolean;
}

export interface ServerOptions {
  /** Health, readiness and metrics alone: no API, no pages. For a process that only sends webhooks. */
  operationsOnly: boolean;
  /** The address people reach the service under; null when it is not configured. */
  publicUrl: string | null;
  /** CIDRs whose `X-Forwarded-For` is believed; none by default, loopback included. */
  trustedProxies: readonly string[];
  /** Opens `/metrics` to others than loopback peers; null keeps it shut. */
  metricsToken: string | null;
  /** At least 16 bytes, the same on all processes: seals the cursors of lists. */
  cursorSecret: Uint8Array;
  rates: {
    /** A public key from one address. */
    publicKeyAddress: Rate;
    /** A public key in all. */
    publicKey: Rate;
    /** Log-in attempts from one address, and for one e-mail. */
    logInAddress: Rate;
    logInEmail: Rate;
  };
  timeouts: {
    /** ms for a whole request to arrive. */
    request: number;
    /** ms for its headers; smaller than `request`. */
    headers: number;
    /** ms that requests under way get when the server closes. */
    drain: number;
  };
  /** The built dashboard, served at `/`. Its own routes stand behind the hash, so no other path needs its page. */
  dashboardDirectory: string | null;
  staticRoots: readonly StaticRoot[];
}

export const DEFAULT_SERVER_OPTIONS: Omit<ServerOptions, 'cursorSecret'> = {
  operationsOnly: false,
  publicUrl: null,
  trustedProxies: [],
  metricsToken: null,
  rates: {
    publicKeyAddress: { perSecond: 20, burst: 100 },
    publicKey: { perSecond: 1_000, burst: 1_000 },
    logInAddress: { perSecond: 10 / 60, burst: 10 },
    logInEmail: { perSecond: 5 / 60, burst: 5 },
  },
  timeouts: { request: 15_000, headers: 8_000, drain: 5_000 },
  dashboardDirectory: null,
  staticRoots: [],
};
