// GET …/events/count: how many events a filter matches, on request and up to a limit.
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { readPages } from '../read-pages.ts';
import { nextReadTurn } from '../read-turn.ts';
import { type EventListFilter, storedFilter } from './list-events.ts';

/** Events that a count reads at most, so that its cost does not grow with the data. */
export const MAX_COUNTED = 10_000;

export interface EventCount {
  /** At most the limit. */
  count: number;
  /** Whether these are all. */
  isComplete: boolean;
}

/** @throws Failure `invalid` when the time range is inverted. */
export async function countEvents(
  context: Context,
  environment: Environment,
  filter: EventListFilter,
  limit = MAX_COUNTED,
): Promise<EventCount> {
  const stored = await storedFilter(context, environment, filter);
  const read = (from: IdPage['from'], size: number) =>
    context.store.lists.eventIds(environment.number, stored, { limit: size, from });
  let count = 0;
  for await (const ids of readPages(read, null, (id) => ({ id, direction: 'older' as const }))) {
    count += ids.length;
    if (count > limit) return { count: limit, isComplete: false };
    await nextReadTurn(environment.id);
  }
  return { count, isComplete: true };
}
