// Compares two devices signal by signal, with the evidence in bits, for the dashboard.
import { findDifferences } from './differences.ts';
import { agreementBits } from './evidence.ts';
import { valueText } from './explain.ts';
import { type Counts, NO_COUNTS } from './frequencies.ts';
import { profileKeys } from './keys.ts';
import type { Profile } from './observation.ts';
import { PROFILE_NAMES, type SignalName } from './signal-names.ts';

export interface SignalComparison {
  signal: SignalName;
  verdict: 'agree' | 'differ' | 'unknown';
  /** log2 of the likelihood ratio same machine : another machine. A family's joint bits are listed at its first signal. */
  bits: number;
  /** Whether this difference rules out the same machine. */
  hard: boolean;
  /** The two values as text; `unknown` for an unknown value. */
  one: string;
  other: string;
}

export interface Comparison {
  signals: SignalComparison[];
  /** Sum of the bits. Above 10, the odds of one machine are better than 1,000 : 1 before any prior. */
  bits: number;
  /** Whether any difference rules out the same machine. */
  hard: boolean;
}

/** Compares an older with a newer profile, `days` apart. Without `counts`, only the world frequencies are used. */
export function compareProfiles(one: Profile, other: Profile, days = 0, counts: Counts = NO_COUNTS): Comparison {
  const differences = findDifferences(one, other, days);
  const agreement = agreementBits(one, other, differences, {
    counts,
    frequencyKeys: profileKeys(other).frequency,
    fromAccount: false,
  });
  const agree = new Set(differences.agree);
  const differ = new Map(differences.differ.map((difference) => [difference.signal, difference]));
  let bits = 0;
  const signals: SignalComparison[] = [];
  for (const signal of PROFILE_NAMES) {
    if (one[signal] === undefined && other[signal] === undefined) continue;
    const difference = differ.get(signal);
    const weight = difference?.bits ?? agreement[signal] ?? 0;
    bits += weight;
    signals.push({
      signal,
      verdict: difference !== undefined ? 'differ' : agree.has(signal) ? 'agree' : 'unknown',
      bits: Math.round(weight * 10) / 10,
      hard: difference?.hard ?? false,
      one: valueText(signal, one[signal]),
      other: valueText(signal, other[signal]),
    });
  }
  return { signals, bits: Math.round(bits * 10) / 10, hard: differences.hard };
}
