// GET …/accounts/{id}, its timeline and its networks: an account's facts and recent activity, from its newest events.
import { accountKeyOf } from '../../devices/digest.ts';
import { parseAddress } from '../../devices/network.ts';
import type { AccountFacts, ActivityEvent, ActivityOutcome, ProvenNetwork } from '../../records/activity.ts';
import type { Environment } from '../../records/tenants.ts';
import { ACTIVITY_LIMITS } from '../../vocabulary/activity-limits.ts';
import { DAY } from '../../vocabulary/clock.ts';
import { countDecisions, isStopped } from '../../vocabulary/decisions.ts';
import { groupBy } from '../../vocabulary/group-by.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import type { Decision, NetworkClassification } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { isReported } from '../events/reported-events.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';
import { accountNotFound, requireAccount } from './require-account.ts';
import { isSuccess, networkOf, type TimelineEntry, tellingOf, timelineOf } from './timeline.ts';

const { events: MAX_EVENTS, networks: MAX_NETWORKS } = ACTIVITY_LIMITS;
/** Older events, of each kind, that the account's newer events were scored against; read only if it has more events than the limit. */
const MAX_COUNTED = 400;
const RECENT = 30 * DAY;

export interface AccountSummary extends AccountFacts {
  /** Networks (/24 or /48) that the owner proved, at most `ACTIVITY_LIMITS.networks`. */
  provenNetworkCount: number;
  lastSuccess: ActivityEvent | null;
  lastOutcome: ActivityOutcome | null;
  /** The last 30 days, among the events that were read. */
  recent: {
    eventCount: number;
    maxScore: number | null;
    meanScore: number | null;
    riskiest: ActivityEvent | null;
    decisions: Record<Decision, number>;
  };
  /** Since when all events were read, ms: the account's first event unless it has more events than are read. */
  completeSince: number;
}

export interface AccountNetwork {
  /** `net_…`. */
  id: string;
  address: string;
  maskedAddress: string;
  classification: NetworkClassification;
  eventCount: number;
  stoppedCount: number;
  firstUsedAt: number;
  lastUsedAt: number;
  /** When the owner first proved the /24 or /48, ms; null without a proof. */
  firstProofAt: number | null;
}

/** @throws Failure `not_found` when the account was never seen in the environment or is erased. */
export async function readAccount(
  context: Context,
  environment: Environment,
  id: string,
  limit: number = MAX_EVENTS,
): Promise<AccountSummary> {
  await applyPendingRollups(context, environment);
  const { activity } = context.store;
  const key = accountKeyOf(id);
  const [facts, { events, completeSince }, proven] = await Promise.all([
    activity.account(environment.number, key),
    eventsOf(context, environment, key, limit),
    activity.provenNetworks(environment.number, key, MAX_NETWORKS),
  ]);
  if (facts === null) throw accountNotFound();
  const outcomes = await activity.outcomes(environment.number, idsOf(events));
  const from = context.clock() - RECENT;
  return {
    ...facts,
    provenNetworkCount: proven.length,
    lastSuccess: lastSuccessOf(events),
    lastOutcome: outcomes.sort((one, other) => other.submittedAt - one.submittedAt)[0] ?? null,
    recent: recentOf(events.filter(({ at }) => at >= from)),
    completeSince: completeSince ?? facts.firstSeenAt,
  };
}

/** The whole timeline of the newest events, newest first. @throws Failure `not_found` as above. */
export async function readTimeline(
  context: Context,
  environment: Environment,
  id: string,
  limit: number = MAX_EVENTS,
): Promise<{ entries: TimelineEntry[]; completeSince: number }> {
  const { activity, notes } = context.store;
  const key = accountKeyOf(id);
  const { events, completeSince } = await eventsOf(context, environment, key, limit);
  await requireAccount(context, environment, key);
  const ids = idsOf(events);
  const [outcomes, ofAccount, ofEvents, known] = await Promise.all([
    activity.outcomes(environment.number, ids),
    notes.ofTargets(environment.number, 'account', [key]),
    notes.ofTargets(environment.number, 'event', ids),
    completeSince === null ? NOTHING_KNOWN : knownBefore(context, environment, key, events),
  ]);
  const entries = timelineOf({ events, outcomes, notes: [...ofAccount, ...ofEvents], known });
  return { entries, completeSince: completeSince ?? 0 };
}

/** The networks of the newest events, last used first, at most `ACTIVITY_LIMITS.networks`. @throws Failure `not_found` as above. */
export async function readAccountNetworks(
  context: Context,
  environment: Environment,
  id: string,
): Promise<{ networks: AccountNetwork[]; completeSince: number }> {
  await applyPendingRollups(context, environment);
  const { activity, links } = context.store;
  const key = accountKeyOf(id);
  const { events, completeSince } = await eventsOf(context, environment, key, MAX_EVENTS);
  await requireAccount(context, environment, key);
  const groups = [...groupBy(events, ({ address }) => address)].slice(0, MAX_NETWORKS);
  const addresses = groups.flatMap(([address]) => address ?? []);
  const [facts, proven] = await Promise.all([
    links.facts(environment.number, 'network', addresses),
    activity.provenNetworks(environment.number, key, MAX_NETWORKS),
  ]);
  const firstEvents = new Map(facts.map((one) => [one.key, one.firstEventId]));
  const networks = groups.flatMap(([address, group]) =>
    address === null ? [] : [networkOfEvents(address, group, firstEvents.get(address) ?? null, proven)],
  );
  return { networks, completeSince: completeSince ?? 0 };
}

/**
 * The newest events. For an account with more, also older ones that these were scored against, with the time since when all were read;
 * otherwise null. An attacker could push a takeover off the account's page with five thousand page views under the public key, which
 * took four minutes from one address.
 */
async function eventsOf(context: Context, environment: Environment, key: string, limit: number) {
  const { activity } = context.store;
  const newest = await activity.newest(environment.number, { kind: 'account', key }, limit);
  const oldest = newest.at(-1);
  if (oldest === undefined || newest.length < limit) return { events: newest, completeSince: null };
  const counted = await activity.counted(environment.number, { kind: 'account', key }, oldest.id, MAX_COUNTED);
  return { events: [...newest, ...counted], completeSince: oldest.at };
}

const idsOf = (events: readonly ActivityEvent[]) => events.map(({ id }) => id);

const NOTHING_KNOWN = { devices: new Set<string>(), networks: new Set<string>() };

/** Devices and networks that were proven before the events that were read: others are not stored that long, or anyone may have named them. */
async function knownBefore(
  context: Context,
  environment: Environment,
  key: string,
  events: readonly ActivityEvent[],
): Promise<{ devices: Set<string>; networks: Set<string> }> {
  const oldest = events.at(-1);
  if (oldest === undefined) return NOTHING_KNOWN;
  const { activity } = context.store;
  const ids = [...new Set(events.map(({ deviceId }) => deviceId))];
  const [devices, proven] = await Promise.all([
    activity.devicesBefore(environment.number, key, oldest.at, ids),
    activity.provenNetworks(environment.number, key, MAX_NETWORKS),
  ]);
  const networks = proven.filter(({ firstProofAt }) => firstProofAt < oldest.at).map(({ narrow }) => narrow);
  return { devices: new Set(devices), networks: new Set(networks) };
}

/**
 * The newest login that was let through, of those that the server reported if there are any: a login under the public key from the owner's
 * network took the place of a takeover.
 */
function lastSuccessOf(events: readonly ActivityEvent[]): ActivityEvent | null {
  const successes = events.filter(isSuccess);
  return successes.find(isReported) ?? successes[0] ?? null;
}

function recentOf(events: readonly ActivityEvent[]): AccountSummary['recent'] {
  const scores = events.map(({ score }) => score);
  const sum = scores.reduce((total, score) => total + score, 0);
  return {
    eventCount: events.length,
    maxScore: scores.length === 0 ? null : Math.max(...scores),
    meanScore: events.length === 0 ? null : Math.round(sum / events.length),
    riskiest: tellingOf(events),
    decisions: countDecisions(events),
  };
}

/** Summarizes the events of one network. `group` is newest first. */
function networkOfEvents(
  address: string,
  group: readonly ActivityEvent[],
  firstEventId: string | null,
  proven: readonly ProvenNetwork[],
): AccountNetwork {
  const [newest, oldest] = [group[0] as ActivityEvent, group.at(-1) as ActivityEvent];
  const narrow = networkOf(address);
  return {
    id: siblingId('network', firstEventId ?? oldest.id),
    address,
    maskedAddress: parseAddress(address)?.masked ?? '',
    classification: newest.classification,
    eventCount: group.length,
    stoppedCount: group.filter(({ decision }) => isStopped(decision)).length,
    firstUsedAt: oldest.at,
    lastUsedAt: newest.at,
    firstProofAt: proven.find((one) => one.narrow === narrow)?.firstProofAt ?? null,
  };
}
