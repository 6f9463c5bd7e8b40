// Storage contract for the activity of one account or address: newest events, proofs and outcomes.
import type { Decision, Evaluation, KeyKind, Label, NetworkClassification } from '../vocabulary/words.ts';
import type { Submitter } from './outcomes.ts';

/** Identifies whose events are read: an account by its key, or an address. */
export interface ActivityKey {
  kind: 'account' | 'network';
  key: string;
}

/** Identifies whose events later ones were scored against: an account by its key, or an address by the key under which it is counted. */
export interface CountedKey {
  kind: ActivityKey['kind'];
  /** For an address, `Address.counterKey`. */
  key: string;
}

/** An event, reduced to what a summary or a timeline needs. */
export interface ActivityEvent {
  id: string;
  /** When it was received, ms. */
  at: number;
  type: string;
  accountKey: string | null;
  deviceId: string;
  address: string | null;
  classification: NetworkClassification;
  decision: Decision;
  score: number;
  credential: KeyKind;
}

/** The current outcome of an event, with a label. */
export interface ActivityOutcome {
  eventId: string;
  label: Label;
  evaluation: Evaluation;
  submittedAt: number;
  submittedBy: Submitter['name'];
}

export interface AccountFacts {
  externalId: string;
  eventCount: number;
  stoppedCount: number;
  firstSeenAt: number;
  lastSeenAt: number;
  /** How often its owner proved to be there, and the time, ms. */
  proofCount: number;
  firstProofAt: number | null;
  lastProofAt: number | null;
  /** Devices among the 10,000 used last: all, those that the owner proved, and those with one event and no proof. */
  deviceCount: number;
  provenDeviceCount: number;
  onceDeviceCount: number;
}

/** A network where an account's owner proved to be: `narrow` is the /24 or /48 of an address. */
export interface ProvenNetwork {
  accountKey: string;
  narrow: string;
  firstProofAt: number;
  lastProofAt: number;
}

export interface ActivityReader {
  /** Null for an account that was never seen or is erased. Exact once pending events are applied. */
  account(environmentNumber: number, accountKey: string): Promise<AccountFacts | null>;
  /** The newest events, at most `limit`, newest first. */
  newest(environmentNumber: number, of: ActivityKey, limit: number): Promise<ActivityEvent[]>;
  /** Events before this one that later ones were scored against, newest first; at most `limit` per window partition. */
  counted(environmentNumber: number, of: CountedKey, before: string, limit: number): Promise<ActivityEvent[]>;
  /** Current outcomes with a label of these events, in any order. */
  outcomes(environmentNumber: number, eventIds: readonly string[]): Promise<ActivityOutcome[]>;
  /** The given devices that the account proved before this time, ms: anyone may have named it on a device. */
  devicesBefore(
    environmentNumber: number,
    accountKey: string,
    before: number,
    deviceIds: readonly string[],
  ): Promise<string[]>;
  /** The networks that the account's owner proved, the latest proof first, at most `limit`. */
  provenNetworks(environmentNumber: number, accountKey: string, limit: number): Promise<ProvenNetwork[]>;
  /** The given accounts whose owners proved to be in the network. */
  provenThere(
    environmentNumber: number,
    network: { wide: string; narrow: string },
    accountKeys: readonly string[],
  ): Promise<ProvenNetwork[]>;
}
