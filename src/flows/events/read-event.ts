// GET /v1/events/{event}: one event with everything that was decided about it.
import type { EventDetail } from '../../records/events.ts';
import type { OutcomeRow } from '../../records/outcomes.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

export interface WholeEvent extends EventDetail {
  /** The current row, or null while nobody has said what happened. */
  outcome: OutcomeRow | null;
}

/**
 * The event whole, for a reader who may see these environments.
 * @throws Failure `not_found` when it exists nowhere, `forbidden` when it belongs to somebody else.
 */
export async function readEvent(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<WholeEvent> {
  const environment = await findOwner(context, environments, 'event', id);
  const { events, outcomes } = context.store;
  const [detail, outcome] = await Promise.all([
    events.event(environment.number, id),
    outcomes.current(environment.number, id),
  ]);
  if (detail === null) throw new Error(`event ${id} vanished from environment ${environment.id}`);
  return { ...detail, outcome };
}
