// The input of scoring, and the facts that signals read (derived in derive-facts.ts).

import type { EventClass } from '../vocabulary/event-types.ts';
import type { KeyKind, NetworkClassification, ResolutionMethod } from '../vocabulary/words.ts';
import type { RecognitionState } from './assessment.ts';
import type { AutomationEvidence } from './automation.ts';
import type { History, PastEvent } from './history.ts';

/** What scoring reads of the resolver's answer. */
export interface ResolutionEvidence {
  method: ResolutionMethod;
  /** 0 to 100. */
  confidence: number;
  /** Whether the presented persistent id was refuted by a hard conflict: it belongs to another machine. */
  idRefuted: boolean;
  /** Signals of the answered device that differ from its last visit. */
  changedSignals: readonly { signal: string }[];
  /** Signals that contradict the presented id or the best candidate. */
  conflictingSignals: readonly { signal: string }[];
}

/** Everything scoring may know of one event. Keys are opaque and only compared for equality. */
export interface ScoringInput {
  type: string;
  /** The event's own time, ms since the epoch. */
  at: number;
  credential: KeyKind;
  accountKey: string | null;
  /** The resolved device; `id` and `firstSeenAt` are null when this event makes a new one. */
  device: { id: string | null; isTrusted: boolean; firstSeenAt: number | null };
  resolution: ResolutionEvidence;
  network: {
    classification: NetworkClassification;
    /** Full IPv4 or IPv6 /64. */
    counterKey: string | null;
    /** /24 or /48. */
    narrow: string | null;
    /** /16 or /32. */
    wide: string | null;
  };
  fingerprint: string | null;
  /** Digest of the user agent. */
  agent: string | null;
  /** Digest of the session token. */
  sessionToken: string | null;
  /** How many client signal keys came with the event. */
  signalCount: number;
  /** The `signals` object as it came, whatever it is; read defensively. */
  signals: unknown;
  /** User agent of the request's header, or the one a backend passed on; null when neither is known. */
  userAgentHeader: string | null;
  history: History;
}

/** What the account's proven networks say of this event's network. */
export interface NetworkStanding {
  /** Whether address evidence counts at all: only for `public` addresses. Else every user may share one. */
  usable: boolean;
  /** This very /24 (or /48) is proven, or at least three of its neighbors within the /16 (or /32). */
  known: boolean;
  /** The account has proven some network, and this one is not known. */
  novel: boolean;
}

/** The facts signals read. */
export interface Facts {
  readonly input: ScoringInput;
  readonly eventClass: EventClass;
  /** `login` or `login_failed`: the types the failure signals speak about. */
  readonly isLogin: boolean;
  readonly isFailure: boolean;
  /** The event itself is a failure from a source the account does not recognize. */
  readonly isUnrecognizedFailure: boolean;
  readonly state: RecognitionState;
  readonly recognized: boolean;
  readonly network: NetworkStanding;
  /** At least two proofs, the first more than 24 hours ago. */
  readonly established: boolean;
  readonly automation: AutomationEvidence;
  /** Rows of this address; empty unless the address is public. */
  readonly addressRows: readonly PastEvent[];
}
