// The delivery log, for both engines: lists, redelivery, cancellation and retention.
import type { Delivery, DeliveryAttempt, DeliveryFilter, DeliveryLog } from '../../records/webhooks.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { DeliveryStatus } from '../../vocabulary/words.ts';
import type { Engine, Reader, Row, Value } from '../engine.ts';
import { first, paged } from '../reads.ts';
import { deleteFrom, EMPTY, type Sql, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { ATTEMPT_COLUMNS, attemptRecord, DELIVERY_COLUMNS, deliveryRecord } from './rows.ts';

const DELIVERIES = sql`${DELIVERY_COLUMNS} FROM webhook_deliveries WHERE environment_id = ? AND endpoint_id = ?`;
const FIND = select`${DELIVERIES} AND id = ?`;
const STATUSES = select`id, status FROM webhook_deliveries WHERE environment_id = ? AND id ${macro.in_texts}`;
const ATTEMPTS = select`${ATTEMPT_COLUMNS} FROM webhook_attempts
  WHERE environment_id = ? AND delivery_id ${macro.in_texts} ORDER BY delivery_id, number`;
const REDELIVER = update('webhook_deliveries')`SET
  ladder_at = CASE WHEN redelivery_over IS NOT NULL THEN ladder_at WHEN status = 'pending' THEN next_attempt_at END,
  redelivery_over = COALESCE(redelivery_over, status), status = 'pending', next_attempt_at = ?, finished_at = NULL
  WHERE environment_id = ? AND endpoint_id = ? AND id = ?`;
const BODY = select`body FROM webhook_deliveries WHERE environment_id = ? AND endpoint_id = ? AND id = ?`;
/** The first condition selects the partial index of undelivered rows. */
const REDELIVER_FAILED = update(
  'webhook_deliveries',
)`SET redelivery_over = status, ladder_at = NULL, status = 'pending',
  next_attempt_at = ?, finished_at = NULL WHERE environment_id = ? AND id IN (SELECT id FROM webhook_deliveries
    WHERE environment_id = ? AND endpoint_id = ? AND status NOT IN ('pending', 'delivered')
    AND status IN ('failed', 'exhausted') ORDER BY id LIMIT ?)`;
const CANCEL_ORPHANS = update('webhook_deliveries')`SET status = 'cancelled', next_attempt_at = NULL,
  lease_token = NULL, lease_until = NULL, redelivery_over = NULL, ladder_at = NULL, finished_at = ?
  WHERE environment_id = ? AND id IN (SELECT d.id FROM webhook_deliveries d
    WHERE d.environment_id = ? AND d.status = 'pending' AND NOT EXISTS (SELECT 1 FROM webhook_endpoints e
      WHERE e.environment_id = d.environment_id AND e.id = d.endpoint_id) LIMIT ?)`;
/** Ids sort by time, so the primary key finds the old ones. */
const OLD = select`id FROM webhook_deliveries WHERE environment_id = ? AND id < ? AND status <> 'pending'
  ORDER BY id LIMIT ?`;
const DELETE_ATTEMPTS = deleteFrom('webhook_attempts')`WHERE environment_id = ? AND delivery_id ${macro.in_texts}`;
const DELETE_DELIVERIES = deleteFrom('webhook_deliveries')`WHERE environment_id = ? AND id ${macro.in_texts}`;

export function deliveryLog(engine: Engine): DeliveryLog {
  const { read } = engine;
  return {
    list: async (environmentNumber, endpointId, filter, page) => {
      const { condition, values } = filtered(filter);
      const body = sql`${DELIVERIES}${condition}`;
      const rows = await paged(read, body, sql`id`, [environmentNumber, endpointId, ...values], page);
      return withAttempts(read, environmentNumber, rows);
    },
    find: (environmentNumber, endpointId, id) => find(read, environmentNumber, endpointId, id),
    statuses: async (environmentNumber, ids) => {
      const rows = await read.all<{ id: string; status: DeliveryStatus }>(
        STATUSES,
        environmentNumber,
        JSON.stringify(ids),
      );
      return new Map(rows.map(({ id, status }) => [id, status]));
    },
    body: async (environmentNumber, endpointId, id) =>
      (await first(read.all<{ body: string }>(BODY, environmentNumber, endpointId, id)))?.body ?? null,
    redeliverFailed: (environmentNumber, endpointId, now, limit, describe) =>
      engine.write(async (querier) => {
        const values = [now, environmentNumber, environmentNumber, endpointId, limit];
        const count = await querier.run(REDELIVER_FAILED, ...values);
        await appendAuditEvent(querier, describe(count));
        return count;
      }),
    redeliver: (environmentNumber, endpointId, id, now, auditEvent) =>
      engine.write(async (querier) => {
        if ((await querier.run(REDELIVER, now, environmentNumber, endpointId, id)) === 0) return null;
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
        return find(querier, environmentNumber, endpointId, id);
      }),
    cancelOrphans: (environmentNumber, now, limit) =>
      engine.write((querier) => querier.run(CANCEL_ORPHANS, now, environmentNumber, environmentNumber, limit)),
    prune: (environmentNumber, before, limit) =>
      engine.write(async (querier) => {
        const old = await querier.all<{ id: string }>(OLD, environmentNumber, idFloor('delivery', before), limit);
        if (old.length === 0) return 0;
        const ids = JSON.stringify(old.map(({ id }) => id));
        await querier.run(DELETE_ATTEMPTS, environmentNumber, ids);
        return querier.run(DELETE_DELIVERIES, environmentNumber, ids);
      }),
  };
}

const UNDELIVERED: ReadonlySet<DeliveryStatus> = new Set(['failed', 'exhausted', 'cancelled']);

/**
 * The filter's conditions. Statuses of a partial index are written literally: placeholders would not select the index.
 */
function filtered({ statuses, types }: DeliveryFilter): { condition: Sql; values: Value[] } {
  let condition = EMPTY;
  const values: Value[] = [];
  if (statuses.length > 0) {
    condition = sql` AND status ${macro.in_texts}`;
    values.push(JSON.stringify(statuses));
    if (statuses.every((status) => UNDELIVERED.has(status))) {
      condition = sql`${condition} AND status NOT IN ('pending', 'delivered')`;
    } else if (statuses.every((status) => status === 'pending')) {
      condition = sql`${condition} AND status = 'pending'`;
    }
  }
  if (types.length > 0) {
    condition = sql`${condition} AND type ${macro.in_texts}`;
    values.push(JSON.stringify(types));
  }
  return { condition, values };
}

async function find(read: Reader, environmentNumber: number, endpointId: string, id: string) {
  const row = await first(read.all(FIND, environmentNumber, endpointId, id));
  return row === null ? null : ((await withAttempts(read, environmentNumber, [row]))[0] ?? null);
}

async function withAttempts(read: Reader, environmentNumber: number, rows: readonly Row[]): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  const byDelivery = new Map<string, DeliveryAttempt[]>(rows.map((row) => [row.id as string, []]));
  const ids = JSON.stringify([...byDelivery.keys()]);
  for (const row of await read.all(ATTEMPTS, environmentNumber, ids)) {
    byDelivery.get(row.delivery_id as string)?.push(attemptRecord(row));
  }
  return rows.map((row) => deliveryRecord(row, byDelivery.get(row.id as string) ?? []));
}
