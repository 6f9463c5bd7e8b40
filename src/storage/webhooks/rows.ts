// Converts stored webhook rows to records: endpoints, deliveries, attempts and claims.
import type { ClaimedDelivery, Delivery, DeliveryAttempt, Endpoint, Lease } from '../../records/webhooks.ts';
import { SLOW_AFTER_FAILURES, SLOW_AFTER_TIMEOUTS } from '../../vocabulary/endpoint-caps.ts';
import { ATTEMPT_IN_PROGRESS } from '../../vocabulary/words.ts';
import type { Row } from '../engine.ts';
import { sql } from '../sql.ts';

export const ENDPOINT_COLUMNS = sql`id, url, description, event_types, status, created_at, updated_at, last_success_at,
  last_failure_at, consecutive_failures`;
export const DELIVERY_COLUMNS = sql`id, endpoint_id, type, event_id, status, next_attempt_at, created_at, attempts`;
export const ATTEMPT_COLUMNS = sql`delivery_id, id, number, started_at, duration_ms, http_status, error, response_snippet`;

export function endpointRecord(row: Row): Endpoint {
  return {
    id: row.id as string,
    url: row.url as string,
    description: row.description as string | null,
    eventTypes: JSON.parse(row.event_types as string) as Endpoint['eventTypes'],
    status: row.status as Endpoint['status'],
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
    lastSuccessAt: row.last_success_at as number | null,
    lastFailureAt: row.last_failure_at as number | null,
    consecutiveFailures: row.consecutive_failures as number,
  };
}

/** `attempts` may have been read later than `row`: what they show beyond it is left out, so that both are of one moment. */
export function deliveryRecord(row: Row, attempts: readonly DeliveryAttempt[]): Delivery {
  const ended = row.attempts as number;
  return {
    id: row.id as string,
    endpointId: row.endpoint_id as string,
    type: row.type as Delivery['type'],
    eventId: row.event_id as string | null,
    status: row.status as Delivery['status'],
    nextAttemptAt: row.next_attempt_at as number | null,
    createdAt: row.created_at as number,
    attempts: attempts
      .filter(({ number }) => number <= ended + 1)
      .map((one) => (one.number > ended ? inProgress(one) : one)),
  };
}

function inProgress({ id, number, startedAt }: DeliveryAttempt): DeliveryAttempt {
  return {
    id,
    number,
    startedAt,
    durationMs: null,
    httpStatus: null,
    error: ATTEMPT_IN_PROGRESS,
    responseSnippet: null,
  };
}

export function attemptRecord(row: Row): DeliveryAttempt {
  return {
    id: row.id as string,
    number: row.number as number,
    startedAt: row.started_at as number,
    durationMs: row.error === ATTEMPT_IN_PROGRESS ? null : (row.duration_ms as number),
    httpStatus: row.http_status as number | null,
    error: row.error as string | null,
    responseSnippet: row.response_snippet as string | null,
  };
}

/** An endpoint as a claim reads it. */
export interface ClaimingEndpoint {
  id: string;
  url: string;
  sealed_secret: string;
  consecutive_failures: number;
  consecutive_timeouts: number;
}

type Health = Pick<ClaimingEndpoint, 'consecutive_failures' | 'consecutive_timeouts'>;

export function isSlow({ consecutive_failures, consecutive_timeouts }: Health): boolean {
  return consecutive_timeouts >= SLOW_AFTER_TIMEOUTS || consecutive_failures >= SLOW_AFTER_FAILURES;
}

/** `row` is the delivery after it was leased; its column `rung` counts the scheduled attempts made. */
export function claimRecord(
  row: Row,
  endpoint: ClaimingEndpoint,
  { token, newAttemptId }: Pick<Lease, 'token' | 'newAttemptId'>,
): ClaimedDelivery {
  return {
    id: row.id as string,
    endpointId: endpoint.id,
    type: row.type as ClaimedDelivery['type'],
    body: row.body as string,
    traceparent: row.traceparent as string | null,
    url: endpoint.url,
    encryptedSecret: endpoint.sealed_secret,
    leaseToken: token,
    attemptId: newAttemptId(),
    slow: isSlow(endpoint),
    dueAt: row.next_attempt_at as number,
    number: (row.attempts as number) + 1,
    scheduledAttempt: row.redelivery_over === null ? (row.rung as number) + 1 : null,
    runs: row.runs as number,
  };
}
