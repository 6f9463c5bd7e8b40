// Resolves an environment id from a path to one of the caller's environments.
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { lookupId, requireOwn } from './own-resource.ts';

/** @throws Failure `not_found` when it does not exist, `forbidden` when it is not one of `environments`. */
export async function findEnvironment(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<Environment> {
  const own = environments.find((candidate) => candidate.id === id);
  if (own !== undefined) return own;
  const foreign = await context.store.tenants.environment(lookupId('environment', id));
  return requireOwn<Environment, Environment>('environment', foreign, () => undefined);
}
