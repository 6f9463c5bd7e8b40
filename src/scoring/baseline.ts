// Computes the usual number of failures per hour in an environment: the 75th percentile hour of its last seven days.
import { BASELINE_HOURS } from '../vocabulary/failure-kinds.ts';

const PERCENTILE = 0.75;

/** The 75th percentile (nearest rank) of unrecognized failures per hour; missing hours count as zero. */
export function baselinePerHour(failuresByHour: readonly number[]): number {
  const rank = Math.ceil(PERCENTILE * BASELINE_HOURS);
  const missing = Math.max(0, BASELINE_HOURS - failuresByHour.length);
  if (rank <= missing) return 0;
  const sorted = [...failuresByHour].sort((a, b) => a - b);
  return sorted[rank - missing - 1] ?? 0;
}
