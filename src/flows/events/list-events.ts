// Lists events and their risk assessments within one environment, by page or as a full export.
import { accountKeyOf } from '../../devices/digest.ts';
import { parseAddress } from '../../devices/network.ts';
import type { EventFilter, EventPage, ListedEvent } from '../../records/lists.ts';
import type { Environment } from '../../records/tenants.ts';
import { SIGNAL_CODES } from '../../scoring/signals/index.ts';
import { requireOrderedRange } from '../../vocabulary/time-range.ts';
import type { Context } from '../context.ts';
import { networkAddress } from '../networks/read-network.ts';
import { readPages } from '../read-pages.ts';

/** Signal codes that a list can be filtered by. */
export const FILTER_SIGNALS: readonly string[] = SIGNAL_CODES;

/** A filter as callers write it: with the customer's own account ids, ids of networks, and an event for its fingerprint. */
export type EventListFilter = Omit<EventFilter, 'accountKeys' | 'addresses' | 'fingerprints'> & {
  accountIds: readonly string[];
  networkIds: readonly string[];
  /** Events with the fingerprint of this event. */
  sameFingerprintAs: readonly string[];
};

/** The filter that all events pass. */
export const NO_FILTER: EventListFilter = {
  types: [],
  ids: [],
  deviceIds: [],
  sessionIds: [],
  networkIds: [],
  sameFingerprintAs: [],
  accountIds: [],
  decisions: [],
  levels: [],
  evaluations: [],
  labels: [],
  signals: [],
  policyVersions: [],
  ruleIds: [],
  assignees: [],
  from: null,
  to: null,
};

/** No event has this address or fingerprint: an unknown id must match nothing, not drop its filter. */
const NO_MATCH = '';

/** Events that one read of known ids returns. */
const PAGE = 500;

/** A listed event with the address masked. */
export type MaskedEvent = Omit<ListedEvent, 'address'> & { maskedAddress: string | null };

function masked({ address, ...event }: ListedEvent): MaskedEvent {
  return { ...event, maskedAddress: address === null ? null : (parseAddress(address)?.masked ?? null) };
}

/** The filter by stored values. @throws Failure `invalid` when the time range is inverted. */
export async function storedFilter(
  context: Context,
  environment: Environment,
  { accountIds, networkIds, sameFingerprintAs, ...filter }: EventListFilter,
): Promise<EventFilter> {
  requireOrderedRange(filter.from, filter.to, 'to');
  const { lists } = context.store;
  const [addresses, fingerprints] = await Promise.all([
    Promise.all(networkIds.map(async (id) => (await networkAddress(context, environment, id)) ?? NO_MATCH)),
    Promise.all(sameFingerprintAs.map(async (id) => (await lists.fingerprintOf(environment.number, id)) ?? NO_MATCH)),
  ]);
  return { ...filter, accountKeys: accountIds.map(accountKeyOf), addresses, fingerprints };
}

/** One page, in reading order. @throws Failure `invalid` when the time range is inverted. */
export async function listEvents(
  context: Context,
  environment: Environment,
  filter: EventListFilter,
  page: EventPage,
): Promise<MaskedEvent[]> {
  return readPage(context, environment, await storedFilter(context, environment, filter), page);
}

async function readPage(
  { store }: Context,
  environment: Environment,
  filter: EventFilter,
  page: EventPage,
): Promise<MaskedEvent[]> {
  return (await store.lists.events(environment.number, filter, page)).map(masked);
}

/**
 * All events starting where `start` does, page by page, in reading order.
 * @throws Failure `invalid` when the time range is inverted.
 */
export async function* exportEvents(
  context: Context,
  environment: Environment,
  filter: EventListFilter,
  start: EventPage,
): AsyncGenerator<readonly MaskedEvent[]> {
  const direction = start.from?.direction ?? 'older';
  // Resolved once, so that retention does not end the export midway by cleaning the event that the filter names.
  const stored = await storedFilter(context, environment, filter);
  if ('sort' in start) {
    const read = (from: (typeof start)['from'], limit: number) =>
      readPage(context, environment, stored, { ...start, limit, from });
    yield* readPages(read, start.from, ({ id, score }) => ({ id, score, direction }));
    return;
  }
  const read = (from: (typeof start)['from'], limit: number) => readPage(context, environment, stored, { limit, from });
  yield* readPages(read, start.from, ({ id }) => ({ id, direction }));
}

/** These events, in the order of the ids; ids that are not events of the environment are left out. */
export async function listEventsById(
  context: Context,
  environment: Environment,
  eventIds: readonly string[],
): Promise<MaskedEvent[]> {
  return (await context.store.lists.eventsById(environment.number, eventIds)).map(masked);
}

/** These events, oldest first, in pages of 500; ids that are not events of the environment are left out. */
export async function* exportEventsById(
  context: Context,
  environment: Environment,
  eventIds: readonly string[],
): AsyncGenerator<readonly MaskedEvent[]> {
  const ids = [...new Set(eventIds)].sort();
  for (let start = 0; start < ids.length; start += PAGE) {
    yield listEventsById(context, environment, ids.slice(start, start + PAGE));
  }
}
