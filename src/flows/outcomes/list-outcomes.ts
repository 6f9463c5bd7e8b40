// GET /v1/events/{event}/outcomes: all revisions of an event's outcome, oldest first.
import type { OutcomeRow } from '../../records/outcomes.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';

/**
 * Up to `limit` revisions starting at `from`, in reading order (newest first when paging back).
 * @throws Failure `forbidden` or `not_found` for the event.
 */
export async function listOutcomes(
  context: Context,
  environments: readonly Environment[],
  eventId: string,
  limit: number,
  from: (environment: Environment) => { direction: 'next' | 'prev'; revision: number } | null,
): Promise<{ environment: Environment; rows: OutcomeRow[] }> {
  const environment = await findOwner(context, environments, 'event', eventId);
  const rows = await context.store.outcomes.history(environment.number, eventId, limit, from(environment));
  return { environment, rows };
}
