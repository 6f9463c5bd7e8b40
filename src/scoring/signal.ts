// Defines a signal: one reason to raise or lower the score, with its weight, its condition and every text shown for it.
import type { EventType } from '../vocabulary/event-types.ts';
import type { WebhookType } from '../vocabulary/words.ts';
import type { Facts } from './facts.ts';

/** The evidence of a fired signal: counts, windows, thresholds. Flat, so that it fits a two-column table. */
export type Metadata = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What the evidence is about. `context`: how familiar this source is to the account. `acting`: what this address, device
 * or fingerprint did. `target`: what others did to the account or the environment; never counted against a recognized
 * source, because anyone can send events about any account.
 */
export const SCOPES = ['context', 'acting', 'target'] as const;
export type Scope = (typeof SCOPES)[number];

/** A period of time over which events with the same key are counted. */
export interface Window {
  key: 'account' | 'address' | 'device' | 'fingerprint' | 'session' | 'environment';
  /** Milliseconds before the event; the event itself is counted too. */
  span: number;
}

/**
 * Everything that the rest of the code needs from a signal. Lists of codes (word lists of the API, condition fields, webhook
 * types, names in the dashboard, docs/signals.md) derive from these fields through the registry in `signals/index.ts`.
 */
export interface Signal<Code extends string = string, M extends Metadata = Metadata> {
  /** Stable, public, UPPER_SNAKE_CASE; its file has the same name in lower-case kebab form. */
  readonly code: Code;
  /** The name shown in the dashboard: sentence case, without a final period. */
  readonly title: string;
  /** One general sentence, without counts, times or anything of an account's past: all that a caller with the public key gets. */
  readonly summary: string;
  /** Fixed integer. About 5.8 x ln(likelihood ratio): four points double the odds of an attack. */
  readonly weight: number;
  readonly scope: Scope;
  /**
   * The types of the events that it is about; `with_account` stands for all but the passive ones. `fires` is called for no other event,
   * and docs/events.md names the signal at these types.
   */
  readonly types: 'any' | 'with_account' | readonly EventType[];
  /** The condition in one phrase, completing "Fires when:" in docs/signals.md. */
  readonly when: string;
  readonly windows: readonly Window[];
  /** Codes that replace this one when they fire too: exclusive tiers, so that one cause is counted once. */
  readonly yieldsTo: readonly string[];
  /** Whether the signal identifies the account's own device: while it fires, no score exceeds 89 (ceiling C2). */
  readonly recognizes: boolean;
  /**
   * Whether the signal only orders events of one level, because those whom it is about can choose the fact that it reads, or because the
   * fact is about others: its weight never takes an event to the next level.
   */
  readonly ranksOnly: boolean;
  /** Whether the proof rules leave this signal's weight out when they check whether an event is low risk (see `proof.ts`). */
  readonly ignoredByProof: boolean;
  /** The webhook type sent when the signal fires; null when it has none of its own. */
  readonly webhook: WebhookType | null;
  /** Whether this firing may take the score above 89 (ceiling C1). */
  blockCapable(metadata: M): boolean;
  /** Whether this firing tells what others did, who may not take the score above 89: all of scope `target`, by default. */
  ofOthers(metadata: M): boolean;
  /** The evidence when the condition holds, otherwise null. */
  fires(facts: Facts): M | null;
  /** One sentence with the numbers of this event. */
  describe(metadata: M): string;
}

type Defaulted =
  | 'types'
  | 'windows'
  | 'yieldsTo'
  | 'recognizes'
  | 'ranksOnly'
  | 'ignoredByProof'
  | 'webhook'
  | 'blockCapable'
  | 'ofOthers';

type Definition<Code extends string, M extends Metadata> = Omit<Signal<Code, M>, Defaulted> &
  Partial<Pick<Signal<Code, M>, Defaulted>>;

/** Completes a definition with the defaults: all types with an account, no window, no stronger tier, no webhook of its own, cannot block. */
export function defineSignal<const Code extends string, M extends Metadata>(
  definition: Definition<Code, M>,
): Signal<Code, M> {
  return {
    types: 'with_account',
    windows: [],
    yieldsTo: [],
    recognizes: false,
    ranksOnly: false,
    ignoredByProof: false,
    webhook: null,
    blockCapable: () => false,
    ofOthers: () => definition.scope === 'target',
    ...definition,
  };
}
