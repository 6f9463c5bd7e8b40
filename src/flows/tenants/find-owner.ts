// Which of the caller's environments holds an event or a device: the one place that decides between 403 and 404 for them.
import type { Locatable } from '../../records/lists.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { ID_PREFIXES, isId } from '../../vocabulary/ids.ts';
import type { Context } from '../context.ts';

/** @throws Failure `not_found` when it exists nowhere, `forbidden` when it belongs to somebody else. */
export async function findOwner(
  context: Context,
  environments: readonly Environment[],
  kind: Locatable,
  id: string,
): Promise<Environment> {
  // A malformed id names nothing; it is looked up all the same, so that both refusals take the same time.
  const named = isId(kind, id) ? id : `${ID_PREFIXES[kind]}_${'0'.repeat(26)}`;
  const own = environments.map(({ number }) => number);
  const holder = await context.store.lists.locate(kind, named, own);
  const environment = environments.find((candidate) => candidate.number === holder);
  if (environment !== undefined) return environment;
  if (holder !== null) {
    throw new Failure('forbidden', 'foreign_resource', `This ${kind} belongs to another environment.`);
  }
  throw new Failure('not_found', `${kind}_not_found`, `There is no ${kind} of this id.`);
}
