// Lists the webhook endpoints of an environment and the delivery log of an endpoint.
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Delivery, DeliveryFilter, Endpoint } from '../../records/webhooks.ts';
import type { Context } from '../context.ts';
import { findEndpoint } from './find-endpoint.ts';

/** One page, in reading order. */
export function listEndpoints(context: Context, environment: Environment, page: IdPage): Promise<Endpoint[]> {
  return context.store.webhooks.endpoints.list(environment.number, page);
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
