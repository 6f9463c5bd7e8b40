// Breaks a score into its signals and explains any difference from their sum: a ceiling or the end of the scale. Pure.
import { SIGNALS } from '../../../src/scoring/signals/index.ts';
import type { SignalWithEvidence } from '../api/types.ts';

export interface ScoreParts<S extends SignalWithEvidence> {
  /** Signals that raise the score, heaviest first. */
  raising: S[];
  /** Signals that lower it, strongest first. */
  lowering: S[];
  raised: number;
  lowered: number;
  /** The sum of all weights, possibly outside 0 to 100. */
  sum: number;
  /** Why the score differs from the sum, in one sentence; null if it does not. */
  cut: string | null;
}

/** The catalog's part of the arithmetic. A signal of an older version may be missing; it then explains nothing. */
const CATALOG: ReadonlyMap<string, (typeof SIGNALS)[number]> = new Map(SIGNALS.map((signal) => [signal.code, signal]));

export function scoreParts<S extends SignalWithEvidence>(signals: readonly S[], score: number): ScoreParts<S> {
  const raising = signals.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  const lowering = signals.filter(({ weight }) => weight < 0).sort((a, b) => a.weight - b.weight);
  const raised = raising.reduce((sum, { weight }) => sum + weight, 0);
  const lowered = -lowering.reduce((sum, { weight }) => sum + weight, 0);
  const sum = raised - lowered;
  return { raising, lowering, raised, lowered, sum, cut: whyCut(signals, sum, score) };
}

function whyCut(signals: readonly SignalWithEvidence[], sum: number, score: number): string | null {
  if (sum === score) return null;
  if (sum > 100 && score === 100) return `The signals add up to ${sum}; the scale ends at 100.`;
  if (sum < 0 && score === 0) return `The signals add up to ${sum}; the scale starts at 0.`;
  if (sum < score) return `The signals add up to ${sum}; the score is ${score}.`;
  const ranked = signals.reduce((total, { code, weight }) => total + (CATALOG.get(code)?.ranksOnly ? weight : 0), 0);
  if (sum - ranked <= score) {
    return `The signals add up to ${sum}; the score ends at ${score} because some of them only rank the event within its level.`;
  }
  if (signals.some(({ code }) => CATALOG.get(code)?.recognizes)) {
    return `The signals add up to ${sum}; events on a device known to the account are capped at ${score}, so they are never blocked by default.`;
  }
  if (signals.some(({ code, metadata }) => CATALOG.get(code)?.blockCapable(metadata))) {
    return `The signals add up to ${sum}; the score is capped at ${score} because it rests on what others did or could have forged.`;
  }
  return `The signals add up to ${sum}; the score is capped at ${score} because no single signal proves an attack.`;
}
