// Storage contract for ingestion: load the history, assess the event in pure code, save once, all in one transaction.
import type {
  CandidateKey,
  CandidatePool,
  DeviceRecord,
  IdOwner,
  Profile,
  Resolution,
} from '../devices/observation.ts';
import type { Automation, FiredSignal, RecognitionState } from '../scoring/assessment.ts';
import type { StoredFingerprint, StoredNetworks, StoredProofs } from '../scoring/counted-history.ts';
import type { History, Pair, PastEvent } from '../scoring/history.ts';
import type { CountedFailureKind } from '../vocabulary/failure-kinds.ts';
import type { Decision, KeyKind, Level, NetworkClassification } from '../vocabulary/words.ts';
import type { Announcement } from '../webhooks/announce.ts';

/** The keys of an event, known before anything is read; they select its history and its locks. */
export interface EventKeys {
  environmentNumber: number;
  /** The event's own time, ms. */
  at: number;
  /** Digest of the external account id (22 base64url characters), or null. */
  accountKey: string | null;
  persistentId: string | null;
  sessionToken: string | null;
  fingerprint: string | null;
  counterAddress: string | null;
  narrowNetwork: string | null;
  wideNetwork: string | null;
  idempotencyKey: string | null;
}

/** The stored result of an earlier request with the same idempotency key. */
export interface Replay {
  /** SHA-256 of the body, base64url. */
  requestDigest: string;
  eventId: string;
  createdAt: number;
  /** The response as it was sent, JSON text. */
  response: string;
}

/** The part of the history that depends on the device. */
export interface DeviceHistory {
  pair: Pair | null;
  window: readonly PastEvent[];
  /** The newest session of this device and account (and of the session token, when given), of any age. */
  session: SessionRecord | null;
}

export interface SessionRecord {
  id: string;
  startedAt: number;
  lastSeenAt: number;
  eventCount: number;
}

/** Everything that can be read before the device is resolved. Windows end at the event's own time. */
export interface EventHistory {
  replay: Replay | null;
  /** The owner of the presented persistent id with its device and that device's history: the common case, read ahead. */
  idOwner: { id: IdOwner; device: DeviceRecord; history: DeviceHistory } | null;
  account: readonly PastEvent[];
  address: readonly PastEvent[];
  fingerprint: readonly PastEvent[];
  session: readonly PastEvent[];
  seenFingerprint: StoredFingerprint;
  accountFirstSeenAt: number | null;
  /** When the account's second factors and resets may last have gone to someone else (`isDoubtfulRecovery`). */
  recoveredAt: number | null;
  proofs: StoredProofs;
  networks: StoredNetworks;
  environment: History['environment'];
}

/** One event with everything decided about it. Written once; only privacy operations remove identifiers later. */
export interface EventRow {
  environmentNumber: number;
  id: string;
  type: string;
  /** The event's own time, ms. */
  at: number;
  /** When the event was received, ms. */
  createdAt: number;
  credential: KeyKind;
  accountKey: string | null;
  deviceId: string;
  sessionId: string;
  /** The raw address in canonical form, or null when unknown. */
  address: string | null;
  counterAddress: string | null;
  wideNetwork: string | null;
  classification: NetworkClassification;
  fingerprint: string | null;
  /** Digest of the user agent. */
  agent: string | null;
  sessionToken: string | null;
  state: RecognitionState;
  recognized: boolean;
  score: number;
  level: Level;
  defaultDecision: Decision;
  decision: Decision;
  policyVersion: number;
  matchedRule: { id: string; name: string } | null;
  forced: boolean;
  deviceNew: boolean;
  deviceTrusted: boolean;
  /** The history windows that store the event: the bits of `WINDOW_BIT`. */
  windows: number;
  automation: Automation;
  signals: readonly FiredSignal[];
  resolution: Omit<
    Resolution,
    | 'device'
    | 'provisional'
    | 'updatesDevice'
    | 'attachId'
    | 'idRefuted'
    | 'idCloned'
    | 'corroborated'
    | 'idJoined'
    | 'looksOwn'
    | 'sharesId'
  >;
  /** Client signals that rarely change between visits, JSON text, stored once per digest; null when none were sent. */
  stableSignals: { digest: string; body: string } | null;
  /** Client signals specific to this event (behavior, window, round-trip time …), JSON text, or null. */
  volatileSignals: string | null;
}

/** How this event changes its device. */
export interface DeviceWrite {
  id: string;
  created: boolean;
  provisional: boolean;
  /** The profile after this event; null leaves the stored one unchanged. */
  profile: Profile | null;
  /** Keys to add to the fingerprint index; empty when nothing changed or the device is provisional. */
  addKeys: readonly CandidateKey[];
  /** The persistent id to attach, or null. */
  attachId: string | null;
  /** The presented persistent id that this event refuted, or null. */
  refuteId: { persistentId: string; cloned: boolean } | null;
  /** Networks after this event, newest first, at most 8; null leaves them unchanged. */
  networks: readonly string[] | null;
  /** Frequency keys to count for a new, non-provisional device. */
  countFrequencies: readonly string[];
}

/** One webhook delivery to queue in the transaction that causes it. */
export type DeliveryWrite = Announcement;

/** Everything one event writes. */
export interface EventWrites {
  event: EventRow;
  device: DeviceWrite;
  /** The external id is stored in the account's row only. */
  account: { key: string; externalId: string; created: boolean } | null;
  /**
   * `withServerSignals`: the customer's server sent the event with enough signals for a fingerprint. `confirmed`: the server
   * reported a passed second factor.
   */
  pair: {
    created: boolean;
    proven: boolean;
    withServerSignals: boolean;
    confirmed: boolean;
    /** Whether this is the first proof, and a doubtful recovery (`recoveredAt`) came in the days before it. */
    afterRecovery: boolean;
  } | null;
  /** Set when this event proves its public network for its account. */
  networkProof: { narrow: string; wide: string; confirmed: boolean } | null;
  session: { id: string; created: boolean };
  /** Whether to record that the account recognized a source with this fingerprint. */
  fingerprintRecognized: boolean;
  /** Whether that source is a device that has settled (`Assessment.settled`). */
  fingerprintSettled: boolean;
  /** The environment's count of failures that includes this event, or null. */
  failure: CountedFailureKind | null;
  /** Times of earlier failed logins that this event corrects. */
  corrects: readonly number[];
  /** Whether the event may give the account's second factors and resets to someone else. */
  recovery: boolean;
  /** Whether this event is a server-sent success ("verified mode"). */
  serverSuccess: boolean;
  deliveries: readonly DeliveryWrite[];
  idempotency: { key: string; requestDigest: string; response: string } | null;
  /** For `import`: how far the file has been read, committed together with the event. */
  importPosition: { source: string; line: number; savedAt: number } | null;
}

/**
 * A transaction that processes events one after the other: `loadHistory` starts each event and sees those saved before it.
 * Events that share an account, a device or an idempotency key are serialized across all processes.
 */
export interface IngestTransaction {
  /**
   * Reads ahead, at once and in their order, what the events that this transaction is about to record will read, so that they rarely
   * wait for the database. Optional: an event whose rows have changed since reads them again. Must be called before the first event.
   */
  readAhead(events: readonly EventReads[]): Promise<void>;
  /** Locks the event's keys and reads its history. All windows end at `eventKeys.at` and contain rows as stored. */
  loadHistory(eventKeys: EventKeys): Promise<EventHistory>;
  /** The candidate devices, for when the persistent id alone does not decide; limited as described in `CandidatePool`. */
  loadCandidates(
    eventKeys: EventKeys,
    keys: readonly CandidateKey[],
    frequencyKeys: readonly string[],
  ): Promise<CandidatePool>;
  /** The history of a device other than the id owner's. */
  loadDeviceHistory(eventKeys: EventKeys, deviceId: string): Promise<DeviceHistory>;
  /**
   * The history with what the same process has assessed since it was read: events that share an address, a fingerprint or a session with
   * this one, and failures of the environment. Called right before the assessment.
   */
  withAssessed(history: EventHistory): EventHistory;
  /** Writes everything; nothing is visible to other transactions before the commit. */
  save(writes: EventWrites): Promise<void>;
}

/** Makes the reads of an event that do not depend on its assessment. */
export type EventReads = (
  transaction: Pick<IngestTransaction, 'loadHistory' | 'loadCandidates' | 'loadDeviceHistory'>,
) => Promise<unknown>;

export interface IngestStore {
  /**
   * Runs `work` in a transaction and resolves once it is durable. Concurrent calls may share a commit; one that fails is
   * rolled back alone. `work` may run again after a serialization failure, so its only side effects must be those of the
   * transaction. If the transaction has only one event, `eventKeys` may pass its keys in advance: many events of one account then
   * queue without occupying a connection each, and events without a key in common may be assessed concurrently. `reads` are made at
   * once for the events that share a transaction. After `withinMs`, the caller has given up: nothing is recorded any more.
   * @throws Failure `unavailable` when storage cannot accept the write.
   */
  ingest<T>(
    work: (transaction: IngestTransaction) => Promise<T>,
    eventKeys?: EventKeys,
    reads?: EventReads,
    withinMs?: number,
  ): Promise<T>;
  /** The last imported line of `source`, or 0. */
  importPosition(environmentNumber: number, source: string): Promise<number>;
}
