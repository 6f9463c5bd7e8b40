// The written contract for webhooks: endpoints, the queue of what is to be sent, and the log of what was.
import type { DeliveryStatus, EndpointStatus, SubscribableType, WebhookType } from '../vocabulary/words.ts';
import type { Announcement, Subscriber } from '../webhooks/announce.ts';
import type { AttemptClass, AttemptOutcome, NextStep } from '../webhooks/retry.ts';
import type { AuditEvent } from './audit.ts';
import type { IdPage } from './id-page.ts';

export interface Endpoint {
  id: string;
  url: string;
  description: string | null;
  /** Types, or `['*']`. */
  eventTypes: readonly SubscribableType[];
  status: EndpointStatus;
  createdAt: number;
  updatedAt: number;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  /** Attempts that failed since the last that succeeded. */
  consecutiveFailures: number;
}

/** What may be changed of an endpoint; what is absent stays. */
export type EndpointChange = Partial<Pick<Endpoint, 'url' | 'description' | 'eventTypes' | 'status'>>;

/** One logical delivery as its log shows it. */
export interface Delivery {
  id: string;
  endpointId: string;
  type: WebhookType;
  eventId: string | null;
  status: DeliveryStatus;
  nextAttemptAt: number | null;
  createdAt: number;
  /** Ended attempts, first to last. */
  attempts: readonly DeliveryAttempt[];
}

export interface DeliveryAttempt {
  /** `wha_…`. */
  id: string;
  /** 1, 2, 3 …; redeliveries count on. */
  number: number;
  startedAt: number;
  durationMs: number;
  httpStatus: number | null;
  error: string | null;
  responseSnippet: string | null;
}

export interface DeliveryFilter {
  /** Any of these; empty: all. */
  statuses: readonly DeliveryStatus[];
  types: readonly WebhookType[];
}

/** An active endpoint that has something due. */
export interface DueEndpoint {
  environmentNumber: number;
  endpointId: string;
  /** Five or more time-outs in a row, or twenty failures of any kind: it gets one connection at a time. */
  slow: boolean;
}

/** A delivery leased to this process: nobody else sends it until `leaseUntil`. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  type: WebhookType;
  body: string;
  /** The endpoint's as of now, so that a change counts for what already waits. */
  url: string;
  encryptedSecret: string;
  leaseToken: string;
  /** Whether the endpoint keeps failing (`DueEndpoint.slow`). */
  slow: boolean;
  /** When it became due, ms. */
  dueAt: number;
  /** Number of this attempt in the log. */
  number: number;
  /** 1 to 5: which rung of the ladder it is; null for a redelivery, which stands outside. */
  scheduledAttempt: number | null;
  /** How often this attempt was begun; above 1 after a crash. */
  runs: number;
}

/** The end of a claimed attempt. */
export interface AttemptResult {
  delivery: Pick<ClaimedDelivery, 'id' | 'endpointId' | 'leaseToken' | 'number' | 'scheduledAttempt'>;
  attemptId: string;
  startedAt: number;
  endedAt: number;
  durationMs: number;
  end: AttemptOutcome;
  snippet: string | null;
  outcome: AttemptClass;
  /** What the ladder says comes next; ignored for a redelivery. */
  next: NextStep;
}

/** How many to claim for an endpoint beyond what other processes may have in flight. */
export interface ClaimRequest {
  endpointId: string;
  /** At most so many now. */
  limit: number;
}

export interface QueueStatistics {
  /** Deliveries that wait for an attempt or are being attempted. */
  pending: number;
  /** When the one that has been due longest became due, or null when none is due. */
  oldestDueAt: number | null;
}

/** A given `change` is kept in the audit trail together with what it tells of, or not at all. */
export interface EndpointStore {
  /** Throws `Failure('conflict', 'endpoint_limit')` when the environment already has `most`. */
  create(
    environmentNumber: number,
    endpoint: Endpoint,
    sealedSecret: string,
    most: number,
    change?: AuditEvent,
  ): Promise<void>;
  /** Newest first; towards newer ones the nearest first. */
  list(environmentNumber: number, page: IdPage): Promise<Endpoint[]>;
  find(environmentNumber: number, id: string): Promise<Endpoint | null>;
  /** The number of the environment that holds it, whoever owns that, or null: decides between 403 and 404. */
  locate(id: string): Promise<number | null>;
  /**
   * The endpoint after the change, or null when there is none. Raises the environment's `webhooksVersion`. `describe`
   * sees both sides and says what is audited, or null when nothing changed: then nothing is kept.
   */
  update(
    environmentNumber: number,
    id: string,
    change: EndpointChange,
    at: number,
    describe?: (before: Endpoint, after: Endpoint) => AuditEvent | null,
  ): Promise<Endpoint | null>;
  replaceSecret(
    environmentNumber: number,
    id: string,
    sealedSecret: string,
    at: number,
    change?: AuditEvent,
  ): Promise<Endpoint | null>;
  /** Removes the endpoint; from now on nothing of it is claimed. What waits is cancelled by `cancelOrphans`. */
  remove(environmentNumber: number, id: string, change?: AuditEvent): Promise<boolean>;
  /** The active endpoints of an environment. */
  subscribers(environmentNumber: number): Promise<Subscriber[]>;
}

export interface DeliveryQueue {
  /** Queues one delivery outside any other transaction: a test. `change` tells the audit trail of it. */
  enqueue(environmentNumber: number, announcement: Announcement, at: number, change?: AuditEvent): Promise<void>;
  /**
   * Active endpoints with something due at `now`, at most `limit`, in the order of environment and id, after the given one.
   * One look-up per endpoint, whatever the backlog.
   */
  dueEndpoints(now: number, after: DueEndpoint | null, limit: number): Promise<DueEndpoint[]>;
  /**
   * In one transaction of one environment: writes the ends and claims what is due for the endpoints asked. An end whose
   * lease was lost is dropped: somebody else has written or will write it. Claims hold the endpoint's row, so that no
   * number of processes has more than the cap in flight; an endpoint another process is claiming for is passed over.
   * Ends are idempotent: after a lost answer the same call is made again.
   */
  completeAndClaim(
    environmentNumber: number,
    ends: readonly AttemptResult[],
    claims: readonly ClaimRequest[],
    lease: { token: string; now: number; until: number },
  ): Promise<ClaimedDelivery[]>;
  /** Gives claims back that were not begun; they are due at once, under the same number. */
  release(environmentNumber: number, claims: readonly Pick<ClaimedDelivery, 'id' | 'leaseToken'>[]): Promise<void>;
  /**
   * Called once before a process dispatches: gives back what a dead process held. Where several processes may share the
   * storage nobody can know that, and leases run out by themselves.
   */
  recover(): Promise<void>;
  statistics(now: number): Promise<QueueStatistics>;
}

export interface DeliveryLog {
  /** Newest first; towards newer ones the nearest first. */
  list(environmentNumber: number, endpointId: string, filter: DeliveryFilter, page: IdPage): Promise<Delivery[]>;
  find(environmentNumber: number, endpointId: string, id: string): Promise<Delivery | null>;
  /**
   * Asks for one more attempt at once; one that already waits or runs is not doubled. Returns the delivery, or null
   * when there is none. Until it ends the delivery is `pending`; if it fails the delivery is what it was before.
   * `change` tells the audit trail of it.
   */
  redeliver(
    environmentNumber: number,
    endpointId: string,
    id: string,
    now: number,
    change?: AuditEvent,
  ): Promise<Delivery | null>;
  /** Cancels at most `limit` deliveries whose endpoint is gone. Returns how many were cancelled. */
  cancelOrphans(environmentNumber: number, now: number, limit: number): Promise<number>;
  /** Removes at most `limit` ended deliveries that were made before `before`, with their attempts. Returns how many. */
  prune(environmentNumber: number, before: number, limit: number): Promise<number>;
}

export interface WebhookStore {
  endpoints: EndpointStore;
  queue: DeliveryQueue;
  log: DeliveryLog;
}
