// Which of the caller's environments holds a webhook endpoint: the one place that decides between 403 and 404 for them.
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint } from '../../records/webhooks.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { isId } from '../../vocabulary/ids.ts';
import type { Context } from '../context.ts';

const NOBODY = 'whe_00000000000000000000000000';

/** @throws Failure `not_found` when the endpoint exists nowhere, `forbidden` when it belongs to somebody else. */
export async function findEndpoint(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<{ environment: Environment; endpoint: Endpoint }> {
  const { endpoints } = context.store.webhooks;
  // A malformed id names nothing; it is looked up all the same, so that both refusals take the same time.
  const holder = await endpoints.locate(isId('endpoint', id) ? id : NOBODY);
  const environment = environments.find((candidate) => candidate.number === holder);
  if (holder !== null && environment === undefined) {
    throw new Failure('forbidden', 'foreign_resource', 'This webhook endpoint belongs to another environment.');
  }
  const endpoint = environment === undefined ? null : await endpoints.find(environment.number, id);
  if (environment === undefined || endpoint === null) throw endpointGone();
  return { environment, endpoint };
}

/** What is said of an endpoint that does not exist, or was deleted while it was being changed. */
export function endpointGone(): Failure {
  return new Failure('not_found', 'endpoint_not_found', 'There is no webhook endpoint of this id.');
}
