// Storage contract for webhooks: endpoints, the queue of pending deliveries, and the log of attempts.
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
  /** Failed attempts since the last successful one. */
  consecutiveFailures: number;
}

/** The fields of an endpoint that can be changed; absent ones keep their value. */
export type EndpointChange = Partial<Pick<Endpoint, 'url' | 'description' | 'eventTypes' | 'status'>>;

/** One logical delivery as the log shows it. */
export interface Delivery {
  id: string;
  endpointId: string;
  type: WebhookType;
  eventId: string | null;
  status: DeliveryStatus;
  nextAttemptAt: number | null;
  createdAt: number;
  /** First to last; the newest may be in progress. */
  attempts: readonly DeliveryAttempt[];
}

export interface DeliveryAttempt {
  /** `wha_…`. */
  id: string;
  /** 1, 2, 3 …; redeliveries continue the count. */
  number: number;
  startedAt: number;
  /** Null while the attempt is in progress, or when its process died. */
  durationMs: number | null;
  httpStatus: number | null;
  error: string | null;
  responseSnippet: string | null;
}

export interface DeliveryFilter {
  /** Matches any of these; an empty list matches all. */
  statuses: readonly DeliveryStatus[];
  types: readonly WebhookType[];
}

/** An active endpoint that has a delivery due. */
export interface DueEndpoint {
  environmentNumber: number;
  endpointId: string;
  /** Keeps timing out or failing (`SLOW_AFTER_TIMEOUTS`, `SLOW_AFTER_FAILURES`): limited to one connection at a time. */
  slow: boolean;
}

/** A delivery leased to this process: no other process sends it until the lease expires. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  type: WebhookType;
  body: string;
  /** The trace context of the request that caused the delivery, or null. */
  traceparent: string | null;
  /** The endpoint's current URL, so that a change applies to pending deliveries too. */
  url: string;
  encryptedSecret: string;
  leaseToken: string;
  /** Whether the endpoint keeps failing (`DueEndpoint.slow`). */
  slow: boolean;
  /** When the attempt became due, ms. */
  dueAt: number;
  /** The number of this attempt in the log. */
  number: number;
  /** 1 to 5: the scheduled attempt number; null for a redelivery, which is outside the backoff schedule. */
  scheduledAttempt: number | null;
  /** How many times this attempt was started; above 1 after a crash. */
  runs: number;
  /** The attempt's id in the log, `wha_…`, where it is written before its request is sent. */
  attemptId: string;
}

/** The result of a claimed attempt. */
export interface AttemptResult {
  delivery: Pick<ClaimedDelivery, 'id' | 'endpointId' | 'leaseToken' | 'number' | 'scheduledAttempt' | 'attemptId'>;
  startedAt: number;
  endedAt: number;
  durationMs: number;
  outcome: AttemptOutcome;
  attemptClass: AttemptClass;
  snippet: string | null;
  /** The next state according to the backoff schedule; ignored for a redelivery. */
  next: NextStep;
}

/** A request to claim due deliveries of one endpoint. */
export interface ClaimRequest {
  endpointId: string;
  /** The maximum to claim now; deliveries that other processes have in flight reduce it further. */
  limit: number;
}

/** The lease of a claim. */
export interface Lease {
  token: string;
  /** The caller's time, ms: decides what is due. */
  now: number;
  /** When the lease ends, by the caller's time. */
  until: number;
  /** Returns a new id for each claimed attempt. */
  newAttemptId: () => string;
}

export interface QueueStatistics {
  /** Deliveries waiting for an attempt or being attempted. */
  pending: number;
  /** The due time of the longest-due delivery, ms, or null when none is due. */
  oldestDueAt: number | null;
}

/** A given `auditEvent` is written to the audit log in the same transaction as the change itself. */
export interface EndpointStore {
  /** @throws Failure `conflict` `endpoint_limit` when the environment already has `limit`. */
  create(
    environmentNumber: number,
    endpoint: Endpoint,
    encryptedSecret: string,
    limit: number,
    auditEvent?: AuditEvent,
  ): Promise<void>;
  /** Newest first; oldest first when the page goes `newer`. */
  list(environmentNumber: number, page: IdPage): Promise<Endpoint[]>;
  find(environmentNumber: number, id: string): Promise<Endpoint | null>;
  /** The number of the endpoint's environment in any organization, or null: the caller decides between 403 and 404. */
  locate(id: string): Promise<number | null>;
  /**
   * Returns the endpoint after the change, or null when there is none. Increments the environment's `webhooksVersion`.
   * `describe` receives the endpoint before and after, and returns the audit event, or null when nothing changed: then
   * nothing is written.
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
    encryptedSecret: string,
    at: number,
    auditEvent?: AuditEvent,
  ): Promise<Endpoint | null>;
  /** Removes the endpoint; its deliveries are no longer claimed. `cancelOrphans` cancels the pending ones. */
  remove(environmentNumber: number, id: string, auditEvent?: AuditEvent): Promise<boolean>;
  /** The active endpoints of an environment. */
  subscribers(environmentNumber: number): Promise<Subscriber[]>;
}

export interface DeliveryQueue {
  /** Queues one delivery in a transaction of its own (a test delivery), with its audit entry when given. */
  enqueue(environmentNumber: number, announcement: Announcement, at: number, auditEvent?: AuditEvent): Promise<void>;
  /**
   * Active endpoints with a delivery due at `now`, at most `limit`, ordered by environment and id, after the given one.
   * Costs one lookup per endpoint, regardless of the backlog.
   */
  dueEndpoints(now: number, after: DueEndpoint | null, limit: number): Promise<DueEndpoint[]>;
  /**
   * In one transaction of one environment: writes the results and claims due deliveries of the requested endpoints. A result whose
   * lease was lost is dropped: the process that now has the lease writes its own. Claims lock the endpoint's row, so that all
   * processes together never exceed the cap in flight; an endpoint for which another process is claiming is skipped. Results are
   * idempotent: the caller repeats the call if its response was lost. Each claimed attempt is in the log before this resolves, and so
   * before its request is sent. Leases run by the clock of the storage, because the clocks of processes may differ; only the duration
   * of `lease` counts there.
   */
  completeAndClaim(
    environmentNumber: number,
    results: readonly AttemptResult[],
    claims: readonly ClaimRequest[],
    lease: Lease,
  ): Promise<ClaimedDelivery[]>;
  /** Returns claims that were not started; they are immediately due again, under the same attempt number. */
  release(
    environmentNumber: number,
    claims: readonly Pick<ClaimedDelivery, 'id' | 'leaseToken' | 'number' | 'runs'>[],
  ): Promise<void>;
  /**
   * Called once before a process dispatches: releases leases left by a dead process. Where several processes may share
   * the storage, another process may still be alive, so nothing is released and leases expire.
   */
  recover(): Promise<void>;
  /**
   * Makes at most `limit` deliveries due now whose next attempt is further ahead than any clock near `now` can have planned it: a first one
   * `ahead.first`, another one `ahead.retry` (ms). The clock of the storage counts, where it has one. Returns their number.
   */
  bringForward(
    environmentNumber: number,
    now: number,
    ahead: { first: number; retry: number },
    limit: number,
  ): Promise<number>;
  statistics(now: number): Promise<QueueStatistics>;
}

export interface DeliveryLog {
  /** Newest first; oldest first when the page goes `newer`. */
  list(environmentNumber: number, endpointId: string, filter: DeliveryFilter, page: IdPage): Promise<Delivery[]>;
  find(environmentNumber: number, endpointId: string, id: string): Promise<Delivery | null>;
  /** The statuses of the given deliveries that the log still has. */
  statuses(environmentNumber: number, ids: readonly string[]): Promise<Map<string, DeliveryStatus>>;
  /** The exact body that every attempt sends, or null when there is no such delivery. */
  body(environmentNumber: number, endpointId: string, id: string): Promise<string | null>;
  /**
   * Requests one more immediate attempt of each failed and exhausted delivery, the oldest first, at most `limit`.
   * `describe` receives their number and returns the audit event. Returns the number.
   */
  redeliverFailed(
    environmentNumber: number,
    endpointId: string,
    now: number,
    limit: number,
    describe: (count: number) => AuditEvent,
  ): Promise<number>;
  /**
   * Requests one more immediate attempt, unless a redelivery is already waiting or running. Returns the delivery, or null
   * when there is none. The delivery is `pending` until the attempt completes; if it fails, the delivery returns to its
   * previous state.
   */
  redeliver(
    environmentNumber: number,
    endpointId: string,
    id: string,
    now: number,
    auditEvent?: AuditEvent,
  ): Promise<Delivery | null>;
  /** Cancels at most `limit` deliveries whose endpoint was removed. Returns how many. */
  cancelOrphans(environmentNumber: number, now: number, limit: number): Promise<number>;
  /** Deletes at most `limit` finished deliveries created before `before` (ms), with their attempts. Returns how many. */
  prune(environmentNumber: number, before: number, limit: number): Promise<number>;
}

export interface WebhookStore {
  endpoints: EndpointStore;
  queue: DeliveryQueue;
  log: DeliveryLog;
}
