// GET …/campaigns and GET …/campaigns/{campaign}: the stopped events of a time range, grouped, and one group in full.
import type { StoppedEvent } from '../../records/campaigns.ts';
import type { Environment } from '../../records/tenants.ts';
import { END_OF_TIME } from '../../vocabulary/clock.ts';
import { countDecisions } from '../../vocabulary/decisions.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { requireOrderedRange } from '../../vocabulary/time-range.ts';
import type { Decision } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, requireOwn } from '../tenants/own-resource.ts';
import { accountNamesOf, entriesOf } from './campaign-accounts.ts';
import { findLetThrough } from './find-let-through.ts';
import { type CampaignKind, type EventGroup, groupEvents, LONGEST_GAP } from './group-events.ts';

/** Stopped events that one request groups: 50 ms to read and 20 ms to group on two cores with SQLite. */
export const MAX_STOPPED = 10_000;

export interface Campaign {
  /** The number of its first event. */
  id: string;
  kind: CampaignKind;
  firstAt: number;
  lastAt: number;
  eventCount: number;
  labeledCount: number;
  accountCount: number;
  deviceCount: number;
  addressCount: number;
  fingerprintCount: number;
  maxScore: number;
  decisions: Record<Decision, number>;
  types: { type: string; count: number }[];
  events: readonly StoppedEvent[];
}

export interface CampaignList {
  campaigns: Campaign[];
  /** Whether all stopped events of the range were grouped; otherwise only those received since `from`. */
  complete: boolean;
  from: number;
}

export interface CampaignFilter {
  from: number;
  to: number;
  /** Groups of fewer events are left out. */
  minEvents: number;
  /** Only groups with an event that has no label. */
  unlabeled: boolean;
}

/**
 * All groups of the range, from its newest stopped events, at most `limit`.
 * @throws Failure `invalid` when the range is inverted.
 */
export async function listCampaigns(
  context: Context,
  environment: Environment,
  { from, to, minEvents, unlabeled }: CampaignFilter,
  limit = MAX_STOPPED,
): Promise<CampaignList> {
  requireOrderedRange(from, to, 'to');
  const { campaigns: reader } = context.store;
  const stopped = await reader.stopped(environment.number, { from, to }, limit, 'newest');
  const campaigns = groupEvents(stopped)
    .filter(({ events }) => events.length >= minEvents)
    .map(campaignOf)
    .filter(({ labeledCount, eventCount }) => !unlabeled || labeledCount < eventCount);
  const complete = stopped.length < limit;
  return { campaigns, complete, from: complete ? from : (stopped[0]?.at ?? from) };
}

export interface CampaignDetail extends Campaign {
  /** External ids, at most 100, in byte order. */
  accounts: string[];
  /** Likewise, the accounts that someone logged in to according to a challenged or blocked event (`entriesOf`). */
  enteredAccounts: string[];
  enteredAccountCount: number;
  /** Events with a device or fingerprint of the campaign that were allowed or monitored. */
  letThrough: string[];
}

/**
 * The group of an event: `id` is the number of any of its stopped events. Reads only events received around that one, so that the
 * answer does not depend on the range of a list.
 * @throws Failure `not_found` when no stopped event has this number.
 */
export async function readCampaign(context: Context, environment: Environment, id: string): Promise<CampaignDetail> {
  const { campaigns: reader, events, lists } = context.store;
  const eventId = siblingId('event', lookupId('campaign', id));
  // An id of another environment names one of its events.
  const owner = await lists.locate('event', eventId, [environment.number]);
  requireOwn('campaign', owner, (number) => (number === environment.number ? number : undefined));
  const detail = await events.event(environment.number, eventId);
  if (detail === null) throw notFound('campaign');
  const { createdAt } = detail.event;
  const half = MAX_STOPPED / 2;
  // Both halves end at the event, so that it is in the middle of the grouped events.
  const [before, after] = await Promise.all([
    reader.stopped(environment.number, { from: 0, to: createdAt }, half, 'newest'),
    reader.stopped(environment.number, { from: createdAt, to: END_OF_TIME }, half, 'oldest'),
  ]);
  const group = groupEvents(connected(before, after)).find((one) => one.events.some((event) => event.id === eventId));
  if (group === undefined) throw notFound('campaign');
  const entries = entriesOf(group.events);
  const [accounts, enteredAccounts, letThrough] = await Promise.all([
    accountNamesOf(reader, environment.number, group.events),
    accountNamesOf(reader, environment.number, entries),
    findLetThrough(context, environment, group),
  ]);
  const enteredAccountCount = distinct(entries.map(({ accountKey }) => accountKey));
  return { ...campaignOf(group), accounts, enteredAccounts, enteredAccountCount, letThrough };
}

/**
 * The events around the boundary between the halves, up to the first gap on each side that is too long for any campaign. The others would
 * not change the group; leaving them out saves the time of grouping them.
 */
function connected(before: readonly StoppedEvent[], after: readonly StoppedEvent[]): StoppedEvent[] {
  const all = [...before, ...after];
  let start = before.length;
  while (start > 0 && at(all, start) - at(all, start - 1) <= LONGEST_GAP) start -= 1;
  let end = before.length;
  while (end < all.length - 1 && at(all, end + 1) - at(all, end) <= LONGEST_GAP) end += 1;
  return all.slice(start, end + 1);
}

const at = (events: readonly StoppedEvent[], index: number) => events[index]?.at ?? Number.POSITIVE_INFINITY;

const distinct = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null)).size;

function campaignOf({ kind, events }: EventGroup): Campaign {
  const first = events[0] as StoppedEvent;
  const types = new Map<string, number>();
  for (const { type } of events) types.set(type, (types.get(type) ?? 0) + 1);
  return {
    id: siblingId('campaign', first.id),
    kind,
    firstAt: first.at,
    lastAt: (events.at(-1) as StoppedEvent).at,
    eventCount: events.length,
    labeledCount: events.filter(({ labeled }) => labeled).length,
    accountCount: distinct(events.map(({ accountKey }) => accountKey)),
    deviceCount: distinct(events.map(({ deviceId }) => deviceId)),
    addressCount: distinct(events.map(({ address }) => address)),
    fingerprintCount: distinct(events.map(({ fingerprint }) => fingerprint)),
    maxScore: Math.max(...events.map(({ score }) => score)),
    decisions: countDecisions(events),
    types: [...types].map(([type, count]) => ({ type, count })).sort((one, other) => other.count - one.count),
    events,
  };
}
