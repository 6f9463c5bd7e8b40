// The written contract for lists. Rows come in the direction of reading: newest first, or oldest first going back.
import type { Profile } from '../devices/observation.ts';
import type { FiredSignal } from '../scoring/assessment.ts';
import type { Decision, Evaluation, Label, Level } from '../vocabulary/words.ts';
import type { IdPage } from './id-page.ts';
import type { EventRow } from './ingest.ts';

/** What a list of events is narrowed by: an empty list takes all; of several values any one; all lists must match. */
export interface EventFilter {
  types: readonly string[];
  deviceIds: readonly string[];
  accountKeys: readonly string[];
  decisions: readonly Decision[];
  levels: readonly Level[];
  evaluations: readonly Evaluation[];
  labels: readonly Label[];
  /** Codes of fired signals. */
  signals: readonly string[];
  policyVersions: readonly number[];
  ruleIds: readonly string[];
  /** ms; `from` inclusive, `to` exclusive; by arrival. */
  from: number | null;
  to: number | null;
}

/** An event as lists show it: nothing raw, no evidence. */
export interface ListedEvent {
  id: string;
  type: string;
  createdAt: number;
  externalAccountId: string | null;
  address: string | null;
  deviceId: string;
  deviceIsTrusted: boolean;
  sessionId: string;
  score: number;
  level: Level;
  defaultDecision: Decision;
  decision: Decision;
  policyVersion: number;
  matchedRule: { id: string; name: string } | null;
  signals: readonly Omit<FiredSignal, 'metadata'>[];
  evaluation: Evaluation;
}

export interface ListedDevice {
  id: string;
  isTrusted: boolean;
  trustedAt: number | null;
  firstSeenAt: number;
  lastSeenAt: number;
  eventCount: number;
  accountCount: number;
  profile: Profile;
}

/** A device with what one account did on it. */
export interface AccountDevice extends ListedDevice {
  firstUsedAt: number;
  lastUsedAt: number;
  accountEventCount: number;
}

/** An account with what it did on one device. */
export interface DeviceAccount {
  accountKey: string;
  /** Null after the account was erased. */
  externalId: string | null;
  firstSeenAt: number;
  lastSeenAt: number;
  eventCount: number;
}

export interface ListedResolution {
  eventId: string;
  createdAt: number;
  resolution: EventRow['resolution'];
}

/** What is named by an id alone, without its environment. */
export type Locatable = 'event' | 'device';

export interface ListReader {
  events(environmentNumber: number, filter: EventFilter, page: IdPage): Promise<ListedEvent[]>;
  devices(environmentNumber: number, page: IdPage): Promise<ListedDevice[]>;
  device(environmentNumber: number, id: string): Promise<ListedDevice | null>;
  /**
   * The number of the environment that holds the event or device of this id, or null. Looked for in `own` first; when it is
   * not there, in all environments, with the same work whether it is found or not.
   */
  locate(kind: Locatable, id: string, own: readonly number[]): Promise<number | null>;
  /** Accounts seen on the device by account key; the page's ids are account keys. */
  deviceAccounts(environmentNumber: number, deviceId: string, page: IdPage): Promise<DeviceAccount[]>;
  /** The resolutions of the device's events. */
  deviceResolutions(environmentNumber: number, deviceId: string, page: IdPage): Promise<ListedResolution[]>;
  /** The newest 1,000 events of the device at which signals had changed, with the names of those signals. */
  deviceChanges(environmentNumber: number, deviceId: string): Promise<{ at: number; signals: string[] }[]>;
  /** Whether the account was ever seen. */
  accountExists(environmentNumber: number, accountKey: string): Promise<boolean>;
  accountDevices(environmentNumber: number, accountKey: string, page: IdPage): Promise<AccountDevice[]>;
}
