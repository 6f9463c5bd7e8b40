// The written contract for keeping an event: read what is known, judge purely, write once, in one transaction.
import type {
  CandidateKey,
  CandidatePool,
  DeviceRecord,
  IdOwner,
  Profile,
  Resolution,
} from '../devices/observation.ts';
import type { Automation, FiredSignal, RecognitionState } from '../scoring/assessment.ts';
import type { AccountProofs, History, NetworkProofs, Pair, PastEvent } from '../scoring/history.ts';
import type { Decision, KeyKind, Level, NetworkClassification } from '../vocabulary/words.ts';
import type { Announcement } from '../webhooks/announce.ts';

/** What is known of an event before anything is read. */
export interface EventKeys {
  /** The environment's number: first column of every key. */
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

/** What an earlier request with the same idempotency key left. */
export interface Replay {
  /** SHA-256 of the body, base64url. */
  requestDigest: string;
  eventId: string;
  createdAt: number;
  /** The answer as it was sent, JSON text. */
  answer: string;
}

/** What depends on which device it is. */
export interface DeviceHistory {
  pair: Pair | null;
  window: readonly PastEvent[];
  /** The newest session of this device and account (and of this token, when one was given), whatever its age. */
  session: SessionRecord | null;
}

export interface SessionRecord {
  id: string;
  startedAt: number;
  lastSeenAt: number;
  eventCount: number;
}

/** Everything that can be read before the device is resolved. */
export interface EventHistory {
  replay: Replay | null;
  /** Who holds the presented persistent id, and the device, with its context already read: the common case. */
  idOwner: { id: IdOwner; device: DeviceRecord; history: DeviceHistory } | null;
  account: readonly PastEvent[];
  address: readonly PastEvent[];
  fingerprint: readonly PastEvent[];
  session: readonly PastEvent[];
  seenFingerprint: History['seenFingerprint'];
  accountFirstSeenAt: number | null;
  proofs: AccountProofs;
  networks: NetworkProofs;
  environment: History['environment'];
}

/** One event with everything that was decided about it: what is written, and never edited after. */
export interface EventRow {
  environmentNumber: number;
  id: string;
  type: string;
  at: number;
  createdAt: number;
  credential: KeyKind;
  accountKey: string | null;
  deviceId: string;
  sessionId: string;
  /** Canonical raw address, or null when none is known. */
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
  automation: Automation;
  signals: readonly FiredSignal[];
  resolution: Omit<Resolution, 'device' | 'provisional' | 'updatesDevice' | 'attachId' | 'idRefuted' | 'idCloned'>;
  /** Client signals that rarely change between visits, JSON text, kept once per digest; null when none were sent. */
  stableSignals: { digest: string; body: string } | null;
  /** Client signals of this event alone (behavior, window, round-trip time …), JSON text, or null. */
  volatileSignals: string | null;
}

/** How the device is to be kept after this event. */
export interface DeviceWrite {
  id: string;
  created: boolean;
  provisional: boolean;
  /** The profile after this event; null leaves the stored one as it is. */
  profile: Profile | null;
  /** Keys to add to the fingerprint index; empty when nothing changed or the device is provisional. */
  addKeys: readonly CandidateKey[];
  /** The persistent id to attach, or null. */
  attachId: string | null;
  /** Refutations to note on the presented id. */
  refuteId: { persistentId: string; cloned: boolean } | null;
  /** Networks after this event, newest first, at most 8; null leaves them. */
  networks: readonly string[] | null;
  /** Frequency keys to count for a newly made, non-provisional device. */
  countFrequencies: readonly string[];
}

/** One webhook delivery to queue in the transaction of its cause. */
export type DeliveryWrite = Announcement;

export interface EventWrites {
  event: EventRow;
  device: DeviceWrite;
  /** The external id is kept in the account's row alone. */
  account: { key: string; externalId: string; created: boolean } | null;
  pair: { created: boolean; proven: boolean } | null;
  /** Set when this event proves its public network to its account. */
  networkProof: { narrow: string; wide: string } | null;
  session: { id: string; created: boolean };
  /** Whether this event counts among the environment's unrecognized failures. */
  unrecognizedFailure: boolean;
  /** Whether this event is a server-sent success ("verified mode"). */
  serverSuccess: boolean;
  deliveries: readonly DeliveryWrite[];
  idempotency: { key: string; requestDigest: string; answer: string } | null;
  /** For `import`: how far the file has been read, kept in the event's own transaction. */
  importPosition: { source: string; line: number } | null;
}

/**
 * A transaction that sees and writes events, one after the other: `loadSubject` begins each and sees those before it.
 * Events of one account, and of one device, take their turns.
 */
export interface IngestTransaction {
  /** Takes the turn and reads. All windows end at `eventKeys.at` and are as they were stored. */
  loadHistory(eventKeys: EventKeys): Promise<EventHistory>;
  /** The devices that might be this one, when the id alone does not decide; caps as in `CandidatePool`. */
  loadCandidates(
    eventKeys: EventKeys,
    keys: readonly CandidateKey[],
    frequencyKeys: readonly string[],
  ): Promise<CandidatePool>;
  /** The context of a device other than the id's holder. */
  loadDeviceHistory(eventKeys: EventKeys, deviceId: string): Promise<DeviceHistory>;
  /** Writes everything; nothing is visible before the commit. */
  save(writes: EventWrites): Promise<void>;
}

export interface IngestStore {
  /**
   * Runs `work` in a transaction and resolves after it is durable. Concurrent calls may share a commit; the failure of
   * one leaves no trace and does not touch the others. Throws `Failure('unavailable')` when storage cannot take the write.
   * `work` may be run again after a serialization failure, so it must be pure but for the transaction.
   * `first` is the eventKeys of the only event, when it is known before: many events of one account then hold back nobody else.
   */
  ingest<T>(work: (transaction: IngestTransaction) => Promise<T>, first?: EventKeys): Promise<T>;
  /** The last line of `source` that is kept, or 0. */
  importPosition(environmentNumber: number, source: string): Promise<number>;
}
