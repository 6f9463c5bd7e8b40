// GET …/let-through: events that campaigns of a time range let through, which may be fraud that nobody has labeled.
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { listEventsById, type MaskedEvent } from '../events/list-events.ts';
import { isReported } from '../events/reported-events.ts';
import { findLetThrough } from './find-let-through.ts';
import { type Campaign, type CampaignList, listCampaigns } from './list-campaigns.ts';

/**
 * The newest campaigns that one request examines, of those with events that the server reported and of the others: each costs an indexed
 * read for each of its devices and fingerprints.
 */
const MAX_CAMPAIGNS = 100;
/** Campaigns that are examined at once. */
const BATCH = 10;
/** Smaller groups do not share any key often enough to be looked for. */
const MIN_EVENTS = 3;

export interface LetThrough {
  /** The id of the event. */
  id: string;
  /** The newest campaign with its device or fingerprint. */
  campaignId: string;
  score: number;
}

export interface LetThroughList {
  events: LetThrough[];
  /** Since when all campaigns were examined, ms. */
  from: number;
}

interface LetThroughOptions {
  /** Time range, ms. */
  from: number;
  to: number;
  /** Leaves out events with a label. */
  unlabeled: boolean;
  /** Types of events; all types when empty. */
  types: readonly string[];
}

/** In any order. @throws Failure `invalid` when the range is inverted. */
export async function listLetThrough(
  context: Context,
  environment: Environment,
  { from, to, unlabeled, types }: LetThroughOptions,
): Promise<LetThroughList> {
  const list = await listCampaigns(context, environment, { from, to, minEvents: MIN_EVENTS, unlabeled: false });
  const { looked, since } = newestOf(list);
  const found = new Map<string, string>();
  for (let start = 0; start < looked.length; start += BATCH) {
    const batch = looked.slice(start, start + BATCH);
    const ids = await Promise.all(
      batch.map(({ kind, events }) => findLetThrough(context, environment, { kind, events: [...events] })),
    );
    for (const [index, campaign] of batch.entries()) {
      for (const id of ids[index] ?? []) if (!found.has(id)) found.set(id, campaign.id);
    }
  }
  const labeled = unlabeled ? await context.store.activity.outcomes(environment.number, [...found.keys()]) : [];
  for (const { eventId } of labeled) found.delete(eventId);
  const summaries = await context.store.campaigns.summaries(environment.number, [...found.keys()]);
  const events = summaries
    .filter(({ type }) => types.length === 0 || types.includes(type))
    .map(({ id, score }) => ({ id, score, campaignId: found.get(id) as string }));
  return { events, from: since };
}

/**
 * The campaigns to examine, newest first, and since when these are all. Events under the public key alone do not take the places of
 * others: three hundred of them, from a hundred lines of one /48, emptied the list of what the attack before them was let through with.
 */
function newestOf({ campaigns, from }: CampaignList) {
  const newest = campaigns.toSorted((one, other) => other.firstAt - one.firstAt);
  const hasReported = ({ events }: Campaign) => events.some(isReported);
  const parts = [newest.filter(hasReported), newest.filter((campaign) => !hasReported(campaign))];
  const ends = parts.flatMap((part) => (part.length > MAX_CAMPAIGNS ? (part[MAX_CAMPAIGNS - 1]?.firstAt ?? from) : []));
  const looked = new Set(parts.flatMap((part) => part.slice(0, MAX_CAMPAIGNS)));
  return { looked: newest.filter((campaign) => looked.has(campaign)), since: Math.max(from, ...ends) };
}

/** These events, in the order of the rows. */
export async function readLetThrough(
  context: Context,
  environment: Environment,
  rows: readonly LetThrough[],
): Promise<(MaskedEvent & { campaignId: string })[]> {
  const campaigns = new Map(rows.map(({ id, campaignId }) => [id, campaignId]));
  const events = await listEventsById(context, environment, [...campaigns.keys()]);
  return events.map((event) => ({ ...event, campaignId: campaigns.get(event.id) as string }));
}
