// Computes the usual number of failures in an hour of an environment from its last seven days: in any hour, and at this time of day.
import { DAY, HOUR } from '../vocabulary/clock.ts';
import { BASELINE_HOURS } from '../vocabulary/failure-kinds.ts';

const PERCENTILE = 0.75;
/** Most of the last seven days: five working days suffice, and an attack must be repeated on four of them to be usual. */
export const USUAL_DAYS = 4;

/** The 75th percentile (nearest rank) of unrecognized failures per hour; missing hours count as zero. */
export function baselinePerHour(failuresByHour: readonly number[]): number {
  const rank = Math.ceil(PERCENTILE * BASELINE_HOURS);
  const missing = Math.max(0, BASELINE_HOURS - failuresByHour.length);
  if (rank <= missing) return 0;
  const sorted = [...failuresByHour].sort((a, b) => a - b);
  return sorted[rank - missing - 1] ?? 0;
}

/**
 * The failures that most of the last seven days had at this time of day. Where people come for two hours a day, nothing fails in three
 * quarters of the hours: each lunch was a wave of declined cards at a delivery service.
 */
export function usualAtThisTime(failuresByDay: readonly number[]): number {
  return [...failuresByDay].sort((a, b) => b - a)[USUAL_DAYS - 1] ?? 0;
}

/** The mean number of failures per day; missing hours count as zero. */
export function meanPerDay(failuresByHour: readonly number[]): number {
  return failuresByHour.reduce((sum, failures) => sum + failures, 0) / (BASELINE_HOURS / (DAY / HOUR));
}
