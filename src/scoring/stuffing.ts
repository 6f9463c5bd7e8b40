// The thresholds of the two stuffing signals, judged key by key, and the one sentence they share.

import type { Facts } from './facts.ts';
import type { FailingAccounts } from './failing-accounts.ts';
import type { PastEvent } from './history.ts';
import type { Window } from './signal.ts';
import { counted, spanned } from './wording.ts';

/** At least `accounts` failing accounts on `key` within `span`, of which `ratio` or more fail without any success. */
export interface KeyRule extends Window {
  key: 'address' | 'device' | 'fingerprint';
  accounts: number;
  ratio: number;
}

/** The first rule that was reached, with its numbers. */
export type ReachedKey = {
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

/** The first of `rules` whose threshold and ratio this event's key reaches; null when none does. */
export function reachedKey(facts: Facts, rules: readonly KeyRule[], count: Count): ReachedKey | null {
  for (const rule of rules) {
    const rows = rowsOf(facts, rule.key);
    // The event itself adds one account at most, so fewer rows cannot reach the threshold.
    if (rows.length < rule.accounts - 1) continue;
    const found = count(facts, rows, rule.span);
    if (found.failing < rule.accounts || found.ratio < rule.ratio) continue;
    return {
      key: rule.key,
      failing_accounts: found.failing,
      recognised_accounts: found.recognized,
      ratio: Math.round(found.ratio * 100) / 100,
      threshold: rule.accounts,
      window_ms: rule.span,
    };
  }
  return null;
}

/** The sentence of both stuffing signals. */
export function sayReachedKey(reached: ReachedKey): string {
  const { key, failing_accounts, recognised_accounts, window_ms } = reached;
  const against =
    recognised_accounts === 0 ? 'none signed in from a recognized source' : `${recognised_accounts} signed in as usual`;
  return `${counted(failing_accounts, 'account')} failed from this ${key} within ${spanned(window_ms)}; ${against}.`;
}
