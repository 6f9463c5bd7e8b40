// Maps a score to a decision by the thresholds of a policy; the dashboard previews drafts with it.
import type { Decision } from '../vocabulary/words.ts';
import type { Thresholds } from './policy.ts';

/** The decision of the thresholds; bounds are inclusive. */
export function decisionByThresholds(thresholds: Thresholds, score: number): Decision {
  if (score <= thresholds.allow_max) return 'allow';
  if (score <= thresholds.monitor_max) return 'monitor';
  return score <= thresholds.challenge_max ? 'challenge' : 'block';
}
