// The environment of a path that names one: the one place that decides between 403 and 404 for environment ids.
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { isId } from '../../vocabulary/ids.ts';
import type { Context } from '../context.ts';

const NOBODY = 'env_00000000000000000000000000';

/** @throws Failure `not_found` when it exists nowhere, `forbidden` when it belongs to somebody else. */
export async function findEnvironment(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<Environment> {
  const own = environments.find((candidate) => candidate.id === id);
  if (own !== undefined) return own;
  if ((await context.store.tenants.environment(isId('environment', id) ? id : NOBODY)) !== null) {
    throw new Failure('forbidden', 'foreign_resource', 'This environment is not yours.');
  }
  throw new Failure('not_found', 'environment_not_found', 'There is no environment of this id.');
}
