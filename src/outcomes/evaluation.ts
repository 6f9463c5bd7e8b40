// Evaluates a decision against the outcome's label.
import type { Decision, Evaluation, Label } from '../vocabulary/words.ts';

/** Labels that do not mean fraud; every other label means confirmed fraud. */
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

/** The evaluation of the decision by the label; `inconclusive` without a label. */
export function evaluate(decision: Decision, label: Label | null): Evaluation {
  if (label === null) return 'inconclusive';
  return isBenign(label) ? WHEN_BENIGN[decision] : WHEN_FRAUD[decision];
}
