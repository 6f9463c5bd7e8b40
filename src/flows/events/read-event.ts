// GET /v1/events/{event}: an event with its assessment and current outcome.
import type { Assignment } from '../../records/assignments.ts';
import type { EventDetail } from '../../records/events.ts';
import type { OutcomeRow } from '../../records/outcomes.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

export interface EventWithOutcome extends EventDetail {
  /** The current outcome, or null when none was submitted. */
  outcome: OutcomeRow | null;
  assignment: Assignment | null;
}

/** @throws Failure `not_found` when the event does not exist, `forbidden` when none of `environments` owns it. */
export async function readEvent(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<EventWithOutcome> {
  const environment = await findOwner(context, environments, 'event', id);
  const { assignments, events, outcomes } = context.store;
  const [detail, outcome, assignment] = await Promise.all([
    events.event(environment.number, id),
    outcomes.current(environment.number, id),
    assignments.find(environment.number, id),
  ]);
  if (detail === null) throw new Error(`event ${id} vanished from environment ${environment.id}`);
  return { ...detail, outcome, assignment };
}
