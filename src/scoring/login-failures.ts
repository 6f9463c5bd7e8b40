// Compares counts of failed logins with thresholds: by this source on this account, or by unrecognized sources on it.
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';
import { failuresOfDevice, failuresOfSource, unrecognizedFailuresOnAccount } from './windows.ts';

export const SHORT_WINDOW = 10 * MINUTE;
export const LONG_WINDOW = DAY;

/** A count that reached its threshold, and its window. A type, not an interface, so that it is assignable to Metadata. */
export type ReachedThreshold = { failures: number; threshold: number; window_ms: number; about: 'source' | 'account' };

/** Thresholds for the failures of one source in the short (10 minutes) and long (24 hours) window. */
export interface SourceThresholds {
  short: number;
  long: number;
}

/** The threshold that this source's failures on this account reached, short window first; null when neither. */
export function reachedBySource(facts: Facts, thresholds: SourceThresholds): ReachedThreshold | null {
  const short = failuresOfSource(facts, SHORT_WINDOW);
  if (short >= thresholds.short) {
    return { failures: short, threshold: thresholds.short, window_ms: SHORT_WINDOW, about: 'source' };
  }
  const long = failuresOfSource(facts, LONG_WINDOW);
  if (long >= thresholds.long) {
    return { failures: long, threshold: thresholds.long, window_ms: LONG_WINDOW, about: 'source' };
  }
  return reachedAway(facts);
}

/**
 * Failures of a recognized device from all addresses that count against one away from the networks the account has long known:
 * whoever has the stored id and the signals changes the address. Twice the highest threshold of one address, so that a thief who
 * fails twenty times does not challenge the traveling owner.
 */
const AWAY_PER_DAY = 40;

function reachedAway(facts: Facts): ReachedThreshold | null {
  if (!facts.recognized || facts.input.history.networks.narrowSettled) return null;
  const failures = failuresOfDevice(facts, LONG_WINDOW);
  if (failures < AWAY_PER_DAY) return null;
  return { failures, threshold: AWAY_PER_DAY, window_ms: LONG_WINDOW, about: 'source' };
}

/** Failures by unrecognized sources that count as an attack on the account. Auth0 and Entra lock at 10. */
const ATTACK_PER_HOUR = 10;
const ATTACK_PER_DAY = 15;

/** The threshold that unrecognized sources' failures on the account reached; null when neither. */
export function reachedOnAccount(facts: Facts): ReachedThreshold | null {
  const hour = unrecognizedFailuresOnAccount(facts, HOUR);
  if (hour >= ATTACK_PER_HOUR) return { failures: hour, threshold: ATTACK_PER_HOUR, window_ms: HOUR, about: 'account' };
  const day = unrecognizedFailuresOnAccount(facts, DAY);
  if (day >= ATTACK_PER_DAY) return { failures: day, threshold: ATTACK_PER_DAY, window_ms: DAY, about: 'account' };
  return null;
}
