// The types of device recognition: the observation of an event, the stored devices, and the resolution.
import type { ResolutionMethod } from '../vocabulary/words.ts';

/** One normalized value. Unknown values are absent, never null, so that they are never compared. */
export type SignalValue = string | number | boolean | readonly string[] | readonly number[];

/** Normalized signals by name; stored as JSON. */
export type Profile = Readonly<Record<string, SignalValue>>;

/** An index key by which a device can be found again. `kind` is 1 to 5 (K1 to K5, see `keys.ts`). */
export interface CandidateKey {
  kind: number;
  /** 22 characters of base64url: the first 128 bits of a SHA-256. */
  digest: string;
}

/** What one event reveals about the device that sent it. */
export interface Observation {
  profile: Profile;
  /** SHA-256 of the client's persistent id, 22 characters of base64url, or null. */
  persistentId: string | null;
  keys: readonly CandidateKey[];
  /** Frequency keys of this profile's values, read only when the id alone does not decide. */
  frequencyKeys: readonly string[];
  /** The fingerprint that scoring counts by: the digest of K1, or null when fewer than 4 signals are known. */
  fingerprint: string | null;
  /** Names of known signals of the wrong type or over their limit; they count as unknown. */
  malformed: readonly string[];
  /** How many client signal keys the event carried, known or not. */
  signalCount: number;
}

/** A stored device. */
export interface DeviceRecord {
  id: string;
  isTrusted: boolean;
  trustedAt: number | null;
  /** Created by an ambiguous event. Found by id and account only, not by signals, until its own id returns. */
  provisional: boolean;
  profile: Profile;
  firstSeenAt: number;
  lastSeenAt: number;
  eventCount: number;
  accountCount: number;
  /** The first proof of the device by any account, null when there is none. */
  firstProofAt: number | null;
  /** The last narrow networks (/24, /48) this device was seen on, newest first, at most 8. */
  networks: readonly string[];
}

/** The owner of a persistent id. */
export interface IdOwner {
  deviceId: string;
  /** Whether the id was seen in use on more than one machine, so that it no longer identifies a device. */
  cloned: boolean;
  /** How many events with this id a hard conflict refuted, and how many other accounts have proven a device of their own with it. */
  conflicts: number;
  lastSeenAt: number;
}

/** A device that the event may come from, before it is compared. */
export interface Candidate {
  device: DeviceRecord;
  /** When the account first proved itself on this device, null if it never did; undefined if it was never named there. */
  accountProofAt: number | null | undefined;
  /** The same by what the customer's server reported; null if it never did. */
  accountServerProofAt: number | null;
  /** The kinds of the keys that the device shares with the observation. */
  keys: readonly number[];
}

/** The candidates and counts read when the id alone does not decide. */
export interface CandidatePool {
  /** Devices that share a key with the observation or on which the account was named; at most 256, each once. */
  candidates: readonly Candidate[];
  /** Keys shared by more than 64 devices: they do not identify a device and were not scanned. */
  crowdedKeys: readonly number[];
  /** Approximate number of devices in the environment, at least 1. */
  deviceCount: number;
  /** Approximate number of devices with each frequency key. */
  frequencies: ReadonlyMap<string, number>;
}

export interface ChangedSignal {
  signal: string;
  from: string;
  to: string;
}

export interface ConflictingSignal extends ChangedSignal {
  severity: 'hard' | 'soft';
}

/** The result of recognition: which device, with what confidence, and why. Stored with the event permanently. */
export interface Resolution {
  method: ResolutionMethod;
  /** round(100 x probability that the resolution is correct), 0 to 100. */
  confidence: number;
  /** Number of candidates scored, including those with conflicts. */
  candidateCount: number;
  /** One sentence for display. */
  reason: string;
  matchedSignals: readonly string[];
  changedSignals: readonly ChangedSignal[];
  conflictingSignals: readonly ConflictingSignal[];
  unknownSignals: readonly string[];
  /** For replay: posterior of the best candidate and of the runner-up, number of devices, version of the weight table. */
  evidence: Readonly<{ posterior: number; runnerUp: number; deviceCount: number; weights: string }>;
  /** The known device, or null when a device must be created. */
  device: DeviceRecord | null;
  /** Whether the device created or updated by this resolution stays out of the fingerprint index. */
  provisional: boolean;
  /**
   * Whether this event may update the profile and networks of the resolved device. False for a match by signals that comes from an
   * unknown network, which may be a copy, or that shows too few of them.
   */
  updatesDevice: boolean;
  /** Whether to attach the presented persistent id to the resolved device. */
  attachId: boolean;
  /** Whether a hard conflict refuted that the presented id's owner sent this event. */
  idRefuted: boolean;
  /**
   * Whether the event shows the signals of its device: at least half as many known signals as the device has shown, and the same values
   * for half of those that tell machines apart. A stolen id without them identifies nobody, nor does a match by signals.
   */
  corroborated: boolean;
  /** Whether the presented id was attached to the device by matching signals, so it proves no more than they do. */
  idJoined: boolean;
  /** Whether the event looks like a device of the account that has never shown an id (`own-look.ts`). */
  looksOwn: boolean;
  /** Whether a device that is created now keeps the presented id for this account alone, because another device has it. */
  sharesId: boolean;
  /** Whether to treat the presented id as cloned from now on. */
  idCloned: boolean;
}
