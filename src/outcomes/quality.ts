// Measures decision quality from labeled events: a confusion table, and rates with confidence intervals.
import { byDecision } from '../vocabulary/decisions.ts';
import { DECISIONS, type Decision, type Label } from '../vocabulary/words.ts';
import { isBenign } from './evaluation.ts';

/** The verdict of a label. No rate counts `unknown`. */
export const VERDICTS = ['fraud', 'legitimate', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Confusion = Record<Decision, Record<Verdict, number>>;

/** A share with its 95 % Wilson interval; null when `of` is 0. */
export interface Rate {
  value: number | null;
  low: number | null;
  high: number | null;
  count: number;
  of: number;
}

/** Rates for a set of decisions that count as alarms. */
export interface Rates {
  /** Share of fraud among the alarms. */
  precision: Rate;
  /** Share of alarms among the fraud. */
  recall: Rate;
  /** Share of alarms among the legitimate events. */
  false_positive_rate: Rate;
}

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

export function verdictOf(label: Label): Verdict {
  if (label === 'unknown') return 'unknown';
  return isBenign(label) ? 'legitimate' : 'fraud';
}

export function emptyConfusion(): Confusion {
  return byDecision(() => ({ fraud: 0, legitimate: 0, unknown: 0 }));
}

/** `alarms` are the decisions that count as alarms. */
export function ratesOf(confusion: Confusion, alarms: readonly Decision[]): Rates {
  const sum = (decisions: readonly Decision[], verdict: Verdict) =>
    decisions.reduce((total, decision) => total + confusion[decision][verdict], 0);
  const truePositives = sum(alarms, 'fraud');
  const falsePositives = sum(alarms, 'legitimate');
  return {
    precision: rateOf(truePositives, truePositives + falsePositives),
    recall: rateOf(truePositives, sum(DECISIONS, 'fraud')),
    false_positive_rate: rateOf(falsePositives, sum(DECISIONS, 'legitimate')),
  };
}

/** Wilson score interval (1927): unlike the normal approximation, it stays within 0 and 1 and is valid for few events. */
export function rateOf(count: number, of: number): Rate {
  if (of === 0) return { value: null, low: null, high: null, count, of };
  const share = count / of;
  const spread = 1 + Z ** 2 / of;
  const center = (share + Z ** 2 / (2 * of)) / spread;
  const half = (Z / spread) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  // Rounding errors would turn the ends 0 and 1 into 0.00000000000000003 and 0.9999999999999999.
  return { value: share, low: count === 0 ? 0 : center - half, high: count === of ? 1 : center + half, count, of };
}
