// The lists of events and of their risk assessments: one page of what a filter leaves, within one environment.
import { hashOpaque } from '../../devices/client-signals.ts';
import { parseAddress } from '../../devices/network.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { EventFilter, ListedEvent } from '../../records/lists.ts';
import type { Environment } from '../../records/tenants.ts';
import { SIGNAL_CODES } from '../../scoring/signals/index.ts';
import { invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { readPages } from '../read-pages.ts';

/** Codes that a list may be narrowed to. */
export const FILTER_SIGNALS: readonly string[] = SIGNAL_CODES;

/** A filter as callers write it: accounts by the customer's own ids. */
export type EventListFilter = Omit<EventFilter, 'accountKeys'> & { accountIds: readonly string[] };

export const EVERY_EVENT: EventListFilter = {
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

/** An event of a list: the raw address stays behind. */
export type MaskedEvent = Omit<ListedEvent, 'address'> & { maskedAddress: string | null };

function masked({ address, ...event }: ListedEvent): MaskedEvent {
  return { ...event, maskedAddress: address === null ? null : (parseAddress(address)?.masked ?? null) };
}

/**
 * Rows in the direction of reading, as `IdPage` says.
 * @throws Failure `invalid` when the range of time is inverted.
 */
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

/** Every event from `from` on, page by page, in the direction of reading. @throws Failure `invalid` as `listEvents` does. */
export function exportEvents(
  context: Context,
  environment: Environment,
  filter: EventListFilter,
  from: IdPage['from'],
): AsyncGenerator<readonly MaskedEvent[]> {
  const read = (next: IdPage['from'], limit: number) => listEvents(context, environment, filter, { limit, from: next });
  return readPages(read, from, ({ id }) => ({ id, direction: from?.direction ?? 'older' }));
}
