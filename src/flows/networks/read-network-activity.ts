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
import { applyPendingRollups } from '../overview/apply-rollups.ts';
import { addressOf } from './read-network.ts';

/** An office, a carrier or an attack may have sent a million events from one address. */
const MAX_EVENTS = ACTIVITY_LIMITS.events;
const MAX_ACCOUNTS = 100;

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
  /** At most 100, those with the most events first. */
  accounts: AccountThere[];
}

/** The activity of the address's newest `MAX_EVENTS` events. @throws Failure `not_found` when no network has this id. */
export async function readNetworkActivity(
  context: Context,
  environment: Environment,
  id: string,
): Promise<NetworkActivity> {
  await applyPendingRollups(context, environment);
  const { activity } = context.store;
  const address = await addressOf(context, environment, id);
  const events = await activity.newest(environment.number, { kind: 'network', key: address }, MAX_EVENTS);
  const byAccount = groupBy(events, ({ accountKey }) => accountKey);
  byAccount.delete(null);
  const keys = [...byAccount.keys()].flatMap((key) => key ?? []);
  const { wide, narrow } = parseAddress(address) ?? { wide: '', narrow: '' };
  const proven = await activity.provenThere(environment.number, { wide, narrow }, keys);
  const shown = [...byAccount].sort(([, one], [, other]) => other.length - one.length).slice(0, MAX_ACCOUNTS);
  const facts = await context.store.links.facts(
    environment.number,
    'account',
    shown.flatMap(([key]) => key ?? []),
  );
  const names = new Map(facts.map((one) => [one.key, one.externalId]));
  const proofs = new Map(proven.map((one) => [one.accountKey, one.firstProofAt]));
  return {
    eventCount: events.length,
    completeSince: events.length < MAX_EVENTS ? null : (events.at(-1)?.at ?? null),
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
