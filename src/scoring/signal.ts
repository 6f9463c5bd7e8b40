// What a signal is: one reason, one fixed weight, one condition over the facts, one sentence for people.
import type { Facts } from './facts.ts';

/** The evidence of a fired signal: counts, windows, thresholds. Flat, so that it can be shown as a table. */
export type Metadata = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What the evidence is about. `context`: how well the account knows this source. `acting`: what this very address,
 * device or fingerprint did. `target`: what others did to the account or the environment; never held against a
 * recognized source, because anyone may send events about any account (`docs/scoring.md`, provenance).
 */
export const SCOPES = ['context', 'acting', 'target'] as const;
export type Scope = (typeof SCOPES)[number];

/** A span of time over which rows of one key are counted. */
export interface Window {
  key: 'account' | 'address' | 'device' | 'fingerprint' | 'session' | 'environment';
  /** Milliseconds before the event; the event itself is counted too. */
  span: number;
}

export interface Signal<Code extends string = string, M extends Metadata = Metadata> {
  readonly code: Code;
  /** Fixed integer. About 5.8 x ln(likelihood ratio): four points double the odds of an attack. */
  readonly weight: number;
  readonly scope: Scope;
  /** When it fires, in one phrase, for the reference. */
  readonly when: string;
  readonly windows: readonly Window[];
  /** Codes that replace this one when they fire too: exclusive tiers, so that one cause is counted once. */
  readonly yieldsTo: readonly string[];
  /** Whether this firing may take the score above 89 (ceiling C1). */
  blockCapable(metadata: M): boolean;
  fires(facts: Facts): M | null;
  /** One sentence with the numbers of this event. */
  describe(metadata: M): string;
}

type Definition<Code extends string, M extends Metadata> = Omit<
  Signal<Code, M>,
  'windows' | 'yieldsTo' | 'blockCapable'
> &
  Partial<Pick<Signal<Code, M>, 'windows' | 'yieldsTo' | 'blockCapable'>>;

/** Fills what most signals leave out: no window, no stronger tier, not able to block. */
export function defineSignal<const Code extends string, M extends Metadata>(
  definition: Definition<Code, M>,
): Signal<Code, M> {
  return { windows: [], yieldsTo: [], blockCapable: () => false, ...definition };
}
