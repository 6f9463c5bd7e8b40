// The delivery queue, for both engines: finds due deliveries, leases them, and writes the results of attempts.
import type { ClaimedDelivery, ClaimRequest, DeliveryQueue, DueEndpoint, Lease } from '../../records/webhooks.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import { ENDPOINT_CAP, SLOW_ENDPOINT_CAP } from '../../vocabulary/endpoint-caps.ts';
import type { Engine, Querier, Value } from '../engine.ts';
import { first } from '../reads.ts';
import { deleteFrom, EMPTY, type Sql, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { logAttemptResults, logStartedAttempts, writeAttemptResults } from './attempt-results.ts';
import { insertDeliveries } from './insert-deliveries.ts';
import { type ClaimingEndpoint, claimRecord, isSlow } from './rows.ts';

/** A lease that ends later was taken while the storage's clock was ahead. Its delivery and its place in flight would wait until then. */
const LATEST_LEASE = MINUTE;
/** The times of the conditions below. */
const leaseTimes = (leaseNow: number) => [leaseNow, leaseNow + LATEST_LEASE] as const;
/** Not leased by a process that may still be alive. */
const isFree = (until: Sql) => sql`(${until} IS NULL OR ${until} <= ? OR ${until} > ?)`;
/** Pending, due and free; with the column that comes before the time in the index. */
const claimable = (reported: Sql) => sql`d.status = 'pending' AND d.reported ${reported} AND d.next_attempt_at <= ?
  AND ${isFree(sql`d.lease_until`)}`;
const dueEndpointsOf = (scope: {
  endpoint: Sql;
  delivery: Sql;
}) => select`e.environment_id AS environment_number, e.id, e.consecutive_failures,
  e.consecutive_timeouts FROM webhook_endpoints e
  WHERE e.status = 'active' AND (e.environment_id, e.id) > (?, ?) AND EXISTS (SELECT 1 FROM webhook_deliveries d
    WHERE d.environment_id = e.environment_id ${scope.delivery} AND d.endpoint_id = e.id AND ${claimable(sql`IN (0, 1)`)})
  ${scope.endpoint} ORDER BY e.environment_id, e.id LIMIT ?`;
export const DUE_ENDPOINTS = dueEndpointsOf({ endpoint: EMPTY, delivery: EMPTY });
/** Due endpoints of some environments, given as a PostgreSQL array for both tables: only then does Citus skip other nodes. */
export const DUE_ENDPOINTS_OF = dueEndpointsOf({
  endpoint: sql`AND e.environment_id = ANY (CAST(? AS BIGINT[]))`,
  delivery: sql`AND d.environment_id = ANY (CAST(? AS BIGINT[]))`,
});
/**
 * A process that claims for an endpoint locks its row until the commit, and others skip it: without the lock, a count of
 * deliveries in flight is out of date by the time it is used.
 */
const LOCK_ENDPOINTS = select`id, url, sealed_secret, consecutive_failures, consecutive_timeouts FROM webhook_endpoints
  WHERE environment_id = ? AND id ${macro.in_texts} AND status = 'active' ORDER BY id ${macro.lock_free_rows}`;
/** An endpoint's oldest due deliveries, a JSON list. */
const oldestDue = (reported: Sql) => sql`(SELECT ${macro.json_rows}(due.id)) FROM (SELECT d.id FROM webhook_deliveries d
    WHERE d.environment_id = ? AND d.endpoint_id = e.id AND ${claimable(reported)}
    ORDER BY d.next_attempt_at LIMIT ${ENDPOINT_CAP}) AS due)`;
/**
 * A separate statement after the rows are locked, because it must see what the previous lock owner committed. For each endpoint it
 * reads no more than the oldest few, whatever the backlog; ordered by the index column alone, because otherwise all
 * deliveries due in the same millisecond would be sorted each time.
 */
const CANDIDATES = select`e.id, (SELECT count(*) FROM webhook_deliveries l WHERE l.environment_id = ?
    AND l.endpoint_id = e.id AND l.lease_token IS NOT NULL AND l.lease_until > ? AND l.lease_until <= ?) AS leased,
  ${oldestDue(sql`= 1`)} AS reported, ${oldestDue(sql`= 0`)} AS others
  FROM webhook_endpoints e WHERE e.environment_id = ? AND e.id ${macro.in_texts}`;
/**
 * A delivery canceled since it was read has no next attempt and is not leased. The condition does not mention `status`:
 * the planner might then prefer the index of pending deliveries to the key, and walk the whole backlog for each lease.
 */
const LEASE = update('webhook_deliveries')`SET lease_token = ?, lease_until = ?, runs = runs + 1
  WHERE environment_id = ? AND id ${macro.in_texts} AND next_attempt_at <= ?
  AND ${isFree(sql`lease_until`)}
  RETURNING id, endpoint_id, type, body, next_attempt_at, attempts, rung, runs, redelivery_over, traceparent`;
const RELEASE = update('webhook_deliveries')`SET lease_token = NULL, lease_until = NULL, runs = runs - 1
  WHERE environment_id = ? AND id = ? AND coalesce(lease_token, '') = ?`;
const UNLOG_ATTEMPT = deleteFrom('webhook_attempts')`WHERE environment_id = ? AND delivery_id = ? AND number = ?
  AND error = 'in_progress'`;
const RELEASE_ALL = update('webhook_deliveries')`SET lease_until = NULL WHERE lease_token IS NOT NULL`;
/** A delivery that waits for its first attempt was due when it was created. */
const BRING_FORWARD = update('webhook_deliveries')`SET next_attempt_at = ?
  WHERE environment_id = ? AND id IN (SELECT d.id FROM webhook_deliveries d WHERE d.environment_id = ? AND d.status = 'pending'
    AND d.next_attempt_at > ? AND (d.attempts = 0 OR d.next_attempt_at > ?) LIMIT ?)`;
export const STATISTICS = select`count(*) AS pending, min(d.next_attempt_at) AS oldest FROM webhook_deliveries d
  JOIN webhook_endpoints e ON e.environment_id = d.environment_id AND e.id = d.endpoint_id
  WHERE d.status = 'pending' AND e.status = 'active'`;

/** The dispatcher's statements run on `deliveries`, those of requests on `engine`. */
export function deliveryQueue(engine: Engine, deliveries: Engine): DeliveryQueue {
  /** The storage's clock minus this process's, ms, as last read. */
  let clockOffset = 0;
  const leaseClock = async (querier: Querier, now: number): Promise<number> => {
    const leaseNow = (await deliveries.clock?.(querier)) ?? now;
    clockOffset = leaseNow - now;
    return leaseNow;
  };
  return {
    enqueue: (environmentNumber, announcement, at, auditEvent) =>
      engine.write(async (querier) => {
        await insertDeliveries(querier, environmentNumber, [announcement], at);
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
      }),
    dueEndpoints: async (now, after, limit) => {
      const from = [after?.environmentNumber ?? 0, after?.endpointId ?? ''] as const;
      // An estimate of the storage's clock is enough: the claim itself reads it.
      const values = [...from, now, ...leaseTimes(now + clockOffset)];
      try {
        return (await deliveries.read.all<DueRow>(DUE_ENDPOINTS, ...values, limit)).map(dueEndpoint);
      } catch (error) {
        if (deliveries.environmentsByNode === undefined) throw error;
        return dueByNode(deliveries, values, limit);
      }
    },
    completeAndClaim: (environmentNumber, results, claims, lease) =>
      deliveries.write(async (querier) => {
        const written =
          results.length === 0
            ? []
            : await writeAttemptResults(querier, environmentNumber, results, deliveries.isDistributed);
        const claimDue = async () =>
          claims.length === 0
            ? []
            : claim(querier, environmentNumber, claims, lease, await leaseClock(querier, lease.now));
        // Pipelined: if the first fails, so does the transaction. Nothing may be awaited in between: a promise that nothing awaits yet ends
        // the process if the connection dies.
        const [, claimed] = await Promise.all([
          logAttemptResults(querier, environmentNumber, written, deliveries.isDistributed),
          claimDue(),
        ]);
        await logStartedAttempts(querier, environmentNumber, claimed, lease.now);
        return claimed;
      }),
    release: (environmentNumber, claims) =>
      deliveries.write(async (querier) => {
        for (const { id, leaseToken, number, runs } of claims) {
          if ((await querier.run(RELEASE, environmentNumber, id, leaseToken)) === 0) continue;
          // An earlier run, which may have sent its request, stays in the log.
          if (runs === 1) await querier.run(UNLOG_ATTEMPT, environmentNumber, id, number);
        }
      }),
    bringForward: (environmentNumber, now, ahead, limit) =>
      engine.write(async (querier) => {
        const at = (await engine.clock?.(querier)) ?? now;
        const latest = [at + ahead.first, at + ahead.retry];
        return querier.run(BRING_FORWARD, at, environmentNumber, environmentNumber, ...latest, limit);
      }),
    recover: async () => {
      // One process owns a SQLite database, so the process that took these leases is dead.
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
  environment_number: number;
  id: string;
  consecutive_failures: number;
  consecutive_timeouts: number;
}

function dueEndpoint(row: DueRow): DueEndpoint {
  return { environmentNumber: row.environment_number, endpointId: row.id, slow: isSlow(row) };
}

/** Queries each server of a distributed database separately: while one is down, the environments of the others are served. */
async function dueByNode(
  { read, environmentsByNode }: Engine,
  values: readonly Value[],
  limit: number,
): Promise<DueEndpoint[]> {
  const nodes = (await environmentsByNode?.()) ?? [];
  const answers = await Promise.allSettled(
    nodes.map((numbers) => {
      const [environmentNumber, id, ...times] = values as [Value, Value, ...Value[]];
      const environments = `{${numbers.join(',')}}`;
      return read.all<DueRow>(DUE_ENDPOINTS_OF, environmentNumber, id, environments, ...times, environments, limit);
    }),
  );
  const rows = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [failed] = answers.filter((answer) => answer.status === 'rejected');
  if (failed !== undefined && answers.every(({ status }) => status === 'rejected')) throw failed.reason;
  const inOrder = rows.sort(
    (one, other) => one.environment_number - other.environment_number || (one.id < other.id ? -1 : 1),
  );
  return inOrder.slice(0, limit).map(dueEndpoint);
}

interface CandidateRow {
  id: string;
  leased: number;
  /** JSON lists of one-element rows, oldest first; null when there is none. */
  reported: string | null;
  others: string | null;
}

async function claim(
  querier: Querier,
  environmentNumber: number,
  claims: readonly ClaimRequest[],
  lease: Lease,
  leaseNow: number,
): Promise<ClaimedDelivery[]> {
  const { token, now, until } = lease;
  const times = leaseTimes(leaseNow);
  const requested = JSON.stringify(claims.map(({ endpointId }) => endpointId));
  const locked = await querier.all<ClaimingEndpoint>(LOCK_ENDPOINTS, environmentNumber, requested);
  if (locked.length === 0) return [];
  const endpoints = new Map(locked.map((endpoint) => [endpoint.id, endpoint]));
  const limits = new Map(claims.map(({ endpointId, limit }) => [endpointId, limit]));
  const rows = await querier.all<CandidateRow>(
    CANDIDATES,
    ...[environmentNumber, ...times],
    ...[environmentNumber, now, ...times],
    ...[environmentNumber, now, ...times],
    ...[environmentNumber, JSON.stringify([...endpoints.keys()])],
  );
  const listed = (ids: string | null) => (ids === null ? [] : (JSON.parse(ids) as [string][]).flat());
  const chosen = rows.flatMap(({ id, leased, reported, others }) => {
    const endpoint = endpoints.get(id);
    const cap = endpoint !== undefined && isSlow(endpoint) ? SLOW_ENDPOINT_CAP : ENDPOINT_CAP;
    // A flood of events that anyone may send must not delay what the server reports.
    const candidates = [...listed(reported), ...listed(others)];
    return candidates.slice(0, Math.max(0, Math.min(limits.get(id) ?? 0, cap - leased)));
  });
  if (chosen.length === 0) return [];
  const leaseUntil = leaseNow + (until - now);
  const ids = JSON.stringify(chosen);
  const leased = await querier.all(LEASE, token, leaseUntil, environmentNumber, ids, now, ...times);
  const byId = new Map(leased.map((row) => [row.id, row]));
  return chosen.flatMap((id) => {
    const row = byId.get(id);
    const endpoint = endpoints.get(row?.endpoint_id as string);
    return row === undefined || endpoint === undefined ? [] : [claimRecord(row, endpoint, lease)];
  });
}
