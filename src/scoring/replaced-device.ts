// Decides whether a device has changed so much that it may be another machine with a stolen id.
import type { ScoringInput } from './facts.ts';

/** Whether the device has appeared as another machine since the account last confirmed it with a second factor. */
export function isReplaced({ device: { replacedAt }, history: { pair } }: ScoringInput): boolean {
  return replacedAt !== null && (pair?.confirmedAt ?? 0) < replacedAt;
}
