// Storage contract for rollups: counters stored beside the events, exact once pending events are applied.
import type { Decision, Evaluation, NetworkClassification } from '../vocabulary/words.ts';

/** What an overview counts per hour; the hourly counts of a kind add up to those of the day. */
export const OVERVIEW_KINDS = ['event', 'type', 'decision', 'level', 'signal'] as const;
export type OverviewKind = (typeof OVERVIEW_KINDS)[number];

export interface OverviewCounts {
  /** `hour` is 0 to 23, UTC; `word` is the type, decision, level or signal counted, or '' for a kind without one. */
  counts: readonly { hour: number; kind: OverviewKind; word: string; count: number }[];
  /** Distinct devices, accounts and addresses of the day. */
  active: { devices: number; accounts: number; addresses: number };
  /** Devices first seen on the day, whatever the type of their event. */
  newDevices: number;
  /** Current outcomes of the day's events by evaluation; events without an outcome are not included. */
  evaluations: ReadonlyMap<Evaluation, number>;
  /** Outcome rows written that day. */
  outcomes: number;
  /** Webhook deliveries queued that day by their present state. */
  deliveries: { delivered: number; retrying: number; failed: number };
}

/** Counts of several days. */
export interface TrendCounts {
  /** Events of each day and decision. `day` is the number of days since the epoch, UTC. */
  decisions: readonly { day: number; decision: Decision; count: number }[];
  /** The event types and signals of all days. */
  words: readonly { kind: 'type' | 'signal'; word: string; count: number }[];
  /** Accounts and devices first seen on each day. */
  firstSeen: readonly { day: number; accounts: number; devices: number }[];
}

export interface NetworkRow {
  address: string;
  /** The list is ordered by it. */
  firstEventId: string;
  classification: NetworkClassification;
  eventCount: number;
  accountCount: number;
  deviceCount: number;
  decisions: Record<Decision, number>;
  firstSeenAt: number;
  lastSeenAt: number;
}

export interface RollupStore {
  /** The numbers of the environments that have pending events. */
  pendingEnvironments(): Promise<number[]>;
  /** Applies at most `limit` pending events of the environment to its rollups; returns how many were applied. */
  applyPending(environmentNumber: number, limit: number): Promise<number>;
  /** Like `applyPending`, but applies nothing, instead of waiting, while another process applies events of the environment. */
  applyUnlessBusy(environmentNumber: number, limit: number): Promise<number>;
  /**
   * Deletes up to `limit` addresses last seen before `before` (ms), oldest first: the network list stores raw addresses too. Returns how many
   * it found; fewer than `limit` at the end.
   */
  deleteNetworksBefore(environmentNumber: number, before: number, limit: number): Promise<number>;
  /** Deletes all rollups of the environment and marks every event as pending again. */
  reset(environmentNumber: number): Promise<void>;
  /** `day` is the number of days since the epoch, UTC. */
  overview(environmentNumber: number, day: number): Promise<OverviewCounts>;
  /** The event types of the hours since the epoch from `first` to `last`, inclusive, with their number of events. */
  eventTypes(environmentNumber: number, first: number, last: number): Promise<{ type: string; count: number }[]>;
  /** The days from `first` to `last`, inclusive. */
  trends(environmentNumber: number, first: number, last: number): Promise<TrendCounts>;
}
