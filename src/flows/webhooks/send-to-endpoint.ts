// POST /v1/webhooks/{id}/test and …/deliveries/{wh_evt}/redeliver: deliveries that a user requests.
import type { Environment } from '../../records/tenants.ts';
import type { Delivery, Endpoint } from '../../records/webhooks.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { isId } from '../../vocabulary/ids.ts';
import { announceTest } from '../../webhooks/announce.ts';
import type { AuditActor } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { endpointAuditEvent } from './audit-endpoint.ts';
import { deliveryNotFound, findEndpoint } from './find-endpoint.ts';

/** Queues a real delivery of `webhook.test`. @throws Failure `not_found`, `forbidden`, `conflict` while disabled. */
export async function testEndpoint(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  id: string,
): Promise<Delivery> {
  const { environment, endpoint } = await findEndpoint(context, environments, id);
  requireActive(endpoint);
  const now = context.clock();
  const announcement = announceTest(id, context.newId, now);
  const auditEvent = endpointAuditEvent(context, actor, environment, id, {
    action: 'webhook.test_sent',
    before: null,
    after: { delivery_id: announcement.id },
  });
  await context.store.webhooks.queue.enqueue(environment.number, announcement, now, auditEvent);
  context.deliveriesQueued();
  const { id: deliveryId, endpointId, type, eventId } = announcement;
  const queued = { id: deliveryId, endpointId, type, eventId, createdAt: now, nextAttemptAt: now };
  return { ...queued, status: 'pending', attempts: [] };
}

/**
 * Makes one immediate attempt with the same id and body, in addition to the five scheduled ones.
 * @throws Failure `not_found`, `forbidden`, `conflict` while the endpoint is disabled.
 */
export async function redeliverToEndpoint(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  endpointId: string,
  deliveryId: string,
): Promise<Delivery> {
  const { environment, endpoint } = await findEndpoint(context, environments, endpointId);
  const { log } = context.store.webhooks;
  const place = [environment.number, endpointId, deliveryId] as const;
  if (!isId('delivery', deliveryId) || (await log.find(...place)) === null) throw deliveryNotFound();
  requireActive(endpoint);
  const now = context.clock();
  const auditEvent = endpointAuditEvent(context, actor, environment, endpointId, {
    action: 'webhook.redelivered',
    before: null,
    after: { delivery_id: deliveryId },
  });
  const delivery = await log.redeliver(...place, now, auditEvent);
  if (delivery === null) throw deliveryNotFound();
  context.deliveriesQueued();
  return delivery;
}

/** Deliveries that one request sends again; a larger backlog needs several requests. */
export const MAX_REDELIVERIES = 1_000;

/**
 * Makes one immediate attempt of each delivery that failed permanently or exhausted its attempts. Returns their number.
 * @throws Failure `not_found`, `forbidden`, `conflict` while the endpoint is disabled.
 */
export async function redeliverFailed(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  endpointId: string,
): Promise<number> {
  const { environment, endpoint } = await findEndpoint(context, environments, endpointId);
  requireActive(endpoint);
  const describe = (deliveries: number) =>
    endpointAuditEvent(context, actor, environment, endpoint.id, {
      action: 'webhook.failed_redelivered',
      before: null,
      after: { deliveries },
    });
  const { log } = context.store.webhooks;
  const now = context.clock();
  const count = await log.redeliverFailed(environment.number, endpoint.id, now, MAX_REDELIVERIES, describe);
  if (count > 0) context.deliveriesQueued();
  return count;
}

/** @throws Failure `conflict` while the endpoint is disabled. */
export function requireActive(endpoint: Endpoint): void {
  if (endpoint.status === 'active') return;
  throw new Failure('conflict', 'endpoint_disabled', 'This endpoint is disabled. Enable it to send deliveries.');
}
