// Finds which of the caller's environments owns an event, a device, a rule or a webhook endpoint.
import type { Store } from '../../records/store.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { lookupId, requireOwn } from './own-resource.ts';

type EnvironmentResource = 'event' | 'device' | 'rule' | 'endpoint';

/** Lookups by id alone, across all environments. They return the owner's environment number, or null. */
const LOCATE: Record<
  EnvironmentResource,
  (store: Store, id: string, own: readonly number[]) => Promise<number | null>
> = {
  event: ({ lists }, id, own) => lists.locate('event', id, own),
  device: ({ lists }, id, own) => lists.locate('device', id, own),
  rule: ({ policies }, id) => policies.locateRule(id),
  endpoint: ({ webhooks }, id) => webhooks.endpoints.locate(id),
};

/** @throws Failure `not_found` when the resource does not exist, `forbidden` when none of `environments` owns it. */
export async function findOwner(
  context: Context,
  environments: readonly Environment[],
  kind: EnvironmentResource,
  id: string,
): Promise<Environment> {
  const own = environments.map(({ number }) => number);
  const owner = await LOCATE[kind](context.store, lookupId(kind, id), own);
  return requireOwn(kind, owner, (number) => environments.find((environment) => environment.number === number));
}
