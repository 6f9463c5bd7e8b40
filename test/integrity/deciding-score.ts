// The part of a score that decides: without the signals that only rank, which an attacker may silence.
import { BAND_TOPS, levelOf } from '../../src/scoring/level.ts';
import { SIGNALS } from '../../src/scoring/signals/index.ts';
import type { Result } from './simulation.ts';

const DECIDING = new Map<string, number>(
  SIGNALS.filter(({ ranksOnly }) => !ranksOnly).map(({ code, weight }) => [code, weight]),
);

/** 0 to 100. Every ceiling is the highest score of a level, and what ranks stays within the level. */
export function decidingScore({ score, codes }: Result): number {
  const sum = codes.reduce((total, code) => total + (DECIDING.get(code) ?? 0), 0);
  return Math.min(BAND_TOPS[levelOf(score)], Math.max(0, sum));
}
