// PATCH and DELETE /v1/webhooks/{id} and POST …/rotate-secret: updates, deletes and re-keys an endpoint.
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint, EndpointChange } from '../../records/webhooks.ts';
import type { AuditActor } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { inBatches } from '../in-batches.ts';
import { notFound } from '../tenants/own-resource.ts';
import { auditedEndpoint, changedEndpointFields, endpointAuditEvent } from './audit-endpoint.ts';
import { checkEndpointUrl, newEndpointSecret } from './create-endpoint.ts';
import { findEndpoint } from './find-endpoint.ts';

/** Deliveries canceled in one transaction, so that a large backlog does not block other writes. */
const CANCEL_BATCH = 1_000;

/**
 * Changes the given settings. A request that changes nothing is not audited. Pending deliveries go to the new URL; a
 * new selection of event types applies to deliveries queued from now on.
 * @throws Failure `invalid` for a URL that is not an allowed target, `not_found`, `forbidden`.
 */
export async function updateEndpoint(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  id: string,
  change: EndpointChange,
): Promise<Endpoint> {
  const { environment } = await findEndpoint(context, environments, id);
  const { url } = change;
  const checked = url === undefined ? change : { ...change, url: await checkEndpointUrl(context, url) };
  const describe = (old: Endpoint, changed: Endpoint) => {
    const fields = changedEndpointFields(old, changed);
    if (fields === null) return null;
    return endpointAuditEvent(context, actor, environment, id, { action: 'webhook.updated', ...fields });
  };
  const { endpoints } = context.store.webhooks;
  const updated = await endpoints.update(environment.number, id, checked, context.clock(), describe);
  if (updated === null) throw notFound('endpoint');
  // Deliveries that were held back while the endpoint was disabled are due now.
  if (updated.status === 'active') context.deliveriesQueued();
  return updated;
}

/** Deletes the endpoint and cancels its pending deliveries. @throws Failure `not_found`, `forbidden`. */
export async function deleteEndpoint(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  id: string,
): Promise<void> {
  const { environment, endpoint } = await findEndpoint(context, environments, id);
  const auditEvent = endpointAuditEvent(context, actor, environment, id, {
    action: 'webhook.deleted',
    before: auditedEndpoint(endpoint),
    after: null,
  });
  const { endpoints } = context.store.webhooks;
  if (!(await endpoints.remove(environment.number, id, auditEvent))) throw notFound('endpoint');
  await cancelOrphanedDeliveries(context, environment);
}

/**
 * Cancels deliveries of deleted endpoints, including any that were queued during the deletion, until `stopping` aborts. Returns
 * their number.
 */
export async function cancelOrphanedDeliveries(
  context: Context,
  environment: Pick<Environment, 'number'>,
  stopping?: AbortSignal,
): Promise<number> {
  const { log } = context.store.webhooks;
  return inBatches(CANCEL_BATCH, stopping, (limit) => log.cancelOrphans(environment.number, context.clock(), limit));
}

/** Creates a new secret, shown once, that signs all further attempts. @throws Failure `not_found`, `forbidden`. */
export async function rotateEndpointSecret(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  id: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { environment } = await findEndpoint(context, environments, id);
  const { secret, encrypted } = newEndpointSecret(context, id);
  const { endpoints } = context.store.webhooks;
  const auditEvent = endpointAuditEvent(context, actor, environment, id, {
    action: 'webhook.secret_rotated',
    before: null,
    after: null,
  });
  const endpoint = await endpoints.replaceSecret(environment.number, id, encrypted, context.clock(), auditEvent);
  if (endpoint === null) throw notFound('endpoint');
  return { endpoint, secret };
}
