// Adds fired weights up and applies the two ceilings: the arithmetic a reader can redo from `risk.signals`.
import { BAND_TOPS } from './level.ts';

/** What the arithmetic needs of a fired signal. */
export interface Addend {
  code: string;
  weight: number;
  blockCapable: boolean;
}

/** Codes under which nothing may block: the account's own, long-proven devices. */
const CAPPING_CODES: ReadonlySet<string> = new Set(['KNOWN_DEVICE', 'TRUSTED_DEVICE']);

/**
 * clamp(sum of weights, 0..100), then two ceilings. C1: without a block-capable signal at most 89, so that context,
 * waves and forged failures can at worst challenge. C2: with KNOWN_DEVICE or TRUSTED_DEVICE at most 89, so that a known
 * device is never blocked by default. Addition, not noisy-or or a maximum: independent log-likelihood ratios add.
 */
export function combine(addends: readonly Addend[]): number {
  let sum = 0;
  let mayBlock = false;
  let capped = false;
  for (const addend of addends) {
    sum += addend.weight;
    mayBlock ||= addend.blockCapable;
    capped ||= CAPPING_CODES.has(addend.code);
  }
  const ceiling = mayBlock && !capped ? BAND_TOPS.critical : BAND_TOPS.high;
  return Math.min(ceiling, Math.max(0, sum));
}
