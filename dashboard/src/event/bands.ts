// The score bands of a threshold map. Pure.
import type { Decision } from '../../../src/vocabulary/words.ts';
import type { Thresholds } from '../api/control-types.ts';

/** The bands as [decision, from, to], both bounds inclusive; empty bands are omitted. */
export function bands(thresholds: Thresholds): [Decision, number, number][] {
  const { allow_max: allow, monitor_max: monitor, challenge_max: challenge } = thresholds;
  const all: [Decision, number, number][] = [
    ['allow', 0, allow],
    ['monitor', allow + 1, monitor],
    ['challenge', monitor + 1, challenge],
    ['block', challenge + 1, 100],
  ];
  return all.filter(([, from, to]) => to >= from);
}
