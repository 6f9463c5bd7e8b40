// A baseline: Elastic's prebuilt rules for failed sign-ins (elastic/detection-rules, rules/integrations/okta), as of 2026.
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import type { EventLine } from './logins-input.ts';
import { wideNetwork } from './network-keys.ts';
import { RecentEvents } from './recent-events.ts';

/** Brute force or password spraying (rule 42bf698b until 2025): 25 failures from one address; like Microsoft 365's within 30 minutes. */
const ADDRESS_FAILURES = { min: 25, span: 30 * MINUTE } as const;
/** Credential stuffing, single source (94e734c0): 25 failures, 15 users, at most two each, in 15 minutes. */
const STUFFING = { failures: 25, users: 15, mostPerUser: 2, span: 15 * MINUTE } as const;
/** Password spray, single source (42bf698b): 15 failures, 5 users, 2 to 8 each, over 5 minutes, in an hour. */
const SPRAY = {
  failures: 15,
  users: 5,
  mostPerUser: 8,
  band: [2, 6],
  inBand: 0.6,
  lasts: 5 * MINUTE,
  span: HOUR,
} as const;
/** Password spray, multi source (2d3c27d5): in 15 minutes 25 failures, 5 addresses, 8 users, at most 5 per user on average. */
const SPREAD = { failures: 25, addresses: 5, users: 8, perUser: 5, span: 15 * MINUTE } as const;
/** Brute force, multi source (5889760c): one user, 10 failures from 5 addresses, of 3 networks or agents, in 30 minutes. */
const ACCOUNT = { failures: 10, addresses: 5, kinds: 3, span: 30 * MINUTE } as const;
/** Same device (95b99adc): more than 20 users fail from one device token in 9 minutes. */
const DEVICE = { users: 20, span: 9 * MINUTE } as const;
/** Push bombing (8a0fbd26): five refused second factors of one user within 10 minutes. */
const PUSH_BOMBING = { min: 5, span: 10 * MINUTE } as const;

interface Failure {
  at: number;
  account: string;
  address: string;
  agent: string;
}

const distinct = (rows: readonly Failure[], of: (row: Failure) => string): number => new Set(rows.map(of)).size;

function perUser(rows: readonly Failure[]): number[] {
  const counts = new Map<string, number>();
  for (const { account } of rows) counts.set(account, (counts.get(account) ?? 0) + 1);
  return [...counts.values()];
}

function isStuffing(rows: readonly Failure[]): boolean {
  const counts = perUser(rows);
  return (
    rows.length >= STUFFING.failures && counts.length >= STUFFING.users && Math.max(...counts) <= STUFFING.mostPerUser
  );
}

function isSpray(rows: readonly Failure[]): boolean {
  const counts = perUser(rows);
  const [low, high] = SPRAY.band;
  const inBand = counts.filter((count) => count >= low && count <= high).length;
  return (
    rows.length >= SPRAY.failures &&
    counts.length >= SPRAY.users &&
    Math.max(...counts) <= SPRAY.mostPerUser &&
    inBand >= SPRAY.inBand * counts.length &&
    (rows.at(-1)?.at ?? 0) - (rows[0]?.at ?? 0) >= SPRAY.lasts
  );
}

function isSpread(rows: readonly Failure[]): boolean {
  const users = distinct(rows, ({ account }) => account);
  const addresses = distinct(rows, ({ address }) => address);
  return (
    rows.length >= SPREAD.failures &&
    addresses >= SPREAD.addresses &&
    users >= SPREAD.users &&
    rows.length <= SPREAD.perUser * users &&
    users >= addresses
  );
}

function isAccountAttack(rows: readonly Failure[]): boolean {
  return (
    rows.length >= ACCOUNT.failures &&
    distinct(rows, ({ address }) => address) >= ACCOUNT.addresses &&
    (distinct(rows, ({ address }) => wideNetwork(address)) >= ACCOUNT.kinds ||
      distinct(rows, ({ agent }) => agent) >= ACCOUNT.kinds)
  );
}

/** For each event, whether a rule would have raised an alert on it, at the event and not at the rule's next run. */
export function elasticLike(events: readonly EventLine[]): boolean[] {
  const byAddress = new RecentEvents<Failure>(HOUR);
  const byAccount = new RecentEvents<Failure>(ACCOUNT.span);
  const byDevice = new RecentEvents<Failure>(DEVICE.span);
  const all = new RecentEvents<Failure>(SPREAD.span);
  const deniedPushes = new RecentEvents<Failure>(PUSH_BOMBING.span);
  return events.map((event) => {
    const { at } = event;
    const failure = {
      at,
      account: event.account?.id ?? '',
      address: event.ip_address ?? '',
      agent: String(event.signals?.user_agent ?? event.user_agent),
    };
    if (event.event === 'mfa_failed') return deniedPushes.add(failure.account, failure).length >= PUSH_BOMBING.min;
    if (event.event !== 'login_failed') return false;
    const hour = byAddress.add(failure.address, failure);
    const since = (span: number): Failure[] => hour.filter((row) => row.at > at - span);
    const id = event.signals?.persistent_id;
    const device = typeof id === 'string' ? byDevice.add(id, failure) : [];
    const account = byAccount.add(failure.account, failure);
    return (
      isSpread(all.add('', failure)) ||
      since(ADDRESS_FAILURES.span).length >= ADDRESS_FAILURES.min ||
      isStuffing(since(STUFFING.span)) ||
      isSpray(hour) ||
      isAccountAttack(account) ||
      distinct(device, (row) => row.account) > DEVICE.users
    );
  });
}
