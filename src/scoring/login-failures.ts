// Failed log-ins as the failure signals grade them: by this source on this account, or by strangers on the account.
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';
import { failuresOfSource, unrecognizedFailuresOnAccount } from './windows.ts';

export const SHORT = 10 * MINUTE;
export const LONG = DAY;

/** A count that reached its threshold, and over which span. A type, not an interface: it is shown as metadata. */
export type Reached = { failures: number; threshold: number; window_ms: number; about: 'source' | 'account' };

/** A short and a long threshold for the failures of one source. */
export interface SourceThresholds {
  short: number;
  long: number;
}

/** Whether this source's failures on this account reached either threshold; the short span is judged first. */
export function sourceReached(facts: Facts, thresholds: SourceThresholds): Reached | null {
  const short = failuresOfSource(facts, SHORT);
  if (short >= thresholds.short) {
    return { failures: short, threshold: thresholds.short, window_ms: SHORT, about: 'source' };
  }
  const long = failuresOfSource(facts, LONG);
  if (long >= thresholds.long) {
    return { failures: long, threshold: thresholds.long, window_ms: LONG, about: 'source' };
  }
  return null;
}

/** Strangers' failures that put an account under attack: Auth0 and Entra lock at 10. */
const ATTACK_HOUR = 10;
const ATTACK_DAY = 15;

/** Whether strangers' failures put the account under attack. */
export function accountReached(facts: Facts): Reached | null {
  const hour = unrecognizedFailuresOnAccount(facts, HOUR);
  if (hour >= ATTACK_HOUR) return { failures: hour, threshold: ATTACK_HOUR, window_ms: HOUR, about: 'account' };
  const day = unrecognizedFailuresOnAccount(facts, DAY);
  if (day >= ATTACK_DAY) return { failures: day, threshold: ATTACK_DAY, window_ms: DAY, about: 'account' };
  return null;
}
