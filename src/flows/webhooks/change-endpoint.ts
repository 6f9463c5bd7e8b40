// PATCH and DELETE /v1/webhooks/{id} and POST …/rotate-secret: what may happen to an endpoint after it was made.
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint, EndpointChange } from '../../records/webhooks.ts';
import type { AuditActor } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { describedEndpoint, endpointChange, endpointDifferences } from './audit-endpoint.ts';
import { checkEndpointUrl } from './check-endpoint-url.ts';
import { newEndpointSecret } from './create-endpoint.ts';
import { endpointGone, findEndpoint } from './find-endpoint.ts';

/** Deliveries cancelled in one transaction, so that a large backlog holds nobody up. */
const CANCEL_BATCH = 1_000;

/**
 * Changes what is given; a repetition changes nothing and is not audited. What waits goes to the new URL; which types were wanted is decided when they are queued.
 * @throws Failure `invalid` for a URL that may not be a target, `not_found`, `forbidden`.
 */
export async function updateEndpoint(
  context: Context,
  author: AuditActor,
  environments: readonly Environment[],
  id: string,
  change: EndpointChange,
): Promise<Endpoint> {
  const { environment } = await findEndpoint(context, environments, id);
  const { url } = change;
  const changed = url === undefined ? change : { ...change, url: await checkEndpointUrl(context, url) };
  const describe = (was: Endpoint, is: Endpoint) => {
    const differing = endpointDifferences(was, is);
    if (differing === null) return null;
    return endpointChange(context, author, environment, id, { action: 'webhook.updated', ...differing });
  };
  const { endpoints } = context.store.webhooks;
  const after = await endpoints.update(environment.number, id, changed, context.clock(), describe);
  if (after === null) throw endpointGone();
  // What was kept while it was disabled is due now.
  if (after.status === 'active') context.deliveriesQueued();
  return after;
}

/** Deletes the endpoint and cancels what waits for it. @throws Failure `not_found`, `forbidden`. */
export async function deleteEndpoint(
  context: Context,
  author: AuditActor,
  environments: readonly Environment[],
  id: string,
): Promise<void> {
  const { environment, endpoint } = await findEndpoint(context, environments, id);
  const change = endpointChange(context, author, environment, id, {
    action: 'webhook.deleted',
    before: describedEndpoint(endpoint),
    after: null,
  });
  if (!(await context.store.webhooks.endpoints.remove(environment.number, id, change))) throw endpointGone();
  await cancelOrphanedDeliveries(context, environment);
}

/** Cancels deliveries whose endpoint is gone, also those that were being queued while it went. Returns how many. */
export async function cancelOrphanedDeliveries(
  context: Context,
  environment: Pick<Environment, 'number'>,
): Promise<number> {
  let cancelled = 0;
  for (let last = CANCEL_BATCH; last === CANCEL_BATCH; cancelled += last) {
    last = await context.store.webhooks.log.cancelOrphans(environment.number, context.clock(), CANCEL_BATCH);
  }
  return cancelled;
}

/** A new secret, shown this once; attempts from now on are signed with it. @throws Failure `not_found`, `forbidden`. */
export async function rotateEndpointSecret(
  context: Context,
  author: AuditActor,
  environments: readonly Environment[],
  id: string,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const { environment } = await findEndpoint(context, environments, id);
  const { secret, sealed } = newEndpointSecret(context, id);
  const { endpoints } = context.store.webhooks;
  const change = endpointChange(context, author, environment, id, {
    action: 'webhook.secret_rotated',
    before: null,
    after: null,
  });
  const endpoint = await endpoints.replaceSecret(environment.number, id, sealed, context.clock(), change);
  if (endpoint === null) throw endpointGone();
  return { endpoint, secret };
}
