// Which of the caller's environments holds a device: the one place that decides between 403 and 404 for device ids.
import type { Environment } from '../records/tenants.ts';
import { Failure } from '../vocabulary/failure.ts';
import { isId } from '../vocabulary/ids.ts';
import type { Context } from './context.ts';

const NOBODY = 'dev_00000000000000000000000000';

/** @throws Failure `not_found` when the device exists nowhere, `forbidden` when it belongs to somebody else. */
export async function findDevice(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<Environment> {
  // A malformed id names nothing; it is looked up all the same, so that both refusals take the same time.
  const holder = await context.store.lists.locateDevice(isId('device', id) ? id : NOBODY);
  const environment = environments.find((candidate) => candidate.number === holder);
  if (environment !== undefined) return environment;
  if (holder !== null)
    throw new Failure('forbidden', 'foreign_resource', 'This device belongs to another environment.');
  throw new Failure('not_found', 'device_not_found', 'There is no device of this id.');
}
