// What scoring may know of the past: rows as they were stored, newest first, each list capped at 200.
import type { KeyKind } from '../vocabulary/words.ts';

/** Rows a list holds at most: a full one means "at least". */
export const WINDOW_CAP = 200;

/** One past event as the windows read it. All keys are opaque equality keys. */
export interface PastEvent {
  /** The event's own time, ms since the epoch. */
  at: number;
  type: string;
  account: string | null;
  device: string;
  /** Full IPv4 or IPv6 /64; null unless the address was public. */
  counterAddress: string | null;
  /** /16 or /32; null unless the address was public. */
  wideNetwork: string | null;
  fingerprint: string | null;
  /** Digest of the user agent. */
  agent: string | null;
  sessionToken: string | null;
  recognized: boolean;
  credential: KeyKind;
}

/** What an account and a device have done together. */
export interface Pair {
  firstSeenAt: number;
  lastSeenAt: number;
  eventCount: number;
  /** First and last event that proved the pair (`scoring.md` 3.1), null when none did. */
  firstProofAt: number | null;
  lastProofAt: number | null;
}

/** Proofs of the account on any device. */
export interface AccountProofs {
  count: number;
  firstAt: number | null;
  lastAt: number | null;
}

/** The networks an account has proven, as far as this event's network is concerned. */
export interface NetworkProofs {
  /** Whether this event's /24 or /48 is proven. */
  narrowProven: boolean;
  /** How many distinct /24s (or /48s) are proven within this event's /16 (or /32), at most 3 counted. */
  narrowInWide: number;
  /** Whether the account has any proof on any network. */
  anyProven: boolean;
}

/** Everything the past says about one event, the event itself not included. */
export interface History {
  /** Windows of 24 hours before the event (session: 12 hours), newest first, capped at 200 rows each. */
  account: readonly PastEvent[];
  address: readonly PastEvent[];
  device: readonly PastEvent[];
  fingerprint: readonly PastEvent[];
  session: readonly PastEvent[];
  pair: Pair | null;
  /** Who has ever shown the event's fingerprint from a source they recognized; both false without one. */
  seenFingerprint: {
    /** The event's own account. */
    own: boolean;
    elsewhere: boolean;
  };
  accountFirstSeenAt: number | null;
  proofs: AccountProofs;
  networks: NetworkProofs;
  environment: {
    /** Unrecognized failures in the 60 minutes before the event. */
    failuresLastHour: number;
    /** Unrecognized failures by hour for the last 168 complete hours; hours without any may be missing. */
    failuresByHour: readonly number[];
    /** Whether a server-sent success came in the last 7 days ("verified mode"). */
    verified: boolean;
  };
}
