// The queue of deliveries, written once for both engines: what is due, who claims it, how an attempt ended.
import type { ClaimedDelivery, ClaimRequest, DeliveryQueue, DueEndpoint } from '../records/webhooks.ts';
import { ENDPOINT_CAP, SLOW_ENDPOINT_CAP } from '../vocabulary/endpoint-caps.ts';
import { type Engine, first, type Querier } from './engine.ts';
import { INSERT_DELIVERY } from './event-statements.ts';
import { recordChange } from './record-change.ts';
import { writeEnds } from './webhook-ends.ts';
import { type ClaimingEndpoint, claimRecord, isSlow } from './webhook-rows.ts';

/** Pending, due, and leased by nobody who may still be alive. */
const CLAIMABLE = `d.status = 'pending' AND d.next_attempt_at <= ? AND (d.lease_until IS NULL OR d.lease_until <= ?)`;
const DUE_ENDPOINTS = `SELECT e.environment_id, e.id, e.consecutive_timeouts FROM webhook_endpoints e
  WHERE e.status = 'active' AND (e.environment_id, e.id) > (?, ?) AND EXISTS (SELECT 1 FROM webhook_deliveries d
    WHERE d.environment_id = e.environment_id AND d.endpoint_id = e.id AND ${CLAIMABLE})
  ORDER BY e.environment_id, e.id LIMIT ?`;
/**
 * Whoever claims for an endpoint holds its row until the commit, and others pass it over: a count of what is in flight
 * alone is out of date by the time it is acted upon.
 */
const HOLD_ENDPOINTS = `SELECT id, url, sealed_secret, consecutive_timeouts FROM webhook_endpoints
  WHERE environment_id = ? AND id {{in_texts}} AND status = 'active' ORDER BY id {{lock_free_rows}}`;
const COUNT_LEASED = `SELECT count(*) AS count FROM webhook_deliveries
  WHERE environment_id = ? AND endpoint_id = ? AND lease_token IS NOT NULL AND lease_until > ?`;
const CANDIDATES = `SELECT d.id, d.type, d.body, d.next_attempt_at, d.attempts, d.rung, d.runs, d.redelivery_over
  FROM webhook_deliveries d WHERE d.environment_id = ? AND d.endpoint_id = ? AND ${CLAIMABLE}
  ORDER BY d.next_attempt_at, d.id LIMIT ?`;
const LEASE = `UPDATE webhook_deliveries AS d SET lease_token = ?, lease_until = ?, runs = runs + 1
  WHERE d.environment_id = ? AND d.id = ? AND ${CLAIMABLE}`;
const RELEASE = `UPDATE webhook_deliveries SET lease_token = NULL, lease_until = NULL, runs = runs - 1
  WHERE environment_id = ? AND id = ? AND lease_token = ?`;
const RELEASE_ALL = 'UPDATE webhook_deliveries SET lease_until = NULL WHERE lease_token IS NOT NULL';
const STATISTICS = `SELECT count(*) AS pending, min(d.next_attempt_at) AS oldest FROM webhook_deliveries d
  JOIN webhook_endpoints e ON e.environment_id = d.environment_id AND e.id = d.endpoint_id
  WHERE d.status = 'pending' AND e.status = 'active'`;

export function deliveryQueue(engine: Engine): DeliveryQueue {
  return {
    enqueue: (environmentNumber, { id, endpointId, type, eventId, body }, at, change) =>
      engine.write(async (querier) => {
        await querier.run(INSERT_DELIVERY, environmentNumber, id, endpointId, type, eventId, body, at, at);
        if (change !== undefined) await recordChange(querier, change);
      }),
    dueEndpoints: async (now, after, limit) => {
      const from = [after?.environmentNumber ?? 0, after?.endpointId ?? ''] as const;
      return (await engine.read.all<DueRow>(DUE_ENDPOINTS, ...from, now, now, limit)).map(dueEndpoint);
    },
    exchange: (environmentNumber, ends, claims, lease) =>
      engine.write(async (querier) => {
        if (ends.length > 0) await writeEnds(querier, environmentNumber, ends);
        return claims.length === 0 ? [] : claim(querier, environmentNumber, claims, lease);
      }),
    release: (environmentNumber, claims) =>
      engine.write(async (querier) => {
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
  consecutive_timeouts: number;
}

function dueEndpoint(row: DueRow): DueEndpoint {
  return { environmentNumber: row.environment_id, endpointId: row.id, slow: isSlow(row) };
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
  lease: Lease,
): Promise<ClaimedDelivery[]> {
  const ids = JSON.stringify(claims.map(({ endpointId }) => endpointId));
  const held = await querier.all<ClaimingEndpoint>(HOLD_ENDPOINTS, environmentNumber, ids);
  const claimed = await Promise.all(
    held.map((endpoint) => {
      const limit = claims.find(({ endpointId }) => endpointId === endpoint.id)?.limit ?? 0;
      return claimFor(querier, environmentNumber, endpoint, limit, lease);
    }),
  );
  return claimed.flat();
}

async function claimFor(
  querier: Querier,
  environmentNumber: number,
  endpoint: ClaimingEndpoint,
  limit: number,
  { token, now, until }: Lease,
): Promise<ClaimedDelivery[]> {
  const cap = isSlow(endpoint) ? SLOW_ENDPOINT_CAP : ENDPOINT_CAP;
  const [leased, candidates] = await Promise.all([
    first(querier.all<{ count: number }>(COUNT_LEASED, environmentNumber, endpoint.id, now)),
    querier.all(CANDIDATES, environmentNumber, endpoint.id, now, now, Math.min(limit, cap)),
  ]);
  const chosen = candidates.slice(0, Math.max(0, cap - (leased?.count ?? 0)));
  // A delivery that was cancelled since it was read is not leased.
  const changed = await Promise.all(
    chosen.map((row) => querier.run(LEASE, token, until, environmentNumber, row.id as string, now, now)),
  );
  return chosen.filter((_, index) => changed[index] === 1).map((row) => claimRecord(row, endpoint, token));
}
