// The three thresholds of a policy: their labels, and how moving one moves the others. Pure.
import type { Thresholds } from '../api/control-types.ts';

export const THRESHOLDS: readonly { name: keyof Thresholds; label: string }[] = [
  { name: 'allow_max', label: 'Allow up to' },
  { name: 'monitor_max', label: 'Monitor up to' },
  { name: 'challenge_max', label: 'Challenge up to' },
];

/** Moves one threshold and pushes the others along, so that they stay in order. */
export function moveThreshold(thresholds: Thresholds, name: keyof Thresholds, to: number): Thresholds {
  const value = Math.min(100, Math.max(0, Math.round(to)));
  const at = THRESHOLDS.findIndex((threshold) => threshold.name === name);
  const entries = THRESHOLDS.map((threshold, index) => {
    const old = thresholds[threshold.name];
    if (index === at) return [threshold.name, value] as const;
    return [threshold.name, index < at ? Math.min(old, value) : Math.max(old, value)] as const;
  });
  return Object.fromEntries(entries) as unknown as Thresholds;
}

/** Whether an event that was challenged or blocked may now be let through, or one that was blocked only challenged. */
export function isWeaker(before: Thresholds, after: Thresholds): boolean {
  return THRESHOLDS.some(({ name }) => after[name] > before[name]);
}
