// Compares counts of failed logins on an account with thresholds: those of this source, or of all unrecognized sources.
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';
import {
  failuresOfDevice,
  failuresOfSource,
  nearbyUnrecognizedFailures,
  unrecognizedFailuresOnAccount,
} from './windows.ts';

export const SHORT_WINDOW = 10 * MINUTE;
export const LONG_WINDOW = DAY;

/** A count that reached its threshold, and its window. A type, not an interface, so that it is assignable to Metadata. */
export type ReachedThreshold = { failures: number; threshold: number; window_ms: number; about: 'source' | 'account' };

/** Thresholds for the failures of one source in the short (10 minutes) and long (24 hours) window. */
export interface SourceThresholds {
  short: number;
  long: number;
}

/** The threshold that this source's failures on this account reached, short window first; null if neither. */
export function reachedBySource(facts: Facts, thresholds: SourceThresholds): ReachedThreshold | null {
  const short = failuresOfSource(facts, SHORT_WINDOW);
  if (short >= thresholds.short) {
    return { failures: short, threshold: thresholds.short, window_ms: SHORT_WINDOW, about: 'source' };
  }
  const long = failuresOfSource(facts, LONG_WINDOW);
  if (long >= thresholds.long) {
    return { failures: long, threshold: thresholds.long, window_ms: LONG_WINDOW, about: 'source' };
  }
  return reachedByDevice(facts);
}

/**
 * Failures of a recognized device that count against it whatever the address: a thief with the stored id and the signals can change
 * the address. Away from the account's settled networks, failures from everywhere count, with twice the highest threshold of one
 * address, so that a thief who fails twenty times does not challenge the traveling owner. In a settled network, failures within its /16
 * (or /32) count, so that failures elsewhere never count against the owner at home: a /24 alone would allow 5,000 guesses a day, and
 * a /48 a million.
 */
export const AWAY_PER_DAY = 40;
export const AT_HOME_PER_DAY = 60;

function reachedByDevice(facts: Facts): ReachedThreshold | null {
  if (!facts.recognized) return null;
  const isAtHome = facts.input.history.networks.narrowSettled;
  const threshold = isAtHome ? AT_HOME_PER_DAY : AWAY_PER_DAY;
  const failures = failuresOfDevice(facts, LONG_WINDOW, isAtHome ? 'wide network' : 'anywhere');
  if (failures < threshold) return null;
  return { failures, threshold, window_ms: LONG_WINDOW, about: 'source' };
}

/** Failures by unrecognized sources that count as an attack on the account. Auth0 and Entra lock at 10. */
export const ATTACK_PER_HOUR = 10;
export const ATTACK_PER_DAY = 15;

/** The threshold that unrecognized sources' failures on the account reached; null if neither. */
export function reachedOnAccount(facts: Facts): ReachedThreshold | null {
  const hour = unrecognizedFailuresOnAccount(facts, HOUR);
  if (hour >= ATTACK_PER_HOUR) return { failures: hour, threshold: ATTACK_PER_HOUR, window_ms: HOUR, about: 'account' };
  const day = unrecognizedFailuresOnAccount(facts, DAY);
  if (day >= ATTACK_PER_DAY) return { failures: day, threshold: ATTACK_PER_DAY, window_ms: DAY, about: 'account' };
  return null;
}

export const NEARBY_PER_DAY = 20;
/** On an account without any network, failures from everywhere: as many as are stored (`window-membership.ts`). */
export const UNUSED_PER_DAY = 60;

/**
 * The threshold reached by the failures of unrecognized sources in the event's /16 (or /32), where a new device is allowed: in a
 * network of the account, or on an account without any network; null if not. Without it, each address and each browser started from
 * zero, and six hundred guesses ended with a login at 45, monitored, that proved the guesser's device. Failures elsewhere do not
 * count, so that nobody far away challenges the owner's new device at home. An account without any network has no home, so all its
 * failures count: any number of guesses, and then a login from another /16, ended the same way.
 */
export function reachedNearby(facts: Facts): ReachedThreshold | null {
  if (facts.recognized || facts.network.novel) return null;
  const nearby = nearbyUnrecognizedFailures(facts, LONG_WINDOW);
  if (nearby >= NEARBY_PER_DAY) {
    return { failures: nearby, threshold: NEARBY_PER_DAY, window_ms: LONG_WINDOW, about: 'account' };
  }
  if (facts.input.history.networks.anyProven) return null;
  const failures = unrecognizedFailuresOnAccount(facts, LONG_WINDOW);
  if (failures < UNUSED_PER_DAY) return null;
  return { failures, threshold: UNUSED_PER_DAY, window_ms: LONG_WINDOW, about: 'account' };
}
