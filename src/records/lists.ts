// Storage contract for lists. Rows come in reading order: newest first, or oldest first when the page goes `newer`.
import type { Profile } from '../devices/observation.ts';
import type { FiredSignal } from '../scoring/assessment.ts';
import type { Decision, Evaluation, KeyKind, Label, Level } from '../vocabulary/words.ts';
import type { IdPage } from './id-page.ts';
import type { EventRow } from './ingest.ts';
import type { NamedMember } from './notes.ts';

/** Criteria of an event list: an empty list matches all, several values match any of them, and all lists must match. */
export interface EventFilter {
  types: readonly string[];
  ids: readonly string[];
  deviceIds: readonly string[];
  sessionIds: readonly string[];
  /** Canonical addresses. */
  addresses: readonly string[];
  fingerprints: readonly string[];
  accountKeys: readonly string[];
  decisions: readonly Decision[];
  levels: readonly Level[];
  evaluations: readonly Evaluation[];
  labels: readonly Label[];
  /** Codes of fired signals. */
  signals: readonly string[];
  policyVersions: readonly number[];
  ruleIds: readonly string[];
  /** Ids of the members to whom events are assigned; null stands for nobody. */
  assignees: readonly (string | null)[];
  /** When the event was received, ms; `from` inclusive, `to` exclusive. */
  from: number | null;
  to: number | null;
}

/** An event as lists show it: without evidence and signal metadata. */
export interface ListedEvent {
  id: string;
  type: string;
  /** The kind of the key that sent it. */
  credential: KeyKind;
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
  /** The label of the current outcome; null without one. */
  label: Label | null;
  assignedTo: NamedMember | null;
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

/** A device with one account's activity on it. */
export interface AccountDevice extends ListedDevice {
  firstUsedAt: number;
  lastUsedAt: number;
  /** When the account's owner first proved the device, ms; null without a proof. */
  firstProofAt: number | null;
  accountEventCount: number;
}

export interface ListedResolution {
  eventId: string;
  createdAt: number;
  resolution: EventRow['resolution'];
}

/** What a request can name by id alone, without its environment. */
export type Locatable = 'event' | 'device';

/** A page of events: by time, which is the order of their ids, or by score, highest first. */
export type EventPage = IdPage | ScorePage;

export interface ScorePage {
  sort: 'score';
  limit: number;
  /** `older` continues towards lower scores. */
  from: { score: number; id: string; direction: 'older' | 'newer' } | null;
}

export interface ListReader {
  events(environmentNumber: number, filter: EventFilter, page: EventPage): Promise<ListedEvent[]>;
  /** The ids of one page of events by time. */
  eventIds(environmentNumber: number, filter: EventFilter, page: IdPage): Promise<string[]>;
  /** These events, in the order of the ids; unknown ids are left out. */
  eventsById(environmentNumber: number, ids: readonly string[]): Promise<ListedEvent[]>;
  device(environmentNumber: number, id: string): Promise<ListedDevice | null>;
  /**
   * The number of the environment that contains the event or device, or null. Searches `own` first, then all
   * environments; that second search takes the same time whether or not it finds the id.
   */
  locate(kind: Locatable, id: string, own: readonly number[]): Promise<number | null>;
  /** The resolutions of the device's events. */
  deviceResolutions(environmentNumber: number, deviceId: string, page: IdPage): Promise<ListedResolution[]>;
  /** The newest 1,000 events at which the device's signals had changed, with the names of those signals. */
  deviceChanges(environmentNumber: number, deviceId: string): Promise<{ at: number; signals: string[] }[]>;
  /** The fingerprint of an event, or null. */
  fingerprintOf(environmentNumber: number, eventId: string): Promise<string | null>;
  /** Whether the account was ever seen in the environment. */
  accountExists(environmentNumber: number, accountKey: string): Promise<boolean>;
  /**
   * The account's devices. `returning` filters the 10,000 used last: only those with a second event, a proof or trust, or only the others.
   */
  accountDevices(
    environmentNumber: number,
    accountKey: string,
    filter: { returning: boolean | null },
    page: IdPage,
  ): Promise<AccountDevice[]>;
}
