// Generates the events of a synthetic service for a template: returning customers, a few guests, and attackers.
import type { EventInput } from '../../src/flows/events/event-input.ts';
import { DAY, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { Random } from '../simulate/random.ts';
import { signalsOf } from '../simulate/request-bodies.ts';

/** An event and its time, ms since the epoch. */
export interface TimedInput {
  at: number;
  input: EventInput;
}

/** The key that all events share in a hot-key template. */
export type HotKey = 'address' | 'account';

/** Suffix of names that each copy replaces with its own; all copies share a name without it. */
export const COPY_SUFFIX = '0000';
/** First two octets of customer and attacker addresses; each copy replaces them. */
export const CUSTOMER_PREFIX = '11.0.';
export const ATTACKER_PREFIX = '51.0.';
export const BUSY_ACCOUNT = 'busy_account';
export const BUSY_ADDRESS = '198.41.0.4';
/** Number of the device that sends 1 % of all events, for random accounts. */
export const BUSY_DEVICE = 900_000;

/** Events fall into the first half of a minute, so that a copy can shift them by less than the other half without changing the minute. */
export const HALF_MINUTE = 30 * SECOND;
const SPAN = 10 * DAY;
/** Mean number of events of an account. */
const EVENTS_PER_ACCOUNT = 15;
const TYPES: readonly (readonly [string, number])[] = [
  ['login', 86],
  ['login_failed', 10],
  ['password_reset_requested', 2],
  ['mfa_challenge', 2],
];
/** Weighted event types that follow a login. */
const FOLLOW_UPS: readonly (readonly [string, number])[] = [
  ['page_view', 60],
  ['payment_attempt', 36],
  ['email_change', 2],
  ['logout', 2],
];
/** Failed logins of one attack, on one account (brute force) or on as many accounts (credential stuffing). */
const FAILURES_PER_ATTACK = 14;
const EVENTS_PER_ATTACK = 500;

interface Visit {
  at: number;
  type: string;
  account: string;
  device: number;
  address: string;
}

/** Generates `count` events in time order over the ten days that end at `until` (ms); deterministic for a seed. */
export function serviceEvents(count: number, until: number, seed: number, hot?: HotKey): TimedInput[] {
  const random = new Random(seed);
  const end = Math.floor(until / MINUTE) * MINUTE;
  const moment = () => end - (5 + random.integer(SPAN / MINUTE - 5)) * MINUTE + random.integer(HALF_MINUTE);
  const accounts = Math.max(4, Math.floor(count / EVENTS_PER_ACCOUNT));
  const visits: Visit[] = [];
  for (let number = 0; number < Math.floor(count / EVENTS_PER_ATTACK); number += 1) {
    visits.push(...attack(random, number, accounts, moment()));
  }
  while (visits.length < count) visits.push(...ordinary(random, visits.length, accounts, moment()));
  visits.length = count;
  visits.sort((one, other) => one.at - other.at);
  return visits.map((visit) => ({ at: visit.at, input: inputOf(visit, hot) }));
}

/** A visit of one to three events, a minute apart. */
function ordinary(random: Random, number: number, accounts: number, at: number): Visit[] {
  const visit = visitor(random, number, accounts, at);
  const length = visit.type === 'login' ? 1 + random.integer(3) : 1;
  return Array.from({ length }, (_, step) => ({
    ...visit,
    at: at + step * MINUTE,
    type: step === 0 ? visit.type : random.weighted(FOLLOW_UPS),
  }));
}

/**
 * A customer on one of two devices, 10 % away from home. 1 % of visits come from the busy device, 1 % go to the busy
 * account, 4 % come from a new device.
 */
function visitor(random: Random, number: number, accounts: number, at: number): Visit {
  const account = random.integer(accounts);
  const draw = random.next();
  const away = random.chance(0.1) ? 128 : 0;
  const address = `${CUSTOMER_PREFIX}${1 + (account % 120) + away}.${1 + (Math.floor(account / 120) % 250)}`;
  const visit = { at, type: random.weighted(TYPES), account: accountName(account), address };
  if (draw < 0.01) return { ...visit, device: BUSY_DEVICE };
  if (draw < 0.02) return { ...visit, device: account * 2, account: BUSY_ACCOUNT };
  if (draw < 0.06) return { ...visit, device: 500_000 + number };
  return { ...visit, device: account * 2 + (random.chance(0.2) ? 1 : 0) };
}

/** Brute force on one account or credential stuffing on many, from one address within a few minutes; the last attempt succeeds. */
function attack(random: Random, number: number, accounts: number, at: number): Visit[] {
  const address = `${ATTACKER_PREFIX}${1 + (number % 250)}.${1 + random.integer(250)}`;
  const victim = random.integer(accounts);
  return Array.from({ length: FAILURES_PER_ATTACK + 1 }, (_, step) => ({
    at: at + Math.floor(step / 4) * MINUTE,
    type: step === FAILURES_PER_ATTACK ? 'login' : 'login_failed',
    account: accountName(number % 2 === 0 ? victim : (victim + step) % accounts),
    device: 700_000 + number,
    address,
  }));
}

function accountName(number: number): string {
  return `customer_${number}.${COPY_SUFFIX}`;
}

function inputOf({ at, type, account, device, address }: Visit, hot?: HotKey): EventInput {
  const signals = { ...signalsOf(device), session_token: `${device} ${Math.floor(at / DAY)}` };
  return {
    type,
    accountId: hot === 'account' ? BUSY_ACCOUNT : account,
    signals,
    address: hot === 'address' ? BUSY_ADDRESS : address,
    userAgent: null,
    occurredAt: null,
    credential: 'secret',
    idempotency: null,
    imported: null,
  };
}
