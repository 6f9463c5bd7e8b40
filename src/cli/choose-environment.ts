// Which environment a command speaks of: an id, or the words test and live while there is only one organization.
import type { Context } from '../flows/context.ts';
import type { Environment, Organization } from '../records/tenants.ts';
import { ENVIRONMENT_KINDS } from '../vocabulary/words.ts';
import { UsageError } from './output.ts';

/** @throws UsageError when nothing, or more than one thing, is meant. */
export async function chooseEnvironment(context: Context, wanted: string): Promise<Environment> {
  const environments = await context.store.tenants.environments(null);
  const named = environments.find(({ id }) => id === wanted);
  if (named !== undefined) return named;
  const isKind = (ENVIRONMENT_KINDS as readonly string[]).includes(wanted);
  const [first, second] = isKind ? environments.filter(({ kind }) => kind === wanted) : [];
  if (first === undefined) {
    const known = environments.map(({ id, kind, name }) => `${id} (${kind}, ${name})`).join(', ');
    throw new UsageError(`--environment ${wanted} names no environment; there are: ${known || 'none yet, run setup'}`);
  }
  if (second !== undefined) {
    throw new UsageError(`--environment ${wanted} could be ${first.id} or ${second.id}: give the id`);
  }
  return first;
}

/** @throws UsageError when the organization is not given and there is more than one, or none. */
export async function chooseOrganization(context: Context, wanted: string | undefined): Promise<Organization> {
  const organizations = await context.store.tenants.organizations();
  const [first, second] = wanted === undefined ? organizations : organizations.filter(({ id }) => id === wanted);
  if (first !== undefined && second === undefined) return first;
  const known = organizations.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new UsageError(`--organization must be one of: ${known || 'none yet, run setup'}`);
}
