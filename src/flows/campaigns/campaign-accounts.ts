// Finds the accounts of a campaign: those that were attacked, and those that someone logged in to.
import type { CampaignReader, StoppedEvent } from '../../records/campaigns.ts';
import { type EventType, LOGIN_TYPES, scoredType } from '../../vocabulary/event-types.ts';
import { isReported } from '../events/reported-events.ts';

const MAX_ACCOUNT_NAMES = 100;

/** Types of events after which someone is logged in to an existing account. */
const ENTRIES: ReadonlySet<string> = new Set(['login', 'mfa_passed'] satisfies EventType[]);
const LOGINS: ReadonlySet<string> = new Set(LOGIN_TYPES);

/**
 * The stopped events after which someone was logged in. Claims are none if the server has reported logins of the campaign: anyone can name any
 * customers in logins under the public key, from the address of an attack, and their passwords seemed to be known.
 */
export function entriesOf(events: readonly StoppedEvent[]): StoppedEvent[] {
  const reportsLogins = events.some((event) => isReported(event) && LOGINS.has(scoredType(event.type)));
  return events.filter((event) => ENTRIES.has(scoredType(event.type)) && (isReported(event) || !reportsLogins));
}

/**
 * The external ids of at most 100 accounts of these events, in byte order: those that the server reported before those that only claims have
 * named, which otherwise could be a hundred made-up names before all others.
 */
export async function accountNamesOf(
  reader: CampaignReader,
  environmentNumber: number,
  events: readonly StoppedEvent[],
): Promise<string[]> {
  const keysOf = (some: readonly StoppedEvent[]) => new Set(some.flatMap(({ accountKey }) => accountKey ?? []));
  const reported = keysOf(events.filter(isReported));
  const claimed = [...keysOf(events)].filter((key) => !reported.has(key));
  const names: string[] = [];
  for (const keys of [[...reported], claimed]) {
    const limit = MAX_ACCOUNT_NAMES - names.length;
    if (keys.length === 0 || limit === 0) continue;
    const found = await reader.accountNames(environmentNumber, keys, limit);
    names.push(...found.map(({ externalId }) => externalId));
  }
  return names.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}
