// The written contract for figures: counters that are kept beside the events and exact whenever they are read.
import type { Decision, Evaluation, NetworkClassification } from '../vocabulary/words.ts';
import type { IdPage } from './id-page.ts';

/** What an overview counts, by hour; `words` of one kind add up over the day. */
export const OVERVIEW_KINDS = ['event', 'type', 'decision', 'level', 'signal', 'new_device'] as const;
export type OverviewKind = (typeof OVERVIEW_KINDS)[number];

export interface OverviewCounts {
  /** Rows of the 24 hours of the day: hour 0 to 23, kind, word, count. */
  counts: readonly { hour: number; kind: OverviewKind; word: string; count: number }[];
  active: { devices: number; accounts: number; addresses: number };
  /** Current outcomes of the day's events by evaluation; events without one are not in it. */
  evaluations: ReadonlyMap<Evaluation, number>;
  /** Outcome rows written that day. */
  outcomes: number;
  deliveries: { delivered: number; retrying: number; failed: number };
}

export interface NetworkRow {
  address: string;
  /** Orders the list. */
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
  /** The numbers of the environments in which events wait to be folded. */
  pendingEnvironments(): Promise<number[]>;
  /** Folds what waits into the figures, at most `limit` events of the environment; resolves to how many were folded. */
  applyPending(environmentNumber: number, limit: number): Promise<number>;
  /** Forgets addresses that were last seen before `before` (ms): they are raw addresses too. */
  deleteNetworksBefore(environmentNumber: number, before: number): Promise<void>;
  /** Forgets all figures of the environment and queues every event again. */
  reset(environmentNumber: number): Promise<void>;
  /** `day` is the number of days since the epoch, UTC. */
  overview(environmentNumber: number, day: number): Promise<OverviewCounts>;
  networks(environmentNumber: number, page: IdPage): Promise<NetworkRow[]>;
}
