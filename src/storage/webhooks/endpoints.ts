// Stores webhook endpoints, for both engines. Every change increments the environment's `webhooksVersion`.
import type { AuditEvent } from '../../records/audit.ts';
import type { Endpoint, EndpointChange, EndpointStore } from '../../records/webhooks.ts';
import type { Subscriber } from '../../webhooks/announce.ts';
import type { Engine, Querier, Reader, Row } from '../engine.ts';
import { first, locate, paged } from '../reads.ts';
import { deleteFrom, insertInto, select, sql, update as updateOf } from '../sql.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { checkRowLimit } from '../tenants/check-row-limit.ts';
import { ENDPOINT_COLUMNS, endpointRecord } from './rows.ts';

const INSERT = insertInto('webhook_endpoints')`(environment_id, ${ENDPOINT_COLUMNS}, consecutive_timeouts,
  sealed_secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, 0, 0, ?)`;
const COUNT = select`count(*) AS count FROM webhook_endpoints WHERE environment_id = ?`;
const ENDPOINTS = sql`${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE environment_id = ?`;
const FIND = select`${ENDPOINTS} AND id = ?`;
/** Every request for an endpoint begins with it; so, unlike other tables, this one has an index that begins with the id. */
export const LOCATE_ENDPOINT = select`environment_id AS number FROM webhook_endpoints WHERE id = ?`;
/** Resets the timeouts of a changed endpoint: the change may have fixed their cause. */
const UPDATE = updateOf('webhook_endpoints')`SET url = ?, description = ?, event_types = ?, status = ?, updated_at = ?,
  consecutive_timeouts = 0 WHERE environment_id = ? AND id = ?`;
const REPLACE_SECRET = updateOf('webhook_endpoints')`SET sealed_secret = ?, updated_at = ?
  WHERE environment_id = ? AND id = ?`;
const DELETE = deleteFrom('webhook_endpoints')`WHERE environment_id = ? AND id = ?`;
const SUBSCRIBERS = select`id, event_types FROM webhook_endpoints WHERE environment_id = ? AND status = 'active'
  ORDER BY id`;
/** Also locks the environment's row, so that changes of its endpoints run in sequence. */
const INCREMENT_VERSION = updateOf('environments')`SET webhooks_version = webhooks_version + 1 WHERE number = ?`;

/** `eventReads` reads what every event needs. */
export function endpointStore(engine: Engine, eventReads: Reader): EndpointStore {
  const { read } = engine;
  return {
    create: (environmentNumber, endpoint, encryptedSecret, limit, auditEvent) =>
      engine.write(async (querier) => {
        const detail = `An environment has at most ${limit} webhook endpoints.`;
        await checkRowLimit(querier, environmentNumber, { limit, count: COUNT, code: 'endpoint_limit', detail });
        await querier.run(INCREMENT_VERSION, environmentNumber);
        await insert(querier, environmentNumber, endpoint, encryptedSecret);
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
      }),
    list: async (environmentNumber, page) =>
      (await paged(read, ENDPOINTS, sql`id`, [environmentNumber], page)).map(endpointRecord),
    find: (environmentNumber, id) => find(read, environmentNumber, id),
    locate: (id) => locate(read, LOCATE_ENDPOINT, id),
    update: (environmentNumber, id, change, at, describe) =>
      engine.write((querier) => update(querier, environmentNumber, id, { ...change, updatedAt: at }, describe)),
    replaceSecret: (environmentNumber, id, encryptedSecret, at, auditEvent) =>
      engine.write(async (querier) => {
        if ((await querier.run(REPLACE_SECRET, encryptedSecret, at, environmentNumber, id)) === 0) return null;
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
        return find(querier, environmentNumber, id);
      }),
    remove: (environmentNumber, id, auditEvent) =>
      engine.write(async (querier) => {
        await querier.run(INCREMENT_VERSION, environmentNumber);
        if ((await querier.run(DELETE, environmentNumber, id)) === 0) return false;
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
        return true;
      }),
    subscribers: async (environmentNumber) => (await eventReads.all(SUBSCRIBERS, environmentNumber)).map(subscriber),
  };
}

async function find(read: Reader, environmentNumber: number, id: string): Promise<Endpoint | null> {
  const row = await first(read.all(FIND, environmentNumber, id));
  return row === null ? null : endpointRecord(row);
}

async function insert(querier: Querier, environmentNumber: number, endpoint: Endpoint, encryptedSecret: string) {
  const { id, url, description, eventTypes, status, createdAt, updatedAt } = endpoint;
  const types = JSON.stringify(eventTypes);
  const values = [id, url, description, types, status, createdAt, updatedAt, encryptedSecret];
  await querier.run(INSERT, environmentNumber, ...values);
}

async function update(
  querier: Querier,
  environmentNumber: number,
  id: string,
  change: EndpointChange & Pick<Endpoint, 'updatedAt'>,
  describe?: (before: Endpoint, after: Endpoint) => AuditEvent | null,
): Promise<Endpoint | null> {
  await querier.run(INCREMENT_VERSION, environmentNumber);
  const before = await find(querier, environmentNumber, id);
  if (before === null) return null;
  const after = { ...before, ...change };
  const auditEvent = describe?.(before, after);
  if (auditEvent === null) return before;
  const { url, description, eventTypes, status, updatedAt } = after;
  await querier.run(UPDATE, url, description, JSON.stringify(eventTypes), status, updatedAt, environmentNumber, id);
  if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
  return after;
}

function subscriber(row: Row): Subscriber {
  return {
    endpointId: row.id as string,
    eventTypes: JSON.parse(row.event_types as string) as Subscriber['eventTypes'],
  };
}
