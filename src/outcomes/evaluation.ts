// Decision against label: the table of specification 2.1, and nothing else.
import type { Decision, Evaluation, Label } from '../vocabulary/words.ts';

/** Labels that say the activity was not fraud; every other label is confirmed fraud. */
export const BENIGN_LABELS = ['legitimate', 'automation_legitimate', 'unknown'] as const satisfies readonly Label[];

const WHEN_BENIGN: Readonly<Record<Decision, Evaluation>> = {
  allow: 'correct_allow',
  monitor: 'correct_monitor',
  challenge: 'correct_challenge',
  block: 'potential_false_positive',
};

const WHEN_FRAUD: Readonly<Record<Decision, Evaluation>> = {
  allow: 'potential_false_negative',
  monitor: 'potential_false_negative',
  challenge: 'correct_challenge',
  block: 'correct_block',
};

export function isBenign(label: Label): boolean {
  return (BENIGN_LABELS as readonly Label[]).includes(label);
}

/** What the label says about the decision; `inconclusive` while there is no label. */
export function evaluate(decision: Decision, label: Label | null): Evaluation {
  if (label === null) return 'inconclusive';
  return isBenign(label) ? WHEN_BENIGN[decision] : WHEN_FRAUD[decision];
}
