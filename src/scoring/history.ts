// The past events and proofs that scoring reads: rows as stored, newest first, in lists of limited length.
import type { CountedFailureKind } from '../vocabulary/failure-kinds.ts';
import type { KeyKind } from '../vocabulary/words.ts';

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
  /**
   * Recognized, and not by a device that is known since the last day: evidence that the account is at home at this address, if the account
   * is older than a day itself. A new account is recognized by its look or its network after one login.
   */
  settled: boolean;
  /** Recognized by the stored id of a device that the account had known for a day, which says something about a new account, too. */
  byId: boolean;
  credential: KeyKind;
}

/** The shared history of an account and a device. */
export interface Pair {
  firstSeenAt: number;
  lastSeenAt: number;
  eventCount: number;
  /** First and last event that proved the device to the account, null when none did. */
  firstProofAt: number | null;
  lastProofAt: number | null;
  /** Like `firstProofAt`, of events that the customer's server sent. */
  firstServerProofAt: number | null;
  /** The last second factor that the server reported as passed with the device's own stored id, null when none. */
  confirmedAt: number | null;
  /** Whether a password reset was completed in the days around the first proof by a device the account had not long proven. */
  afterRecovery: boolean;
}

/** Proofs of an account on any device, or none. */
export interface ProofSpan {
  count: number;
  firstAt: number | null;
  lastAt: number | null;
}

/** Proofs of an account on any device. */
export interface AccountProofs extends ProofSpan {
  /** Whether the customer's server has sent a proof with client signals: it normally sends them. */
  withSignals: boolean;
  /** Whether any proof came with a fingerprint: the account's devices are known by more than their network. */
  fingerprinted: boolean;
  /** Whether the server has sent any of them. */
  serverSent: boolean;
  /** The first proof from any source, even one that does not count: a stranger must not seem to precede it. */
  knownSince: number | null;
}

/** The networks that an account has proven, in relation to this event's network. */
export interface NetworkProofs {
  /** Whether this event's /24 or /48 is proven. */
  narrowProven: boolean;
  /** Number of distinct /24s (or /48s) proven within this event's /16 (or /32), capped at 3. */
  narrowInWide: number;
  /** Like `narrowProven`, but proven at least a day ago or confirmed by a second factor that the server reported. */
  narrowSettled: boolean;
  /** Like `narrowInWide`, of settled networks only. */
  settledInWide: number;
  /** Whether this event's /24 or /48 was proven on the account's first day, or confirmed by a second factor. */
  narrowFirm: boolean;
  /** The last second factor that the server reported as passed in this /24 or /48, null when none. */
  narrowConfirmedAt: number | null;
  /** Whether the account has any proof on any network. */
  anyProven: boolean;
  /**
   * Accounts that proved this event's /16 (or /32) at least a day ago, a minimum; null when this account has proven the
   * /24 (or /48), or is new.
   */
  accountsInWide: number | null;
}

/** Failures of one kind in an environment. */
export interface FailureCounts {
  /** In the 60 minutes before the event. */
  lastHour: number;
  /** By hour for the last 168 complete hours; hours without failures may be missing. */
  byHour: readonly number[];
  /** In the hour that ended at this time of day, on each of the last 7 days; days without failures may be missing. */
  byDay: readonly number[];
}

/** The history of one event, excluding the event itself: only what counts (`counted-history.ts`). */
export interface History {
  /** Windows of 24 hours before the event (session: 12 hours), newest first, each partition capped. */
  account: readonly PastEvent[];
  address: readonly PastEvent[];
  device: readonly PastEvent[];
  fingerprint: readonly PastEvent[];
  session: readonly PastEvent[];
  pair: Pair | null;
  /** Whether the device was proven on the account's first day. */
  pairOnFirstDay: boolean;
  /** Whether events under the public key count against the device while the server reports logins. */
  claimsCount: boolean;
  /** Which accounts have recognized a source with the event's fingerprint; all false without a fingerprint. */
  seenFingerprint: {
    /** The event's own account. */
    own: boolean;
    /** The event's own account, on a device that had settled. */
    settled: boolean;
    /** Any other account. */
    elsewhere: boolean;
  };
  accountFirstSeenAt: number | null;
  /** When the account's second factors and resets last may have gone to someone else (`isDoubtfulRecovery`). */
  recoveredAt: number | null;
  proofs: AccountProofs;
  networks: NetworkProofs;
  environment: {
    /** `login`: by unrecognized sources. `payment`: of accounts without a proof older than a day. */
    failures: Readonly<Record<CountedFailureKind, FailureCounts>>;
    /** Time of the first stored event, null without one. */
    firstEventAt: number | null;
    /** Whether the backend sent a success in the last 7 days ("verified mode"). */
    verified: boolean;
  };
}
