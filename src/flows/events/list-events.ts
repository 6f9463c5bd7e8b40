// Lists events and their risk assessments within one environment, by page or as a full export.
import { hashOpaque } from '../../devices/client-signals.ts';
import { parseAddress } from '../../devices/network.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { EventFilter, ListedEvent } from '../../records/lists.ts';
import type { Environment } from '../../records/tenants.ts';
import { SIGNAL_CODES } from '../../scoring/signals/index.ts';
import { invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { readPages } from '../read-pages.ts';

/** Signal codes that a list can be filtered by. */
export const FILTER_SIGNALS: readonly string[] = SIGNAL_CODES;

/** A filter as callers write it: with the customer's own account ids instead of account keys. */
export type EventListFilter = Omit<EventFilter, 'accountKeys'> & { accountIds: readonly string[] };

/** The filter that all events pass. */
export const NO_FILTER: EventListFilter = {
  types: [],
  deviceIds: [],
  accountIds: [],
  decisions: [],
  levels: [],
  evaluations: [],
  labels: [],
  signals: [],
  policyVersions: [],
  ruleIds: [],
  from: null,
  to: null,
};

/** A listed event with the address masked. */
export type MaskedEvent = Omit<ListedEvent, 'address'> & { maskedAddress: string | null };

function masked({ address, ...event }: ListedEvent): MaskedEvent {
  return { ...event, maskedAddress: address === null ? null : (parseAddress(address)?.masked ?? null) };
}

/** One page, in reading order. @throws Failure `invalid` when the time range is inverted. */
export async function listEvents(
  context: Context,
  environment: Environment,
  { accountIds, ...filter }: EventListFilter,
  page: IdPage,
): Promise<MaskedEvent[]> {
  if (filter.from !== null && filter.to !== null && filter.from > filter.to) {
    throw invalid({ pointer: 'to', code: 'inverted_range', detail: 'The range ends before it begins.' });
  }
  const accountKeys = accountIds.map(hashOpaque);
  const events = await context.store.lists.events(environment.number, { ...filter, accountKeys }, page);
  return events.map(masked);
}

/** All events starting at `from`, page by page, in reading order. @throws Failure `invalid` when the time range is inverted. */
export function exportEvents(
  context: Context,
  environment: Environment,
  filter: EventListFilter,
  from: IdPage['from'],
): AsyncGenerator<readonly MaskedEvent[]> {
  const read = (next: IdPage['from'], limit: number) => listEvents(context, environment, filter, { limit, from: next });
  return readPages(read, from, ({ id }) => ({ id, direction: from?.direction ?? 'older' }));
}
