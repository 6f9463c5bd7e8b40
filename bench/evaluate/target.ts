// A target of the evaluation: a metric, the expected and the measured value, and whether the target holds.
import type { Share } from './logins-measure.ts';

export interface Target {
  metric: string;
  expected: string;
  /** A share, or a plain number. */
  measured: Share | number;
  holds: boolean;
}

const fraction = ({ hits, of }: Share): number => (of === 0 ? Number.NaN : hits / of);

/** Holds when the share is at most `limit`, or of nothing. */
export function atMost(metric: string, share: Share, limit: number): Target {
  return {
    metric,
    expected: `<= ${+(100 * limit).toFixed(3)} %`,
    measured: share,
    holds: share.of === 0 || fraction(share) <= limit,
  };
}

/** Holds when the share is at least `limit`, or of nothing. */
export function atLeast(metric: string, share: Share, limit: number): Target {
  return {
    metric,
    expected: `>= ${+(100 * limit).toFixed(3)} %`,
    measured: share,
    holds: share.of === 0 || fraction(share) >= limit,
  };
}
