// Storage contract for campaigns: the stopped events of a time range with the keys that attacks share.
import type { SignalCode } from '../scoring/signals/index.ts';
import type { Decision, KeyKind } from '../vocabulary/words.ts';

/** Attacks that change their source with every attempt. */
export const ATTACK_PATTERNS = ['stuffing', 'card_testing'] as const;
export type AttackPattern = (typeof ATTACK_PATTERNS)[number];

/** Signals of such attacks; an event rarely has two of them. */
export const PATTERN_SIGNALS = {
  stuffing: ['ATTACK_WAVE', 'UNKNOWN_ACCOUNT'],
  card_testing: ['CARD_TESTING_SUSPECTED'],
} as const satisfies Record<AttackPattern, readonly SignalCode[]>;
export type PatternSignal = (typeof PATTERN_SIGNALS)[AttackPattern][number];

/** A challenged or blocked event, reduced to what connects it with others. */
export interface StoppedEvent {
  id: string;
  /** When it was received, ms. */
  at: number;
  type: string;
  accountKey: string | null;
  deviceId: string;
  /** The IPv4 address or the IPv6 /64, of public addresses only. */
  address: string | null;
  fingerprint: string | null;
  decision: Decision;
  score: number;
  /** Whether the source was recognized for the account. */
  recognized: boolean;
  /** Whether its account had never been seen on its device or, where the server sends no signals, has not proven its network. */
  isNewDevice: boolean;
  /** The signal that marks the event as part of an attack with changing sources, if one fired. */
  attackSignal: PatternSignal | null;
  /** The kind of key it was sent with. */
  credential: KeyKind;
  /** Whether the current outcome has a label. */
  labeled: boolean;
}

/** Keys that two events can share. */
export const SHARED_KEYS = ['fingerprint', 'address', 'device'] as const;
export type SharedKeyKind = (typeof SHARED_KEYS)[number];
/** Keys by which events that were let through are found. */
export const LET_THROUGH_KEYS = ['device', 'fingerprint'] as const satisfies readonly SharedKeyKind[];
export type LetThroughKeyKind = (typeof LET_THROUGH_KEYS)[number];

export interface LetThroughEvent {
  id: string;
  credential: KeyKind;
}

export interface EventSummary {
  id: string;
  type: string;
  score: number;
}

export interface AccountName {
  accountKey: string;
  externalId: string;
}

export interface CampaignReader {
  /**
   * At most `limit` stopped events received from `from` to before `to` (ms), in the order of their ids; if there are more, the newest
   * or the oldest.
   */
  stopped(
    environmentNumber: number,
    range: { from: number; to: number },
    limit: number,
    preferred: 'newest' | 'oldest',
  ): Promise<StoppedEvent[]>;
  /**
   * At most `limit` events with this device or fingerprint, sent with one of these credentials, that were let through within the range (event
   * time, ms, inclusive), first ones first; of types with an account-bound meaning only.
   */
  letThrough(
    environmentNumber: number,
    key: { kind: LetThroughKeyKind; value: string },
    range: { from: number; to: number },
    credentials: readonly KeyKind[],
    limit: number,
  ): Promise<LetThroughEvent[]>;
  /** Types and scores of these events, in any order. */
  summaries(environmentNumber: number, eventIds: readonly string[]): Promise<EventSummary[]>;
  /** The given accounts that are known, in byte order of their external ids, at most `limit`. */
  accountNames(environmentNumber: number, accountKeys: readonly string[], limit: number): Promise<AccountName[]>;
  /** The reasons of the current outcomes of these events, by event id; events without one are not included. */
  reasons(environmentNumber: number, eventIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
