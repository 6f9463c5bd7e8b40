// Counts accounts that fail on one key against accounts recognized there: the evidence for credential stuffing.
import { DAY, HOUR } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';
import type { PastEvent } from './history.ts';
import { isSuccess, mayLackCustomers, UNCOUNTED_CUSTOMERS } from './old-customers.ts';

/** Accounts on one address, device or fingerprint within a window. */
export interface FailingAccounts {
  /** Distinct accounts with an unrecognized failure there and no recognized success since: |F|. */
  failing: number;
  /**
   * Distinct accounts with a recognized success there from a source recognized for more than a day: |K|. They lower the ratio for
   * offices and carriers; accounts that an attacker made up today do not.
   */
  recognized: number;
  /** The share of failing accounts among both, |F| / |F ∪ K|; 0 when nothing fails. */
  ratio: number;
}

/** Counts only logins and second factors: their rows belong to accounts older than a day, while anyone's signups are stored. */
function isRecognizedLogin(row: PastEvent): boolean {
  return row.recognized && isSuccess(row);
}

/** From this many rows on, results are cached: three counts over 700 rows take 39 instead of 110 microseconds, over five rows the same. */
const MANY_ROWS = 64;
/** Cached counts of an event by rows: two signals request the same, and an attack's last hour is often its whole day. */
const counted = new WeakMap<Facts, { rows: readonly PastEvent[]; newer: number; accounts: FailingAccounts }[]>();

/**
 * Counts failing and recognized accounts among rows newer than `span` milliseconds, this event included. Whoever mistypes and then logs in from a
 * recognized source does not fail, but whoever guesses on the accounts of people who have just come does: in an office, 30 of 30 guesses on
 * those of colleagues were allowed in the hour after their logins. Over more than an hour, failures
 * from before the oldest login of a window that is full of different customers do not count. Six hours of mistyped names were compared
 * with the logins of ten minutes where many people have one phone, and everyone else with that phone was challenged (89). An hour with
 * that many failing accounts is an attack, whoever else logs in.
 */
export function failingAccounts(facts: Facts, rows: readonly PastEvent[], span: number): FailingAccounts {
  const since = facts.input.at - span;
  const accounts = countSince(facts, rows, since);
  // The recognized accounts are counted already, so that only the windows of busy sources are read again.
  if (span <= HOUR || accounts.recognized < UNCOUNTED_CUSTOMERS || !mayLackCustomers(rows, since)) return accounts;
  return countSince(facts, rows, Math.max(since, (rows.findLast(isSuccess)?.at ?? since) - 1));
}

function countSince(facts: Facts, rows: readonly PastEvent[], since: number): FailingAccounts {
  if (rows.length < MANY_ROWS) return count(facts, rows, since);
  const newer = countNewer(rows, since);
  const known = counted.get(facts) ?? [];
  const found = known.find((one) => one.rows === rows && one.newer === newer);
  if (found !== undefined) return found.accounts;
  const accounts = count(facts, rows, since);
  counted.set(facts, [...known, { rows, newer, accounts }]);
  return accounts;
}

/** The number of rows newer than `since`, in rows that are newest first, by binary search. */
function countNewer(rows: readonly PastEvent[], since: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as PastEvent).at > since) low = middle + 1;
    else high = middle;
  }
  return low;
}

function count(facts: Facts, rows: readonly PastEvent[], since: number): FailingAccounts {
  const { input } = facts;
  /** The time of the newest failure of each. */
  const failing = new Map<string, number>();
  const recognized = new Set<string>();
  const settled = new Set<string>();
  if (facts.isUnrecognizedFailure && input.accountKey !== null) failing.set(input.accountKey, Number.POSITIVE_INFINITY);
  for (const row of rows) {
    if (row.at <= since) break;
    if (row.account === null) continue;
    if (row.type === 'login_failed') {
      if (row.recognized || recognized.has(row.account) || failing.has(row.account)) continue;
      failing.set(row.account, row.at);
    } else if (isRecognizedLogin(row)) {
      recognized.add(row.account);
      // Rows of the same moment have no order.
      if (failing.get(row.account) === row.at) failing.delete(row.account);
      if (row.settled) settled.add(row.account);
    }
  }
  let total = failing.size;
  for (const account of settled) if (!failing.has(account)) total += 1;
  return { failing: failing.size, recognized: settled.size, ratio: total === 0 ? 0 : failing.size / total };
}

/** An address with fewer recognized accounts does not count as a shared office, nor their look as common there. */
const MIN_SHARED_ACCOUNTS = 3;
const MIN_SIMILAR_FAILURES = 3;
const MIN_SIMILAR_SHARE = 0.2;

/**
 * Whether this event resembles the failures of its address: the address serves fewer than three recognized accounts, or at least
 * max(3, 20 %) of its failures have this event's fingerprint or user agent (null equals null). Without this check, an attacker
 * behind an office's NAT could get every colleague's new phone blocked. A user agent that recognized accounts at the address also
 * use is no evidence: the whole office may run the same browser. Nor is the fingerprint of three such accounts: identical computers of
 * a lab, and a carrier's most common phone, have a fifth of everyone's typing errors, and each new one of them was blocked (95). An
 * attacker who changes the look with every attempt was never implicated at such an address. Recognized accounts have their own
 * partition in the window, so that the attack cannot push them out.
 */
export function isImplicated(facts: Facts): boolean {
  const { input } = facts;
  const since = input.at - DAY;
  const { customers, customersAlike, usesAgent } = customersAt(facts, since);
  if (customers.size < MIN_SHARED_ACCOUNTS) return true;
  const own = facts.isUnrecognizedFailure ? 1 : 0;
  const failures = facts.addressRows.filter(
    ({ at, recognized, type }) => at > since && !recognized && type === 'login_failed',
  );
  const enough = Math.max(MIN_SIMILAR_FAILURES, MIN_SIMILAR_SHARE * (own + failures.length));
  const isLikeFailures = (name: 'fingerprint' | 'agent') =>
    own + failures.filter((row) => row[name] === input[name]).length >= enough;
  const isCommon = customersAlike.size >= MIN_SHARED_ACCOUNTS;
  return (!isCommon && isLikeFailures('fingerprint')) || (!usesAgent && isLikeFailures('agent'));
}

/** Whether three settled customers of the event's address showed its fingerprint within the day. */
export function isCommonLook(facts: Facts): boolean {
  const { input } = facts;
  return input.fingerprint !== null && customersAt(facts, input.at - DAY).customersAlike.size >= MIN_SHARED_ACCOUNTS;
}

/**
 * The settled accounts that logged in at the event's address, those of them that have its fingerprint, and whether a recognized account
 * has its user agent.
 */
function customersAt({ addressRows, input }: Facts, since: number) {
  const customers = new Set<string>();
  const customersAlike = new Set<string>();
  let usesAgent = false;
  for (const row of addressRows) {
    if (row.at <= since) break;
    if (!isRecognizedLogin(row)) continue;
    usesAgent ||= row.agent === input.agent;
    if (row.account === null || !row.settled) continue;
    customers.add(row.account);
    if (row.fingerprint === input.fingerprint) customersAlike.add(row.account);
  }
  return { customers, customersAlike, usesAgent };
}
