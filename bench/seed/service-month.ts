// The events of a made-up service that a template is recorded from: customers who come back, a few guests, attackers.
import type { EventInput } from '../../src/flows/events/event-input.ts';
import { DAY, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { signalsOf } from '../load/population.ts';
import { Random } from '../simulate/random.ts';

/** An event and its moment, ms. */
export interface TimedInput {
  at: number;
  input: EventInput;
}

/** What all events have in common in a template of hot keys. */
export type Hot = 'address' | 'account';

/** Ends of names that differ from copy to copy; a name without it is shared by all of them. */
export const MARK = '0000';
/** First two octets of addresses that are another in each copy: of customers, and of attackers. */
export const HOME = '11.0.';
export const ABROAD = '51.0.';
export const BUSY_ACCOUNT = 'busy_account';
export const BUSY_ADDRESS = '198.41.0.4';
/** The device that one event in a hundred comes from, for any account. */
export const BUSY_DEVICE = 900_000;

/** Events happen in the first half of a minute: a copy may move them by less than the other half and stay in it. */
export const FREE_HALF = 30 * SECOND;
const SPAN = 10 * DAY;
/** Events of one account. */
const PER_ACCOUNT = 15;
const TYPES: readonly (readonly [string, number])[] = [
  ['login', 86],
  ['login_failed', 10],
  ['password_reset_requested', 2],
  ['mfa_challenge', 2],
];
/** What follows a log-in. */
const WITHIN: readonly (readonly [string, number])[] = [
  ['page_view', 60],
  ['payment_attempt', 36],
  ['email_change', 2],
  ['logout', 2],
];
/** Failed log-ins of an attacker on one account, and accounts that a list of passwords is tried on. */
const BURST = 14;
const EVENTS_PER_ATTACK = 500;

interface Visit {
  at: number;
  type: string;
  account: string;
  device: number;
  address: string;
}

/** `count` events in time order of the ten days that end at `until` (ms), the same for a seed. */
export function serviceMonth(count: number, until: number, seed: number, hot?: Hot): TimedInput[] {
  const random = new Random(seed);
  const end = Math.floor(until / MINUTE) * MINUTE;
  const moment = () => end - (5 + random.whole(SPAN / MINUTE - 5)) * MINUTE + random.whole(FREE_HALF);
  const accounts = Math.max(4, Math.floor(count / PER_ACCOUNT));
  const visits: Visit[] = [];
  for (let number = 0; number < Math.floor(count / EVENTS_PER_ATTACK); number += 1) {
    visits.push(...attack(random, number, accounts, moment()));
  }
  while (visits.length < count) visits.push(...ordinary(random, visits.length, accounts, moment()));
  visits.length = count;
  visits.sort((one, other) => one.at - other.at);
  return visits.map((visit) => ({ at: visit.at, input: inputOf(visit, hot) }));
}

/** A customer on one of two devices, at home or on the way, for a few minutes; one in a hundred is of each busy one, some of a new device. */
function ordinary(random: Random, number: number, accounts: number, at: number): Visit[] {
  const visit = visitor(random, number, accounts, at);
  const length = visit.type === 'login' ? 1 + random.whole(3) : 1;
  return Array.from({ length }, (_, step) => ({
    ...visit,
    at: at + step * MINUTE,
    type: step === 0 ? visit.type : random.weighted(WITHIN),
  }));
}

function visitor(random: Random, number: number, accounts: number, at: number): Visit {
  const account = random.whole(accounts);
  const lot = random.next();
  const away = random.chance(0.1) ? 128 : 0;
  const address = `${HOME}${1 + (account % 120) + away}.${1 + (Math.floor(account / 120) % 250)}`;
  const visit = { at, type: random.weighted(TYPES), account: accountName(account), address };
  if (lot < 0.01) return { ...visit, device: BUSY_DEVICE };
  if (lot < 0.02) return { ...visit, device: account * 2, account: BUSY_ACCOUNT };
  if (lot < 0.06) return { ...visit, device: 500_000 + number };
  return { ...visit, device: account * 2 + (random.chance(0.2) ? 1 : 0) };
}

/** Passwords guessed for one account, or one list tried on many, from one address within a few minutes; the last one fits. */
function attack(random: Random, number: number, accounts: number, at: number): Visit[] {
  const address = `${ABROAD}${1 + (number % 250)}.${1 + random.whole(250)}`;
  const victim = random.whole(accounts);
  return Array.from({ length: BURST + 1 }, (_, step) => ({
    at: at + Math.floor(step / 4) * MINUTE,
    type: step === BURST ? 'login' : 'login_failed',
    account: accountName(number % 2 === 0 ? victim : (victim + step) % accounts),
    device: 700_000 + number,
    address,
  }));
}

function accountName(number: number): string {
  return `customer_${number}.${MARK}`;
}

function inputOf({ at, type, account, device, address }: Visit, hot?: Hot): EventInput {
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
