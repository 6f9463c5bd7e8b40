// POST /v1/webhooks/{id}/test and …/deliveries/{wh_evt}/redeliver: what a person asks to be sent now.
import type { Environment } from '../../records/tenants.ts';
import type { Delivery, Endpoint } from '../../records/webhooks.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { isId } from '../../vocabulary/ids.ts';
import { announceTest } from '../../webhooks/announce.ts';
import type { AuditActor } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { endpointChange } from './audit-endpoint.ts';
import { findEndpoint } from './find-endpoint.ts';

/** Queues a real delivery of `webhook.test`. @throws Failure `not_found`, `forbidden`, `conflict` while disabled. */
export async function testEndpoint(
  context: Context,
  author: AuditActor,
  environments: readonly Environment[],
  id: string,
): Promise<Delivery> {
  const { environment, endpoint } = await findEndpoint(context, environments, id);
  refuseDisabled(endpoint);
  const now = context.clock();
  const announcement = announceTest(id, context.newId, now);
  const change = endpointChange(context, author, environment, id, {
    action: 'webhook.test_sent',
    before: null,
    after: { delivery_id: announcement.id },
  });
  await context.store.webhooks.queue.enqueue(environment.number, announcement, now, change);
  context.deliveriesQueued();
  const { id: deliveryId, endpointId, type, eventId } = announcement;
  const queued = { id: deliveryId, endpointId, type, eventId, createdAt: now, nextAttemptAt: now };
  return { ...queued, status: 'pending', attempts: [] };
}

/**
 * One more attempt, at once, with the same id and body, outside the five.
 * @throws Failure `not_found`, `forbidden`, `conflict` while the endpoint is disabled.
 */
export async function redeliverToEndpoint(
  context: Context,
  author: AuditActor,
  environments: readonly Environment[],
  endpointId: string,
  deliveryId: string,
): Promise<Delivery> {
  const { environment, endpoint } = await findEndpoint(context, environments, endpointId);
  refuseDisabled(endpoint);
  const { log } = context.store.webhooks;
  const known = isId('delivery', deliveryId);
  const now = context.clock();
  const change = endpointChange(context, author, environment, endpointId, {
    action: 'webhook.redelivered',
    before: null,
    after: { delivery_id: deliveryId },
  });
  const delivery = known ? await log.redeliver(environment.number, endpointId, deliveryId, now, change) : null;
  if (delivery === null) {
    throw new Failure('not_found', 'delivery_not_found', 'This endpoint has no delivery of this id.');
  }
  context.deliveriesQueued();
  return delivery;
}

function refuseDisabled(endpoint: Endpoint): void {
  if (endpoint.status === 'active') return;
  throw new Failure('conflict', 'endpoint_disabled', 'Nothing is sent to an endpoint while it is disabled.');
}
