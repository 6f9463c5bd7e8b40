// The types of recognition: what an event shows of a device, what is known of devices, and the answer.
import type { ResolutionMethod } from '../vocabulary/words.ts';

/** One normalized value. Unknown values are absent, never null, so that absence is never compared. */
export type SignalValue = string | number | boolean | readonly string[] | readonly number[];

/** Normalized signals by name (`devices.md` 6.1); kept as JSON. */
export type Profile = Readonly<Record<string, SignalValue>>;

/** An index key under which a device can be found again. `kind` is 1 to 5 (K1 all signals … K5 canvas+screen+timezone). */
export interface CandidateKey {
  kind: number;
  /** 22 characters of base64url: the first 128 bits of a SHA-256. */
  digest: string;
}

/** What one event shows of the device that sent it. */
export interface Observation {
  profile: Profile;
  /** SHA-256 of the client's persistent id, 22 characters of base64url, or null. */
  persistentId: string | null;
  keys: readonly CandidateKey[];
  /** Frequency keys of this profile's values, looked up only when the id alone does not decide. */
  frequencyKeys: readonly string[];
  /** K1's digest when enough signals are known (>= 4): the fingerprint that scoring counts by. */
  fingerprint: string | null;
  /** Names of known signals that came with a wrong type or over their limit; they count as unknown. */
  malformed: readonly string[];
  /** How many client signal keys the event carried, known or not. */
  signalCount: number;
}

/** A device as kept. */
export interface DeviceRecord {
  id: string;
  isTrusted: boolean;
  trustedAt: number | null;
  /** Indexed by id and account only until its own id returns (`devices.md` 6.3). */
  provisional: boolean;
  profile: Profile;
  previousProfile: Profile | null;
  firstSeenAt: number;
  lastSeenAt: number;
  eventCount: number;
  accountCount: number;
  /** The last narrow networks (/24, /48) this device was seen on, newest first, at most 8. */
  networks: readonly string[];
}

/** Who holds a persistent id. */
export interface IdOwner {
  deviceId: string;
  /** True once the id was seen living on more than one machine: it is no identity any more. */
  cloned: boolean;
  /** How often an event with this id was refuted by a hard conflict. */
  conflicts: number;
  lastSeenAt: number;
}

/** What is known when the id alone does not decide. */
export interface CandidatePool {
  /** Devices that share a key with the observation or belong to the account; at most 256. */
  candidates: readonly { device: DeviceRecord; fromAccount: boolean; keys: readonly number[] }[];
  /** Keys held by more than 64 devices: they were not scanned and carry no identity. */
  crowdedKeys: readonly number[];
  /** Devices of the environment, approximate, at least 1. */
  deviceCount: number;
  /** Devices that hold each frequency key; approximate. */
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

/** The answer: which device, how sure, and why. Kept for ever with the event. */
export interface Resolution {
  method: ResolutionMethod;
  /** round(100 x probability that the answer is right), 0 to 100. */
  confidence: number;
  /** Candidates scored, before conflicts. */
  candidateCount: number;
  /** One sentence for people. */
  reason: string;
  matchedSignals: readonly string[];
  changedSignals: readonly ChangedSignal[];
  conflictingSignals: readonly ConflictingSignal[];
  unknownSignals: readonly string[];
  /** For replay: posterior of the best, of the runner-up, devices N, version of the weight table. */
  evidence: Readonly<{ posterior: number; runnerUp: number; deviceCount: number; weights: string }>;
  /** The known device, or null: a device is to be made. */
  device: DeviceRecord | null;
  /** Whether a device made or kept by this answer stays out of the fingerprint index. */
  provisional: boolean;
  /** Whether profile and networks of the answered device may learn from this event: not from a likeness from elsewhere. */
  learns: boolean;
  /** Whether the presented persistent id is to be attached to the answered device. */
  attachId: boolean;
  /** Whether the presented id was refuted on its holder by a hard conflict. */
  idRefuted: boolean;
  /** Whether the presented id is from now on to be treated as cloned. */
  idCloned: boolean;
}
