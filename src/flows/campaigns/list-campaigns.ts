// GET …/campaigns and GET …/campaigns/{campaign}: the stopped events of a time range, grouped, and one group in full.
import {
  ATTACK_PATTERNS,
  LET_THROUGH_KEYS,
  type LetThroughEvent,
  type LetThroughKeyKind,
  type StoppedEvent,
} from '../../records/campaigns.ts';
import type { Environment } from '../../records/tenants.ts';
import { END_OF_TIME, HOUR } from '../../vocabulary/clock.ts';
import { countDecisions } from '../../vocabulary/decisions.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { LET_THROUGH_LIMITS } from '../../vocabulary/let-through.ts';
import { requireOrderedRange } from '../../vocabulary/time-range.ts';
import { type Decision, KEY_KINDS, type KeyKind } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, requireOwn } from '../tenants/own-resource.ts';
import { accountNamesOf, entriesOf } from './campaign-accounts.ts';
import { type CampaignKind, type EventGroup, groupEvents, keyCounts, LONGEST_GAP } from './group-events.ts';
import { MAX_SOURCE_EVENTS } from './link-patterns.ts';
import { isReported } from './reported-events.ts';

/** Stopped events that one request groups: 50 ms to read and 20 ms to group on two cores with SQLite. */
export const MAX_STOPPED = 10_000;
/** Events with the devices and fingerprints of a campaign that one request looks for among those let through. */
const MAX_LET_THROUGH = 1_000;
/** How long before and after its stopped events an attack is looked for among those let through. */
const AROUND = HOUR;

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

/**
 * Finds events with the campaign's devices and fingerprints that were let through. A fingerprint that was let through more often than
 * stopped belongs to many people with the same phone: its events are not the attack's. A device is one machine, however often it
 * was let through. Addresses are never looked for, because a whole office shares one, nor are fingerprints that few events of scattered
 * sources have: what these share, many people share.
 */
export async function findLetThrough(
  context: Context,
  environment: Environment,
  group: EventGroup,
  limit = MAX_LET_THROUGH,
): Promise<string[]> {
  const { events } = group;
  const range = { from: (events[0]?.at ?? 0) - AROUND, to: (events.at(-1)?.at ?? 0) + AROUND };
  const { campaigns: reader } = context.store;
  const looked = keysToLookFor(group).map((key) =>
    letThroughWith(key, limit, (credentials, most) =>
      reader.letThrough(environment.number, key, range, credentials, most),
    ),
  );
  const found = (await Promise.all(looked)).flat();
  const ids = [...found.filter(isReported), ...found].map(({ id }) => id);
  return [...new Set(ids)].slice(0, limit).sort();
}

/** A device or fingerprint of a campaign, with the number of its stopped events, and of those that the server reported. */
interface LookedFor {
  kind: LetThroughKeyKind;
  value: string;
  count: number;
  reported: number;
}

/** Reads the first events of one key that were let through. */
type ReadLetThrough = (credentials: readonly KeyKind[], most: number) => Promise<LetThroughEvent[]>;

/**
 * What one device or fingerprint was let through with. Where that is too much, what the server reported is looked at alone: a thousand claimed
 * logins of an attack's device, or more with its fingerprint than were stopped, hid what the attack had been let through with.
 */
async function letThroughWith(
  { kind, count, reported }: LookedFor,
  limit: number,
  read: ReadLetThrough,
): Promise<LetThroughEvent[]> {
  const most = kind === 'device' ? limit : count;
  const events = await read(KEY_KINDS, most + 1);
  if (events.length <= most) return events;
  if (kind === 'device') return [...(await read(['secret'], most)), ...events];
  const ofServer = reported === 0 ? [] : await read(['secret'], reported + 1);
  return ofServer.length <= reported ? ofServer : [];
}

/**
 * The devices and fingerprints of the events that the server reported, then those of the others: with two hundred claims from the address of
 * an attack, as fifty machines, nobody looked for the device that had been let through.
 */
function keysToLookFor({ kind: connection, events }: EventGroup): LookedFor[] {
  const isScattered = ATTACK_PATTERNS.some((pattern) => pattern === connection);
  const isCommon = (kind: string, count: number) => kind === 'fingerprint' && isScattered && count <= MAX_SOURCE_EVENTS;
  const { keys: most, stoppedEvents } = LET_THROUGH_LIMITS;
  // A group of fewer events has no strangers in it. Otherwise, a login seven seconds after a challenge on the same device was not found.
  const isSmall = events.length < stoppedEvents;
  const reportedEvents = events.filter(isReported);
  const keys = LET_THROUGH_KEYS.flatMap((kind) => {
    const reported = keyCounts(reportedEvents, kind);
    return [...keyCounts(events, kind)].map(([value, count]) => ({
      kind,
      value,
      count,
      reported: reported.get(value) ?? 0,
    }));
  })
    .filter(({ kind, count }) => count >= stoppedEvents || (isSmall && kind === 'device'))
    .filter(({ kind, count }) => !isCommon(kind, count))
    .sort((one, other) => other.reported - one.reported || other.count - one.count);
  const claimed = keys.filter(({ reported }) => reported === 0);
  return [...keys.filter(({ reported }) => reported > 0).slice(0, most), ...claimed.slice(0, most)];
}

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
