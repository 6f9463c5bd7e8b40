// The queue of deliveries, written once for both engines: what is due, who claims it, how an attempt ended.
import type { ClaimedDelivery, ClaimRequest, DeliveryQueue, DueEndpoint } from '../../records/webhooks.ts';
import { ENDPOINT_CAP, SLOW_ENDPOINT_CAP } from '../../vocabulary/endpoint-caps.ts';
import { type Engine, first, type Querier } from '../engine.ts';
import { INSERT_DELIVERY } from '../events/event-statements.ts';
import { appendAuditEvent } from '../tenants/record-change.ts';
import { logAttemptResults, writeAttemptResults } from './attempt-results.ts';
import { type ClaimingEndpoint, claimRecord, isSlow } from './rows.ts';

/** Pending, due, and leased by nobody who may still be alive. */
const CLAIMABLE = `d.status = 'pending' AND d.next_attempt_at <= ? AND (d.lease_until IS NULL OR d.lease_until <= ?)`;
const DUE_ENDPOINTS = `SELECT e.environment_id, e.id, e.consecutive_failures, e.consecutive_timeouts FROM webhook_endpoints e
  WHERE e.status = 'active' AND (e.environment_id, e.id) > (?, ?) AND EXISTS (SELECT 1 FROM webhook_deliveries d
    WHERE d.environment_id = e.environment_id AND d.endpoint_id = e.id AND ${CLAIMABLE})
  ORDER BY e.environment_id, e.id LIMIT ?`;
/**
 * Whoever claims for an endpoint holds its row until the commit, and others pass it over: a count of what is in flight
 * alone is out of date by the time it is acted upon.
 */
const HOLD_ENDPOINTS = `SELECT id, url, sealed_secret, consecutive_failures, consecutive_timeouts FROM webhook_endpoints
  WHERE environment_id = ? AND id {{in_texts}} AND status = 'active' ORDER BY id {{lock_free_rows}}`;
/**
 * In a statement of its own, after the rows are held: it must see what the last holder left. Of each endpoint no more
 * than the oldest few are read, whatever waits behind them; in the order of the index alone, or all that fell due in the
 * same millisecond would be sorted each time.
 */
const CANDIDATES = `SELECT e.id, (SELECT count(*) FROM webhook_deliveries l WHERE l.environment_id = e.environment_id
    AND l.endpoint_id = e.id AND l.lease_token IS NOT NULL AND l.lease_until > ?) AS leased,
  (SELECT {{json_rows}}(due.id)) FROM (SELECT d.id FROM webhook_deliveries d WHERE d.environment_id = e.environment_id
    AND d.endpoint_id = e.id AND ${CLAIMABLE} ORDER BY d.next_attempt_at LIMIT ${ENDPOINT_CAP}) AS due) AS ids
  FROM webhook_endpoints e WHERE e.environment_id = ? AND e.id {{in_texts}}`;
/**
 * A delivery that was cancelled since it was read has no next attempt and is not leased. Nothing here names `status`, or
 * the engine may think the index of what is pending narrower than the key: it walked the whole backlog for each lease.
 */
const LEASE = `UPDATE webhook_deliveries SET lease_token = ?, lease_until = ?, runs = runs + 1
  WHERE environment_id = ? AND id {{in_texts}} AND next_attempt_at <= ? AND (lease_until IS NULL OR lease_until <= ?)
  RETURNING id, endpoint_id, type, body, next_attempt_at, attempts, rung, runs, redelivery_over`;
const RELEASE = `UPDATE webhook_deliveries SET lease_token = NULL, lease_until = NULL, runs = runs - 1
  WHERE environment_id = ? AND id = ? AND coalesce(lease_token, '') = ?`;
const RELEASE_ALL = 'UPDATE webhook_deliveries SET lease_until = NULL WHERE lease_token IS NOT NULL';
const STATISTICS = `SELECT count(*) AS pending, min(d.next_attempt_at) AS oldest FROM webhook_deliveries d
  JOIN webhook_endpoints e ON e.environment_id = d.environment_id AND e.id = d.endpoint_id
  WHERE d.status = 'pending' AND e.status = 'active'`;

/** What a dispatcher does goes through `deliveries`, what people and requests ask through `engine`. */
export function deliveryQueue(engine: Engine, deliveries: Engine): DeliveryQueue {
  return {
    enqueue: (environmentNumber, { id, endpointId, type, eventId, body }, at, change) =>
      engine.write(async (querier) => {
        await querier.run(INSERT_DELIVERY, environmentNumber, id, endpointId, type, eventId, body, at, at);
        if (change !== undefined) await appendAuditEvent(querier, change);
      }),
    dueEndpoints: async (now, after, limit) => {
      const from = [after?.environmentNumber ?? 0, after?.endpointId ?? ''] as const;
      return (await deliveries.read.all<DueRow>(DUE_ENDPOINTS, ...from, now, now, limit)).map(dueEndpoint);
    },
    completeAndClaim: (environmentNumber, ends, claims, lease) =>
      deliveries.write(async (querier) => {
        const written = ends.length === 0 ? [] : await writeAttemptResults(querier, environmentNumber, ends);
        // Sent one behind the other: should the first fail, so does the transaction.
        const [, claimed] = await Promise.all([
          logAttemptResults(querier, environmentNumber, written),
          claims.length === 0 ? [] : claim(querier, environmentNumber, claims, lease),
        ]);
        return claimed;
      }),
    release: (environmentNumber, claims) =>
      deliveries.write(async (querier) => {
        for (const { id, leaseToken } of claims) await querier.run(RELEASE, environmentNumber, id, leaseToken);
      }),
    recover: async () => {
      // One process owns a SQLite database, so whoever held these leases is gone.
      if (engine.name === 'sqlite') await engine.write((querier) => querier.run(RELEASE_ALL));
    },
    statistics: async (now) => {
      const row = await first(engine.read.all<{ pending: number; oldest: number | null }>(STATISTICS));
      const oldest = row?.oldest ?? null;
      return { pending: row?.pending ?? 0, oldestDueAt: oldest !== null && oldest <= now ? oldest : null };
    },
  };
}

interface DueRow {
  environment_id: number;
  id: string;
  consecutive_failures: number;
  consecutive_timeouts: number;
}

function dueEndpoint(row: DueRow): DueEndpoint {
  return { environmentNumber: row.environment_id, endpointId: row.id, slow: isSlow(row) };
}

interface CandidateRow {
  id: string;
  leased: number;
  /** JSON list of one-element rows, oldest first; null when there is none. */
  ids: string | null;
}

interface Lease {
  token: string;
  now: number;
  until: number;
}

async function claim(
  querier: Querier,
  environmentNumber: number,
  claims: readonly ClaimRequest[],
  { token, now, until }: Lease,
): Promise<ClaimedDelivery[]> {
  const wanted = JSON.stringify(claims.map(({ endpointId }) => endpointId));
  const held = await querier.all<ClaimingEndpoint>(HOLD_ENDPOINTS, environmentNumber, wanted);
  if (held.length === 0) return [];
  const endpoints = new Map(held.map((endpoint) => [endpoint.id, endpoint]));
  const limits = new Map(claims.map(({ endpointId, limit }) => [endpointId, limit]));
  const rows = await querier.all<CandidateRow>(
    CANDIDATES,
    ...[now, now, now, environmentNumber, JSON.stringify([...endpoints.keys()])],
  );
  const chosen = rows.flatMap(({ id, leased, ids }) => {
    const endpoint = endpoints.get(id);
    const cap = endpoint !== undefined && isSlow(endpoint) ? SLOW_ENDPOINT_CAP : ENDPOINT_CAP;
    const candidates = ids === null ? [] : (JSON.parse(ids) as [string][]);
    return candidates.slice(0, Math.max(0, Math.min(limits.get(id) ?? 0, cap - leased))).flat();
  });
  if (chosen.length === 0) return [];
  const leased = await querier.all(LEASE, token, until, environmentNumber, JSON.stringify(chosen), now, now);
  const byId = new Map(leased.map((row) => [row.id, row]));
  return chosen.flatMap((id) => {
    const row = byId.get(id);
    const endpoint = endpoints.get(row?.endpoint_id as string);
    return row === undefined || endpoint === undefined ? [] : [claimRecord(row, endpoint, token)];
  });
}
