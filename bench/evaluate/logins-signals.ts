// The discriminating power of each signal: its frequency in honest and attack events, and their likelihood ratio.
import { SIGNALS } from '../../src/scoring/signals/index.ts';
import { likelihoodRatio } from '../statistics.ts';
import { isCounted, isHonest } from './logins-input.ts';
import type { Evaluated, Share } from './logins-measure.ts';

export interface SignalPower {
  code: string;
  weight: number;
  honest: Share;
  attack: Share;
  /** `likelihoodRatio`. */
  ratio: number;
}

/** One row per signal of the catalog, over the counted events. */
export function signalPowers({ truth, verdicts }: Evaluated): SignalPower[] {
  const honest = new Map<string, number>();
  const attack = new Map<string, number>();
  let honestEvents = 0;
  let attackEvents = 0;
  truth.forEach((line, index) => {
    if (!isCounted(line)) return;
    const counts = isHonest(line) ? honest : attack;
    if (isHonest(line)) honestEvents += 1;
    else attackEvents += 1;
    for (const code of verdicts[index]?.codes ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
  });
  return SIGNALS.map(({ code, weight }) => {
    const inHonest = { hits: honest.get(code) ?? 0, of: honestEvents };
    const inAttack = { hits: attack.get(code) ?? 0, of: attackEvents };
    return { code, weight, honest: inHonest, attack: inAttack, ratio: likelihoodRatio(inAttack, inHonest) };
  });
}
