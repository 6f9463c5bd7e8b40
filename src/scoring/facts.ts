// The input of scoring, and the facts that signals read (derived in derive-facts.ts).
import type { EventClass } from '../vocabulary/event-types.ts';
import type { KeyKind, NetworkClassification, ResolutionMethod } from '../vocabulary/words.ts';
import type { RecognitionState } from './assessment.ts';
import type { AutomationEvidence } from './automation.ts';
import type { History, PastEvent } from './history.ts';

/** The part of the resolver's result that scoring reads. */
export interface ResolutionEvidence {
  method: ResolutionMethod;
  /** 0 to 100. */
  confidence: number;
  /** Whether a hard conflict refuted the presented persistent id: it belongs to another machine. */
  idRefuted: boolean;
  /** Whether the event is ambiguous, or its device was created by such an event or by a void claim and its id has not returned. */
  provisional: boolean;
  /** Whether the event shows the signals of its device; see `Resolution.corroborated`. */
  corroborated: boolean;
  /** Whether the presented id was attached to its device by matching signals; see `Resolution.idJoined`. */
  idJoined: boolean;
  /** Whether the event looks like a device of the account that has never shown an id; see `Resolution.looksOwn`. */
  looksOwn: boolean;
  /** Signals of the resolved device that differ from its last visit. */
  changedSignals: readonly { signal: string }[];
  /** Signals that contradict the presented id or the best candidate. */
  conflictingSignals: readonly { signal: string }[];
}

/** One event as scoring receives it. Keys are opaque and only compared for equality. */
export interface ScoringInput {
  /** As `scoredType` reads it: a word of the catalog, or the customer's own. */
  type: string;
  /** The event's own time, ms since the epoch. */
  at: number;
  credential: KeyKind;
  accountKey: string | null;
  /** The resolved device. */
  device: {
    /** Null when this event creates it. */
    id: string | null;
    isTrusted: boolean;
    /** By any account; null without a proof. */
    firstProofAt: number | null;
    /** When it last appeared as another machine and its profile followed; null if never. */
    replacedAt: number | null;
  };
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
  /** Whether the signals show more than anyone can guess: graphics, rendering or fonts. */
  unguessed: boolean;
  /** Digest of the user agent. */
  agent: string | null;
  /** Digest of the session token. */
  sessionToken: string | null;
  /** Number of client signals in the event. */
  signalCount: number;
  /** The `signals` object as received. It may be anything, so it is read defensively. */
  signals: unknown;
  /** The request's User-Agent header, or the one a backend passed on; null when neither is known. */
  userAgentHeader: string | null;
  history: History;
}

/** How this event's network relates to the networks that the account has proven. */
export interface NetworkFamiliarity {
  /** Whether address evidence counts: only for `public` addresses. Any other address may be shared by all users. */
  usable: boolean;
  /** This /24 (or /48) is proven, or at least three of its neighbors within the /16 (or /32) are. */
  known: boolean;
  /** The account has proven some network, and this one is not known. */
  novel: boolean;
  /** Like `known`, counting only networks that have been proven long enough for sensitive changes. */
  settled: boolean;
  /**
   * The network is the owner's beyond doubt: proven on the account's first day or confirmed by a second factor, or the
   * account has never proven any.
   */
  firm: boolean;
}

/** The facts that signals read. */
export interface Facts {
  readonly input: ScoringInput;
  readonly eventClass: EventClass;
  readonly isFailure: boolean;
  /** The event is a failed login from a source that the account does not recognize. */
  readonly isUnrecognizedFailure: boolean;
  readonly state: RecognitionState;
  readonly recognized: boolean;
  readonly network: NetworkFamiliarity;
  /** At least two proofs, the first more than 24 hours ago. */
  readonly established: boolean;
  readonly automation: AutomationEvidence;
  /** When this source first completed a password reset of the account in the last day, as the server reported; null if it did not. */
  readonly ownResetAt: number | null;
  /** Times of earlier failures of this source that this login corrects. */
  readonly corrects: readonly number[];
  /** This source's past events on the account, by window (`rowsOfSource`). */
  readonly sourceRows: readonly (readonly PastEvent[])[];
  /** Past events from this address; empty unless the address is public. */
  readonly addressRows: readonly PastEvent[];
}
