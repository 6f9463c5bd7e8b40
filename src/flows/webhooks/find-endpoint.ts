// Resolves a webhook endpoint id to the endpoint and the environment that owns it.
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint } from '../../records/webhooks.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';
import { notFound } from '../tenants/own-resource.ts';

/** @throws Failure `not_found` when the endpoint does not exist, `forbidden` when none of `environments` owns it. */
export async function findEndpoint(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<{ environment: Environment; endpoint: Endpoint }> {
  const environment = await findOwner(context, environments, 'endpoint', id);
  const endpoint = await context.store.webhooks.endpoints.find(environment.number, id);
  if (endpoint === null) throw notFound('endpoint');
  return { environment, endpoint };
}

export function deliveryNotFound(): Failure {
  return new Failure('not_found', 'delivery_not_found', 'This endpoint has no delivery with this id.');
}
