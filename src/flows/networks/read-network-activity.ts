// GET …/network/{network}/activity: decisions by hour at one address, and what each account did there.
import { parseAddress } from '../../devices/network.ts';
import type { ActivityEvent } from '../../records/activity.ts';
import type { Environment } from '../../records/tenants.ts';
import { ACTIVITY_LIMITS } from '../../vocabulary/activity-limits.ts';
import { HOUR } from '../../vocabulary/clock.ts';
import { countDecisions, isStopped } from '../../vocabulary/decisions.ts';
import { groupBy } from '../../vocabulary/group-by.ts';
import type { Decision } from '../../vocabulary/words.ts';
import { isSuccess } from '../accounts/timeline.ts';
import type { Context } from '../context.ts';
import { isReported } from '../events/reported-events.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';
import { addressOf } from './read-network.ts';

/** An office, a carrier or an attack may have sent a million events from one address. */
const MAX_EVENTS = ACTIVITY_LIMITS.events;
const MAX_ACCOUNTS = 100;
/** Older events, of each kind, that the address's newer events were scored against; read only if it has more events than the limit. */
const MAX_COUNTED = 400;

export interface AccountThere {
  /** Null after the account was erased. */
  externalId: string | null;
  eventCount: number;
  stoppedCount: number;
  /** Logins, signups and second factors that were let through. */
  succeededCount: number;
  firstSeenAt: number;
  lastSeenAt: number;
  /** When the account's owner first proved to be in the /24 or /48 of the address, ms; null without a proof. */
  firstProofAt: number | null;
}

export interface NetworkActivity {
  eventCount: number;
  /** Since when all events were read, ms; null when all were. */
  completeSince: number | null;
  /** Hours with events, oldest first; `at` is the start of the hour, ms. */
  hours: { at: number; decisions: Record<Decision, number> }[];
  /** The /24 or /48 in which proofs are counted. */
  provenIn: string;
  accountCount: number;
  provenAccountCount: number;
  /** At most 100: those with the most events that the server reported first, then those with the most events. */
  accounts: AccountThere[];
}

/** The activity of the address's newest events, at most `limit`. @throws Failure `not_found` when no network has this id. */
export async function readNetworkActivity(
  context: Context,
  environment: Environment,
  id: string,
  limit: number = MAX_EVENTS,
): Promise<NetworkActivity> {
  await applyPendingRollups(context, environment);
  const { activity } = context.store;
  const address = await addressOf(context, environment, id);
  const { events, completeSince } = await eventsAt(context, environment, address, limit);
  const byAccount = groupBy(events, ({ accountKey }) => accountKey);
  byAccount.delete(null);
  const keys = [...byAccount.keys()].flatMap((key) => key ?? []);
  const { wide, narrow } = parseAddress(address) ?? { wide: '', narrow: '' };
  const proven = await activity.provenThere(environment.number, { wide, narrow }, keys);
  const shown = [...byAccount].sort(([, one], [, other]) => byReported(one, other)).slice(0, MAX_ACCOUNTS);
  const facts = await context.store.links.facts(
    environment.number,
    'account',
    shown.flatMap(([key]) => key ?? []),
  );
  const names = new Map(facts.map((one) => [one.key, one.externalId]));
  const proofs = new Map(proven.map((one) => [one.accountKey, one.firstProofAt]));
  return {
    eventCount: events.length,
    completeSince,
    hours: byHour(events),
    provenIn: narrow,
    accountCount: keys.length,
    provenAccountCount: proofs.size,
    accounts: shown.map(([key, group]) => ({
      externalId: names.get(key ?? '') ?? null,
      firstProofAt: proofs.get(key ?? '') ?? null,
      ...totals(group),
    })),
  };
}

/**
 * The newest events. For an address with more, also older ones that these were scored against, with the time since when all were read;
 * otherwise null. Five thousand page views under the public key, which took an attacker four minutes, left nothing else on the page.
 */
async function eventsAt(context: Context, environment: Environment, address: string, limit: number) {
  const { activity } = context.store;
  const newest = await activity.newest(environment.number, { kind: 'network', key: address }, limit);
  const oldest = newest.at(-1);
  if (oldest === undefined || newest.length < limit) return { events: newest, completeSince: null };
  const of = { kind: 'network', key: parseAddress(address)?.counterKey ?? address } as const;
  const counted = await activity.counted(environment.number, of, oldest.id, MAX_COUNTED);
  // All addresses of an IPv6 line are counted together.
  return { events: [...newest, ...counted.filter((one) => one.address === address)], completeSince: oldest.at };
}

/** A hundred made-up accounts with three page views each took the places of those that an attack had tried once. */
function byReported(one: readonly ActivityEvent[], other: readonly ActivityEvent[]): number {
  const [reported, reportedOther] = [one, other].map((events) => events.filter(isReported).length) as [number, number];
  return reportedOther - reported || other.length - one.length;
}

/** Totals of one group, which is newest first. */
function totals(group: readonly ActivityEvent[]) {
  return {
    eventCount: group.length,
    stoppedCount: group.filter(({ decision }) => isStopped(decision)).length,
    succeededCount: group.filter(isSuccess).length,
    firstSeenAt: group.at(-1)?.at ?? 0,
    lastSeenAt: group[0]?.at ?? 0,
  };
}

function byHour(events: readonly ActivityEvent[]): NetworkActivity['hours'] {
  const hours = groupBy(events, ({ at }) => Math.floor(at / HOUR) * HOUR);
  return [...hours]
    .sort(([one], [other]) => one - other)
    .map(([at, group]) => ({ at, decisions: countDecisions(group) }));
}
