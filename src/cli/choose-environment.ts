// Finds the environment or organization that a command's options refer to.
import type { Context } from '../flows/context.ts';
import type { Environment, Organization } from '../records/tenants.ts';
import { UsageError } from './output.ts';

/** The option of commands that apply to one environment, for commander's `option`. */
export const ENVIRONMENT_OPTION = ['--environment <env>', 'id, name, test or live', 'test'] as const;

/**
 * `requested` is an id; or `test` or `live` if only one environment is of that kind; or a name, in any case, that only one
 * environment has. `name` is the option or argument that messages mention.
 * @throws UsageError when no environment, or more than one, matches.
 */
export async function chooseEnvironment(
  context: Context,
  requested: string,
  name = '--environment',
): Promise<Environment> {
  const environments = await context.store.tenants.environments(null);
  const byId = environments.find(({ id }) => id === requested);
  if (byId !== undefined) return byId;
  const byName = environments.filter((found) => found.name.toLowerCase() === requested.toLowerCase());
  const byKind = environments.filter(({ kind }) => kind === requested);
  const [first, second] = byKind.length === 1 || byName.length === 0 ? byKind : byName;
  if (first === undefined) {
    const known = environments.map((found) => `${found.id} (${found.kind}, ${found.name})`).join(', ');
    throw new UsageError(`${name} ${requested} does not exist; choose one of: ${known || 'none yet, run setup'}`);
  }
  if (second !== undefined) {
    throw new UsageError(`${name} ${requested} is ambiguous (${first.id} or ${second.id}): use the id`);
  }
  return first;
}

/**
 * Finds the organization; without `requested`, the only one.
 * @throws UsageError when no organization, or more than one, matches.
 */
export async function chooseOrganization(context: Context, requested: string | undefined): Promise<Organization> {
  const organizations = await context.store.tenants.organizations();
  const [first, second] = requested === undefined ? organizations : organizations.filter(({ id }) => id === requested);
  if (first !== undefined && second === undefined) return first;
  const known = organizations.map(({ id, name }) => `${id} (${name})`).join(', ');
  throw new UsageError(`--organization must be one of: ${known || 'none yet, run setup'}`);
}
