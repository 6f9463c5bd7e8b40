// Tells a wave of failures in an environment from a usual hour.
import { HOUR } from '../vocabulary/clock.ts';
import { baselinePerHour } from './baseline.ts';
import type { Facts } from './facts.ts';
import type { FailureCounts } from './history.ts';

export const WAVE_FACTOR = 4;
export const WAVE_MARGIN = 6;

/** A count that reached its threshold. A type, not an interface, so that it is assignable to Metadata. */
export type Wave = { failures: number; usual_per_hour: number; threshold: number; window_ms: number };

const percentileHour = ({ byHour }: FailureCounts): number => baselinePerHour(byHour);

/**
 * The wave that `counts` and `own` failures of the event itself make: at least `minimum`, and at least 4 times the usual hour (by default the
 * 75th percentile of the last 7 days) plus 6. The usual hour adapts to each environment; the margin keeps small ones stable.
 */
export function waveOf(counts: FailureCounts, own: number, minimum: number, usualOf = percentileHour): Wave | null {
  const failures = counts.lastHour + own;
  if (failures < minimum) return null;
  const usual = usualOf(counts);
  const threshold = Math.max(minimum, WAVE_FACTOR * usual + WAVE_MARGIN);
  return failures < threshold ? null : { failures, usual_per_hour: usual, threshold, window_ms: HOUR };
}

/**
 * Failed logins of unrecognized sources in the environment within the last hour, except those that their sources, this event's
 * included, have corrected. The usual hours count all: a wave must also be large compared with what people mistype.
 */
export function uncorrectedLogins(facts: Facts): FailureCounts {
  const { login, corrected_login: corrected } = facts.input.history.environment.failures;
  const open = login.lastHour - corrected.lastHour - facts.corrects.length;
  return { ...login, lastHour: Math.max(0, open) };
}
