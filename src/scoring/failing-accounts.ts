// How many accounts fail on one key, against how many it serves honestly: the evidence for credential stuffing.
import { DAY } from '../vocabulary/clock.ts';
import { eventClass } from '../vocabulary/event-types.ts';
import type { Facts } from './facts.ts';
import type { PastEvent } from './history.ts';

/** Accounts on one address, device or fingerprint within a span. */
export interface FailingAccounts {
  /** Distinct accounts with an unrecognized failure there and no recognized success: |F \ K|. */
  failing: number;
  /** Distinct accounts with a recognized success there: |K|. They dilute offices and carriers. */
  recognized: number;
  /** failing / (failing + recognized); 0 when nothing fails. */
  ratio: number;
}

/** Counts failing and recognized accounts among rows newer than `span`, this event included. */
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
  let only = 0;
  for (const account of failing) if (!recognized.has(account)) only += 1;
  const all = only + recognized.size;
  return { failing: only, recognized: recognized.size, ratio: all === 0 ? 0 : only / all };
}

/** With fewer recognized accounts than this, an address is nobody's office. */
const SHARED_FROM = 3;
const LIKE_ROWS = 3;
const LIKE_SHARE = 0.2;

/**
 * Whether this event looks like the failures of its address: the address serves fewer than three recognized accounts,
 * or at least max(3, 20 %) of its failing rows share this event's fingerprint or user agent, or like it show neither.
 * Without it, an attacker inside an office's NAT would have every colleague's new phone blocked. A user agent that the
 * address's recognized accounts use too says nothing: everybody there may run the same browser. `flooded`: the window is
 * full, so colleagues may have been pushed out of it by the attack: their absence says nothing, nor does their browser.
 */
export function isImplicated(facts: Facts, flooded: boolean): boolean {
  const { input } = facts;
  const since = input.at - DAY;
  const own = facts.isUnrecognizedFailure ? 1 : 0;
  const served = new Set<string>();
  let failures = own;
  let likeFingerprint = own;
  let likeAgent = own;
  let commonAgent = false;
  for (const row of facts.addressRows) {
    if (row.at <= since) break;
    if (row.recognized) {
      if (row.account !== null) served.add(row.account);
      commonAgent ||= row.agent === input.agent;
    } else if (row.type === 'login_failed') {
      failures += 1;
      if (row.fingerprint === input.fingerprint) likeFingerprint += 1;
      if (row.agent === input.agent) likeAgent += 1;
    }
  }
  const enough = Math.max(LIKE_ROWS, LIKE_SHARE * failures);
  if (likeFingerprint >= enough) return true;
  return !flooded && (served.size < SHARED_FROM || (!commonAgent && likeAgent >= enough));
}
