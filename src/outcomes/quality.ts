// How right decisions were, from labeled events alone: a confusion table and rates with their intervals. Pure.
import { DECISIONS, type Decision, type Label } from '../vocabulary/words.ts';
import { isBenign } from './evaluation.ts';

/** What a label says; `unknown` is a label that says nothing, and no rate counts it. */
export const VERDICTS = ['fraud', 'legitimate', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Confusion = Record<Decision, Record<Verdict, number>>;

/** A share with its 95 % Wilson interval; null where nothing could be counted. */
export interface Rate {
  value: number | null;
  low: number | null;
  high: number | null;
  count: number;
  of: number;
}

/** Rates where certain decisions count as an alarm. */
export interface Rates {
  /** Of the alarms, fraud. */
  precision: Rate;
  /** Of the fraud, alarmed. */
  recall: Rate;
  /** Of the legitimate, alarmed. */
  false_positive_rate: Rate;
}

/** 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

export function verdictOf(label: Label): Verdict {
  if (label === 'unknown') return 'unknown';
  return isBenign(label) ? 'legitimate' : 'fraud';
}

export function emptyConfusion(): Confusion {
  const row = () => ({ fraud: 0, legitimate: 0, unknown: 0 });
  return Object.fromEntries(DECISIONS.map((decision) => [decision, row()])) as Confusion;
}

/** `alarms` are the decisions that count as one. */
export function ratesOf(confusion: Confusion, alarms: readonly Decision[]): Rates {
  const sum = (decisions: readonly Decision[], verdict: Verdict) =>
    decisions.reduce((total, decision) => total + confusion[decision][verdict], 0);
  const caught = sum(alarms, 'fraud');
  const wrong = sum(alarms, 'legitimate');
  return {
    precision: rateOf(caught, caught + wrong),
    recall: rateOf(caught, sum(DECISIONS, 'fraud')),
    false_positive_rate: rateOf(wrong, sum(DECISIONS, 'legitimate')),
  };
}

/** Wilson (1927): unlike the plain interval it stays within 0 and 1 and holds for few events. */
export function rateOf(count: number, of: number): Rate {
  if (of === 0) return { value: null, low: null, high: null, count, of };
  const share = count / of;
  const spread = 1 + Z ** 2 / of;
  const center = (share + Z ** 2 / (2 * of)) / spread;
  const half = (Z / spread) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { value: share, low: Math.max(0, center - half), high: Math.min(1, center + half), count, of };
}
