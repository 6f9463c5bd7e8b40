// Whether a higher score means more risk: the attack share by score band, and precision and recall by threshold.
import { isCounted, isHonest } from './logins-input.ts';
import type { Evaluated, Share } from './logins-measure.ts';

export interface ScoreBand {
  /** Lowest score; a band spans ten, the last one eleven. */
  from: number;
  honest: number;
  attack: number;
}

const BAND = 10;
const TOP = 90;

/** Counted events by score band, lowest first. */
export function scoreBands({ truth, verdicts }: Evaluated): ScoreBand[] {
  const bands = Array.from({ length: TOP / BAND + 1 }, (_, i) => ({ from: i * BAND, honest: 0, attack: 0 }));
  truth.forEach((line, index) => {
    const verdict = verdicts[index];
    if (!isCounted(line) || verdict === undefined) return;
    const band = bands[Math.floor(Math.min(verdict.score, TOP) / BAND)] as ScoreBand;
    band[isHonest(line) ? 'honest' : 'attack'] += 1;
  });
  return bands;
}

export function attackShare({ honest, attack }: ScoreBand): Share {
  return { hits: attack, of: honest + attack };
}

/** Bands with fewer events are not significant. */
const MIN_EVENTS = 50;

/** The largest fall of the attack share from one band to the next, percentage points; 0 when it never falls. */
export function largestFall(bands: readonly ScoreBand[]): number {
  const shares = bands.map(attackShare).filter(({ of }) => of >= MIN_EVENTS);
  const percents = shares.map(({ hits, of }) => (100 * hits) / of);
  return percents.slice(1).reduce((worst, share, i) => Math.max(worst, (percents[i] ?? share) - share), 0);
}

export interface Threshold {
  score: number;
  /** Share of attacks among the events at or above the score. */
  precision: Share;
  /** Share of attack events, and of honest events, at or above the score. */
  recall: Share;
  honest: Share;
}

/** Precision and recall if every event at or above a score were challenged, for every fifth score. */
export function thresholds({ truth, verdicts }: Evaluated): Threshold[] {
  const scores = { honest: [] as number[], attack: [] as number[] };
  truth.forEach((line, index) => {
    const score = verdicts[index]?.score;
    if (isCounted(line) && score !== undefined) scores[isHonest(line) ? 'honest' : 'attack'].push(score);
  });
  return Array.from({ length: 20 }, (_, i) => {
    const score = 5 * (i + 1);
    const attack = scores.attack.filter((one) => one >= score).length;
    const honest = scores.honest.filter((one) => one >= score).length;
    return {
      score,
      precision: { hits: attack, of: attack + honest },
      recall: { hits: attack, of: scores.attack.length },
      honest: { hits: honest, of: scores.honest.length },
    };
  });
}
