// Maps a score to its level: low 0-29, medium 30-49, high 50-89, critical 90-100, inclusive.
import type { Level } from '../vocabulary/words.ts';

/** The highest score of each level. They equal the default thresholds of a policy. */
export const BAND_TOPS = { low: 29, medium: 49, high: 89, critical: 100 } as const satisfies Record<Level, number>;

/** The level of a score from 0 to 100. */
export function levelOf(score: number): Level {
  if (score <= BAND_TOPS.low) return 'low';
  if (score <= BAND_TOPS.medium) return 'medium';
  if (score <= BAND_TOPS.high) return 'high';
  return 'critical';
}
