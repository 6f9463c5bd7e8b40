// A2 over sequences: what others send with the public key, anywhere among the events of honest people, changes nothing for these.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Store } from '../../src/records/store.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { EVENT_TYPES, eventClass } from '../../src/vocabulary/event-types.ts';
import { phone } from '../devices/machines.ts';
import {
  addressOfVisit,
  eventOfVisit,
  firstProofOf,
  idOfVisit,
  LOCATIONS,
  LOOKS,
  sessionOf,
  VISITORS,
  type Visit,
  visitorOf,
  visits,
} from './neighborhood.ts';
import { check, type Property, rank, SEED, told } from './property.ts';
import { type Result, type SentEvent, Simulation } from './simulation.ts';

/** Claims shortly before one visit that share something with another one, which may come later. */
interface Noise {
  before: number;
  beside: number;
  isNear: boolean;
  type: string;
  shares: readonly ('account' | 'id' | 'look' | 'address' | 'session')[];
  account: string | null;
  id: string | null;
  look: string;
  location: string;
  isNewer: boolean;
  lead: number;
  repeat: number;
  accounts: number;
}

interface Timed {
  at: number;
  event: SentEvent;
  isHonest: boolean;
}

const MADE_UP = 'made up';
const ACCOUNTS = [...new Set(Object.values(VISITORS).map(({ account }) => account))];
const IDS = [...new Set(Object.values(VISITORS).map(({ id }) => id))];
const TYPES = [
  ...['login', 'login', 'login', 'login_failed', 'login_failed', 'page_view', 'page_view'],
  'logout',
  'search',
];

const noise: fc.Arbitrary<Noise> = fc.record({
  before: fc.nat(999),
  beside: fc.nat(999),
  isNear: fc.constantFrom(true, true, true, false),
  type: fc.constantFrom(...TYPES, ...Object.keys(EVENT_TYPES)),
  shares: fc.subarray(['account', 'id', 'look', 'address', 'session'] as const),
  account: fc.constantFrom(MADE_UP, MADE_UP, null, ...ACCOUNTS),
  id: fc.constantFrom(...IDS),
  look: fc.constantFrom(...Object.keys(LOOKS)),
  location: fc.constantFrom(...Object.keys(LOCATIONS)),
  isNewer: fc.constantFrom(false, false, false, true),
  lead: fc.constantFrom(SECOND, 30 * SECOND, 20 * MINUTE, 2 * HOUR),
  repeat: fc.constantFrom(1, 1, 1, 15, 40),
  accounts: fc.constantFrom(1, 15),
});

/** Noise that makes whatever it shares look like the source of an attack: only such can block. */
const guesses: fc.Arbitrary<Noise> = fc
  .tuple(
    noise,
    fc.record({
      isNear: fc.constant(true),
      type: fc.constantFrom('login_failed', 'login_failed', 'login_failed', 'mfa_failed', 'payment_failed', 'signup'),
      shares: fc.constantFrom(['look'], ['address'], ['address', 'look'], ['account', 'look']) as fc.Arbitrary<
        Noise['shares']
      >,
      account: fc.constant(MADE_UP),
      lead: fc.constantFrom(20 * MINUTE, 2 * HOUR),
      repeat: fc.constantFrom(15, 40),
      accounts: fc.constantFrom(1, 15, 40),
    }),
  )
  .map(([one, attack]) => ({ ...one, ...attack }));

/** The visit before which the noise is sent, and the one beside which it looks, by index. */
function around({ before, beside, isNear }: Noise, list: readonly Visit[]): readonly [number, number] {
  const index = before % list.length;
  return [index, isNear ? Math.min(list.length - 1, index + (beside % 3)) : beside % list.length];
}

/** The claims of one noise. */
function claimsOf(one: Noise, list: readonly Visit[]): Timed[] {
  const [before, beside] = around(one, list);
  const [visit, end] = [list[beside] as Visit, (list[before] as Visit).at];
  const start = Math.max(end - one.lead, (list[before - 1]?.at ?? end - HOUR) + 1);
  const has = (what: Noise['shares'][number]) => one.shares.includes(what);
  const account = has('account') ? visitorOf(visit).account : one.account;
  if (account === null && eventClass(one.type) !== 'passive') return [];
  const look = LOOKS[has('look') ? visitorOf(visit).look : one.look];
  const session = has('session') ? { session_token: sessionOf(visit) } : {};
  const count = Math.min(one.repeat, Math.max(1, Math.floor((end - start) / SECOND)));
  return Array.from({ length: count }, (_, k) => {
    // Nobody knows what a browser that adds noise will draw.
    const seen = { version: visit.version + Number(one.isNewer), n: 5_000 + k };
    return {
      at: start + Math.floor((k * (end - start)) / (count + 1)),
      event: {
        type: one.type,
        account: account === MADE_UP ? `${MADE_UP} ${k % one.accounts}` : account,
        signals: { ...look?.(has('id') ? idOfVisit(visit) : one.id, seen), ...session },
        address: has('address') ? addressOfVisit(visit) : (LOCATIONS[one.location] as string),
        credential: 'public',
      },
      isHonest: false,
    };
  });
}

/** Types that count against a device. */
const COUNTED = new Set(['failure', 'recovery', 'challenge']);
const COUNTED_TYPES = new Set(['signup', 'payment_failed']);
const isCounted = (type: string): boolean => COUNTED.has(eventClass(type)) || COUNTED_TYPES.has(type);

/**
 * Known and left open: until an account has proven a device for a day, what is claimed with its stored id counts against it
 * (docs/threat-model.md, "Public key, verified mode"). Otherwise, card testing and account farms go unseen where servers report only logins.
 */
function isOfYoungDevice({ at, event }: Timed, list: readonly Visit[]): boolean {
  const id = event.signals?.persistent_id;
  if (id === undefined || !isCounted(event.type)) return false;
  return firstProofOf(list, (visit) => idOfVisit(visit) === id) > at - DAY;
}

const isNewcomer = (visit: Visit, list: readonly Visit[]): boolean =>
  firstProofOf(list, (one) => visitorOf(one).account === visitorOf(visit).account) > visit.at - DAY;

/** Known and left open ("Newcomers, in verified mode too"): claimed signups and failed payments count against newcomers. */
function isExposedNewcomer(visit: Visit, list: readonly Visit[], claims: readonly Timed[]): boolean {
  return isNewcomer(visit, list) && claims.some(({ event }) => COUNTED_TYPES.has(event.type));
}

/** Known and left open ("Newcomers whose account id is known in advance"): a name that a claim has mentioned is older than its customer. */
function isNamedNewcomer(visit: Visit, list: readonly Visit[]): boolean {
  const { account } = visitorOf(visit);
  const isOwnTypo = (one: Visit) =>
    one.type === 'login_failed' && one.at <= visit.at && visitorOf(one).account === account;
  return eventClass(visit.type) === 'sensitive' && isNewcomer(visit, list) && list.some(isOwnTypo);
}

/**
 * Known and left open ("Claimed visits"): claims count as visits of the device that they look like, which then seems to move less often. That
 * matters where nothing but its looks leads to it, on a network that is new to it.
 */
function isUnidentifiedAway(visit: Visit, claims: readonly Timed[]): boolean {
  const { account, id, locations } = visitorOf(visit);
  if (visit.location % locations.length === 0 || (id !== null && id === idOfVisit(visit))) return false;
  return claims.some(({ event }) => event.account === account);
}

/** Known and left open (A2, (c)): what fails on an account from the customer's own address counts as the customer's. */
function isFromTheirLocation({ event }: Timed, list: readonly Visit[]): boolean {
  return (
    isCounted(event.type) &&
    list.some((visit) => visitorOf(visit).account === event.account && addressOfVisit(visit) === event.address)
  );
}

/** Known and left open ("Only browsers report"): anyone can pretend to use a newcomer's account before the newcomer does. */
function isOfNewcomer({ at, event }: Timed, list: readonly Visit[]): boolean {
  if (event.account === null || !ACCOUNTS.includes(String(event.account)) || eventClass(event.type) === 'passive')
    return false;
  return firstProofOf(list, (visit) => visitorOf(visit).account === event.account) > at;
}

/** A login of somebody else that the server reports every day, so that the environment is verified throughout. */
function dailyReports(until: number): Timed[] {
  const signals = phone('9f'.repeat(8) + '03'.repeat(8));
  const event = { type: 'login', account: 'somebody else', signals, address: '62.8.40.1' };
  return Array.from({ length: Math.ceil(until / DAY) + 1 }, (_, day) => ({
    at: day * DAY - 2 * HOUR,
    event,
    isHonest: false,
  }));
}

/** Sends all events in the order of their times, and returns the results of the honest ones. */
async function sendAll(store: Store, timeline: readonly Timed[]): Promise<Result[]> {
  const simulation = await Simulation.open(store);
  const results: Result[] = [];
  let now = -DAY;
  for (const { at, event, isHonest } of timeline.toSorted((one, other) => one.at - other.at)) {
    const result = await simulation.send({ ...event, after: at - now });
    if (isHonest) results.push(result);
    now = at;
  }
  return results;
}

const noises = fc.array(fc.oneof({ weight: 3, arbitrary: noise }, { weight: 1, arbitrary: guesses }), {
  minLength: 1,
  maxLength: 12,
});
const sequence = fc.record({ list: visits, noises });

/** A2: while the server reports logins, noise changes no decision about an honest event that the server reports. */
export const noiseInVerifiedMode: Property = (store, runs, seed = SEED) =>
  check(sequence, [runs, seed], async ({ list, noises }) => {
    const claims = noises.flatMap((one) => claimsOf(one, list)).filter((one) => !isOfYoungDevice(one, list));
    const honest = list.map((visit) => ({ at: visit.at, event: eventOfVisit(visit, 'secret'), isHonest: true }));
    const quiet = [...dailyReports((list.at(-1) as Visit).at), ...honest];
    const [results, expected] = [await sendAll(store, [...quiet, ...claims]), await sendAll(store, quiet)];
    for (const [index, visit] of list.entries()) {
      if (visit.type === 'page_view' || isUnidentifiedAway(visit, claims)) continue;
      if (isExposedNewcomer(visit, list, claims) || isNamedNewcomer(visit, list)) continue;
      const [result, other] = [results[index] as Result, expected[index] as Result];
      // An account with one proof has hardly anything to compare with: what a claim has shown first may make its visits look usual.
      const isSame = isNewcomer(visit, list) ? rank(result) <= rank(other) : result.decision === other.decision;
      assert.ok(isSame, `${visit.visitor}, ${visit.type}: ${told(result)}, without noise ${told(other)}`);
    }
  });

/** A2: if only browsers report, noise blocks no honest success that would not be blocked without it. */
export const noiseNeverBlocks: Property = (store, runs, seed = SEED) =>
  check(sequence, [runs, seed], async ({ list, noises }) => {
    const claims = noises
      // The token of a session is a secret of its browser.
      .filter(({ shares }) => !shares.includes('session'))
      .flatMap((one) => claimsOf(one, list))
      .filter((one) => !isOfYoungDevice(one, list) && !isOfNewcomer(one, list) && !isFromTheirLocation(one, list));
    const honest = list.map((visit) => ({ at: visit.at, event: eventOfVisit(visit, 'public'), isHonest: true }));
    const [results, expected] = [await sendAll(store, [...honest, ...claims]), await sendAll(store, honest)];
    for (const [index, { visitor, type }] of list.entries()) {
      const [result, other] = [results[index] as Result, expected[index] as Result];
      if (type.endsWith('_failed') || other.decision === 'block') continue;
      assert.notEqual(result.decision, 'block', `${visitor}, ${type}: ${told(result)}, without noise ${told(other)}`);
    }
  });
