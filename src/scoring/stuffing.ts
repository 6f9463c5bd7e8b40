// Checks the rules of the two credential stuffing signals key by key, and writes the sentence they share.
import { HOUR } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';
import type { FailingAccounts } from './failing-accounts.ts';
import { formatDuration, formatMinimum, startSentence } from './format.ts';
import type { PastEvent } from './history.ts';
import { MOST_STORED } from './most-stored.ts';
import type { Window } from './signal.ts';
import { uncorrectedLogins } from './wave.ts';

/** At least `accounts` failing accounts on `key` within `span`, and a share of failing accounts of at least `ratio`. */
export interface KeyRule extends Window {
  key: 'address' | 'device' | 'fingerprint';
  accounts: number;
  ratio: number;
}

/** The first rule that was reached, as evidence. A type, not an interface, so that it is assignable to Metadata. */
export type ReachedRule = {
  key: 'address' | 'device' | 'fingerprint';
  failing_accounts: number;
  recognised_accounts: number;
  ratio: number;
  threshold: number;
  window_ms: number;
};

type Count = (facts: Facts, rows: readonly PastEvent[], span: number) => FailingAccounts;

function rowsOf(facts: Facts, key: KeyRule['key']): readonly PastEvent[] {
  if (key === 'address') return facts.addressRows;
  return facts.input.history[key];
}

/**
 * Whether fewer failures of the last hour are left in the whole environment than the rule requires, without those that their sources have
 * corrected by logging in: eight pupils of a class mistyped and then logged in, and everybody after them was challenged. The failures
 * of a device may be claims, which the environment does not count.
 */
function isCorrected(facts: Facts, { key, span, accounts }: KeyRule): boolean {
  if (span > HOUR || key === 'device') return false;
  return uncorrectedLogins(facts).lastHour + (facts.isUnrecognizedFailure ? 1 : 0) < accounts;
}

/** The first of `rules` whose account count and ratio this event's key reaches; null if none does. */
export function firstReachedRule(facts: Facts, rules: readonly KeyRule[], count: Count): ReachedRule | null {
  for (const rule of rules) {
    const rows = rowsOf(facts, rule.key);
    // The event itself adds at most one account, so fewer rows cannot reach the threshold.
    if (rows.length < rule.accounts - 1 || isCorrected(facts, rule)) continue;
    const accounts = count(facts, rows, rule.span);
    if (accounts.failing < rule.accounts || accounts.ratio < rule.ratio) continue;
    return {
      key: rule.key,
      failing_accounts: accounts.failing,
      recognised_accounts: accounts.recognized,
      ratio: Math.round(accounts.ratio * 100) / 100,
      threshold: rule.accounts,
      window_ms: rule.span,
    };
  }
  return null;
}

/** The rules on one key as a phrase: `8 in 1 hour at a ratio of 0.6, or 20 in 24 hours at a ratio of 0.5`. */
export function describeRules(rules: readonly KeyRule[], key: KeyRule['key']): string {
  return rules
    .filter((rule) => rule.key === key)
    .map(({ accounts, span, ratio }) => `${accounts} in ${formatDuration(span)} at a ratio of ${ratio}`)
    .join(', or ');
}

/** What both stuffing signals require besides their rules. */
export const UNCORRECTED =
  'for 1 hour on an address or fingerprint, as many failed logins must be left in the environment that their sources have not corrected';

/** The sentence of both stuffing signals. */
export function describeReachedRule(reached: ReachedRule): string {
  const { key, failing_accounts, recognised_accounts, window_ms } = reached;
  const contrast =
    recognised_accounts === 0 ? 'none logged in from a recognized source' : `${recognised_accounts} logged in as usual`;
  // An account is stored at most twenty times, so a full partition has at least twenty accounts.
  const accounts = startSentence(formatMinimum(failing_accounts, MOST_STORED.failures, 'account'));
  return `${accounts} failed from this ${key} within ${formatDuration(window_ms)}; ${contrast}.`;
}
