// Counts accounts that fail on one key against accounts recognized there: the evidence for credential stuffing.
import { DAY } from '../vocabulary/clock.ts';
import { eventClass } from '../vocabulary/event-types.ts';
import type { Facts } from './facts.ts';
import type { PastEvent } from './history.ts';

/** Accounts on one address, device or fingerprint within a window. */
export interface FailingAccounts {
  /** Distinct accounts with an unrecognized failure there and no recognized success: |F \ K|. */
  failing: number;
  /** Distinct accounts with a recognized success there: |K|. They lower the ratio for offices and carriers. */
  recognized: number;
  /** failing / (failing + recognized); 0 when nothing fails. */
  ratio: number;
}

/** Counts failing and recognized accounts among rows newer than `span` milliseconds, this event included. */
export function failingAccounts(facts: Facts, rows: readonly PastEvent[], span: number): FailingAccounts {
  const { input } = facts;
  const since = input.at - span;
  const failing = new Set<string>();
  const recognized = new Set<string>();
  if (facts.isUnrecognizedFailure && input.accountKey !== null) failing.add(input.accountKey);
  for (const row of rows) {
    if (row.at <= since) break;
    if (row.account === null) continue;
    if (row.type === 'login_failed') {
      if (!row.recognized) failing.add(row.account);
    } else if (row.recognized && eventClass(row.type) === 'success') {
      recognized.add(row.account);
    }
  }
  let failingOnly = 0;
  for (const account of failing) if (!recognized.has(account)) failingOnly += 1;
  const total = failingOnly + recognized.size;
  return { failing: failingOnly, recognized: recognized.size, ratio: total === 0 ? 0 : failingOnly / total };
}

/** An address with fewer recognized accounts does not count as a shared office. */
const MIN_SHARED_ACCOUNTS = 3;
const MIN_SIMILAR_FAILURES = 3;
const MIN_SIMILAR_SHARE = 0.2;

/**
 * Whether this event resembles the failures of its address: the address serves fewer than three recognized accounts, or
 * at least max(3, 20 %) of its failures have this event's fingerprint or user agent (null equals null). Without this
 * check, an attacker behind an office's NAT could get every colleague's new phone blocked. A user agent that recognized
 * accounts of the address use too is no evidence: the whole office may run the same browser. `flooded` means that the
 * window is full, so the attack may have pushed colleagues out of it; then neither their absence nor the user agent counts.
 */
export function isImplicated(facts: Facts, flooded: boolean): boolean {
  const { input } = facts;
  const since = input.at - DAY;
  const own = facts.isUnrecognizedFailure ? 1 : 0;
  const served = new Set<string>();
  let failures = own;
  let sameFingerprint = own;
  let sameAgent = own;
  let commonAgent = false;
  for (const row of facts.addressRows) {
    if (row.at <= since) break;
    if (row.recognized) {
      if (row.account !== null) served.add(row.account);
      commonAgent ||= row.agent === input.agent;
    } else if (row.type === 'login_failed') {
      failures += 1;
      if (row.fingerprint === input.fingerprint) sameFingerprint += 1;
      if (row.agent === input.agent) sameAgent += 1;
    }
  }
  const enough = Math.max(MIN_SIMILAR_FAILURES, MIN_SIMILAR_SHARE * failures);
  if (sameFingerprint >= enough) return true;
  return !flooded && (served.size < MIN_SHARED_ACCOUNTS || (!commonAgent && sameAgent >= enough));
}
