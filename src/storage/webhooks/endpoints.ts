// Webhook endpoints, written once for both engines. Every change raises the environment's `webhooksVersion`.
import type { AuditEvent } from '../../records/audit.ts';
import type { Endpoint, EndpointChange, EndpointStore } from '../../records/webhooks.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Subscriber } from '../../webhooks/announce.ts';
import { type Engine, first, type Querier, type Row } from '../engine.ts';
import { paged } from '../lists/id-page.ts';
import { appendAuditEvent } from '../tenants/record-change.ts';
import { ENDPOINT_COLUMNS, endpointRecord } from './rows.ts';

const INSERT = `INSERT INTO webhook_endpoints (environment_id, ${ENDPOINT_COLUMNS}, consecutive_timeouts, sealed_secret)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, 0, 0, ?)`;
const COUNT = 'SELECT count(*) AS count FROM webhook_endpoints WHERE environment_id = ?';
const FIND = `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE environment_id = ? AND id = ?`;
const LIST = `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints WHERE environment_id = ?`;
const LOCATE = 'SELECT environment_id FROM webhook_endpoints WHERE id = ?';
/** A changed endpoint starts afresh: what timed out may be mended. */
const UPDATE = `UPDATE webhook_endpoints SET url = ?, description = ?, event_types = ?, status = ?, updated_at = ?,
  consecutive_timeouts = 0 WHERE environment_id = ? AND id = ?`;
const REPLACE_SECRET = `UPDATE webhook_endpoints SET sealed_secret = ?, updated_at = ? WHERE environment_id = ? AND id = ?`;
const REMOVE = 'DELETE FROM webhook_endpoints WHERE environment_id = ? AND id = ?';
const SUBSCRIBERS = `SELECT id, event_types FROM webhook_endpoints WHERE environment_id = ? AND status = 'active' ORDER BY id`;
/** Also takes the environment's row, so that changes of its endpoints take their turns. */
const RAISE_VERSION = 'UPDATE environments SET webhooks_version = webhooks_version + 1 WHERE number = ?';

export function endpointStore(engine: Engine): EndpointStore {
  const { read } = engine;
  return {
    create: (environmentNumber, endpoint, sealedSecret, most, change) =>
      engine.write(async (querier) => {
        await querier.run(RAISE_VERSION, environmentNumber);
        const held = await first(querier.all<{ count: number }>(COUNT, environmentNumber));
        if ((held?.count ?? 0) >= most) {
          throw new Failure('conflict', 'endpoint_limit', `An environment has at most ${most} webhook endpoints.`);
        }
        await insert(querier, environmentNumber, endpoint, sealedSecret);
        if (change !== undefined) await appendAuditEvent(querier, change);
      }),
    list: async (environmentNumber, page) =>
      (await paged(read, LIST, 'id', [environmentNumber], page)).map(endpointRecord),
    find: (environmentNumber, id) => find(read, environmentNumber, id),
    locate: async (id) => (await first(read.all<{ environment_id: number }>(LOCATE, id)))?.environment_id ?? null,
    update: (environmentNumber, id, change, at, describe) =>
      engine.write((querier) => update(querier, environmentNumber, id, { ...change, updatedAt: at }, describe)),
    replaceSecret: (environmentNumber, id, sealedSecret, at, change) =>
      engine.write(async (querier) => {
        if ((await querier.run(REPLACE_SECRET, sealedSecret, at, environmentNumber, id)) === 0) return null;
        if (change !== undefined) await appendAuditEvent(querier, change);
        return find(querier, environmentNumber, id);
      }),
    remove: (environmentNumber, id, change) =>
      engine.write(async (querier) => {
        await querier.run(RAISE_VERSION, environmentNumber);
        if ((await querier.run(REMOVE, environmentNumber, id)) === 0) return false;
        if (change !== undefined) await appendAuditEvent(querier, change);
        return true;
      }),
    subscribers: async (environmentNumber) => (await read.all(SUBSCRIBERS, environmentNumber)).map(subscriber),
  };
}

async function find(querier: Querier, environmentNumber: number, id: string): Promise<Endpoint | null> {
  const row = await first(querier.all(FIND, environmentNumber, id));
  return row === null ? null : endpointRecord(row);
}

async function insert(querier: Querier, environmentNumber: number, endpoint: Endpoint, sealedSecret: string) {
  const { id, url, description, eventTypes, status, createdAt, updatedAt } = endpoint;
  const types = JSON.stringify(eventTypes);
  await querier.run(INSERT, environmentNumber, id, url, description, types, status, createdAt, updatedAt, sealedSecret);
}

async function update(
  querier: Querier,
  environmentNumber: number,
  id: string,
  change: EndpointChange & Pick<Endpoint, 'updatedAt'>,
  describe?: (before: Endpoint, after: Endpoint) => AuditEvent | null,
): Promise<Endpoint | null> {
  await querier.run(RAISE_VERSION, environmentNumber);
  const known = await find(querier, environmentNumber, id);
  if (known === null) return null;
  const changed = { ...known, ...change };
  const told = describe?.(known, changed);
  if (told === null) return known;
  const { url, description, eventTypes, status, updatedAt } = changed;
  await querier.run(UPDATE, url, description, JSON.stringify(eventTypes), status, updatedAt, environmentNumber, id);
  if (told !== undefined) await appendAuditEvent(querier, told);
  return changed;
}

function subscriber(row: Row): Subscriber {
  return {
    endpointId: row.id as string,
    eventTypes: JSON.parse(row.event_types as string) as Subscriber['eventTypes'],
  };
}
