// Adds up fired weights and applies the two ceilings. A reader can redo this arithmetic from `risk.signals`.
import { BAND_TOPS } from './level.ts';

/** The part of a fired signal that the arithmetic needs. */
export interface Addend {
  weight: number;
  blockCapable: boolean;
  recognizes: boolean;
}

/**
 * clamp(sum of weights, 0..100), then two ceilings. C1: at most 89 without a block-capable signal, so that context,
 * attack waves and forged failures can at worst challenge. C2: at most 89 with a signal that recognizes the account's own
 * device, so that a known device is never blocked by default. Addition, not noisy-or or a maximum, because independent
 * log-likelihood ratios add.
 */
export function combine(addends: readonly Addend[]): number {
  let sum = 0;
  let mayBlock = false;
  let recognized = false;
  for (const addend of addends) {
    sum += addend.weight;
    mayBlock ||= addend.blockCapable;
    recognized ||= addend.recognizes;
  }
  const ceiling = mayBlock && !recognized ? BAND_TOPS.critical : BAND_TOPS.high;
  return Math.min(ceiling, Math.max(0, sum));
}
