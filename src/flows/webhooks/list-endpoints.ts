// Lists the webhook endpoints of an environment and the delivery log of an endpoint.
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Delivery, DeliveryFilter, Endpoint } from '../../records/webhooks.ts';
import { isId } from '../../vocabulary/ids.ts';
import type { Context } from '../context.ts';
import { deliveryNotFound, findEndpoint } from './find-endpoint.ts';

/** One page, in reading order. */
export function listEndpoints(context: Context, environment: Environment, page: IdPage): Promise<Endpoint[]> {
  return context.store.webhooks.endpoints.list(environment.number, page);
}

/** A delivery with the exact body of its attempts. @throws Failure `not_found`, `forbidden`. */
export async function readDelivery(
  context: Context,
  environments: readonly Environment[],
  endpointId: string,
  deliveryId: string,
): Promise<{ delivery: Delivery; body: string }> {
  const { environment, endpoint } = await findEndpoint(context, environments, endpointId);
  const { log } = context.store.webhooks;
  const place = [environment.number, endpoint.id, deliveryId] as const;
  const [delivery, body] = isId('delivery', deliveryId)
    ? await Promise.all([log.find(...place), log.body(...place)])
    : [null, null];
  if (delivery === null || body === null) throw deliveryNotFound();
  return { delivery, body };
}

/** One page of the endpoint's deliveries, in reading order. @throws Failure `not_found`, `forbidden`. */
export async function listEndpointDeliveries(
  context: Context,
  environments: readonly Environment[],
  endpointId: string,
  filter: DeliveryFilter,
  page: IdPage,
): Promise<Delivery[]> {
  const { environment } = await findEndpoint(context, environments, endpointId);
  return context.store.webhooks.log.list(environment.number, endpointId, filter, page);
}
