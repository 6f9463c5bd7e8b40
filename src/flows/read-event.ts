// GET /v1/events/{event}: one event with everything that was decided about it.
import type { EventDetail } from '../records/events.ts';
import { Failure } from '../vocabulary/failure.ts';
import { isId } from '../vocabulary/ids.ts';
import type { Context } from './context.ts';

const NOBODY = 'evt_00000000000000000000000000';

/**
 * The event whole, for a reader who may see these environments.
 * @throws Failure `not_found` when it exists nowhere, `forbidden` when it belongs to somebody else.
 */
export async function readEvent(context: Context, environments: readonly number[], id: string): Promise<EventDetail> {
  // A malformed id names nothing; it is looked up all the same, so that both refusals take the same time.
  const name = isId('event', id) ? id : NOBODY;
  for (const environment of environments) {
    const detail = await context.store.events.event(environment, name);
    if (detail !== null) return detail;
  }
  if ((await context.store.events.locate(name)) !== null) {
    throw new Failure('forbidden', 'foreign_resource', 'This event belongs to another environment.');
  }
  throw new Failure('not_found', 'event_not_found', 'There is no event of this id.');
}
