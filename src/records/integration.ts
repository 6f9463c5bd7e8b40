// Storage contract for the integration page: the newest events, reduced to the facts that show how they were sent.
import type { KeyKind } from '../vocabulary/words.ts';

export interface SampledEvent {
  /** The event's own time, ms. */
  at: number;
  /** When it was received, ms. */
  createdAt: number;
  /** The kind of key that sent it. */
  credential: KeyKind;
  /** Whether it had enough client signals for a fingerprint. */
  hasFingerprint: boolean;
  /** The client's, as the event has it; null once retention has deleted it. */
  address: string | null;
  /** Equality key of the account; null without one. */
  accountKey: string | null;
  /** As the client sent it, or null: anyone can send any text with a public key. */
  sdkVersion: string | null;
}

export interface IntegrationReader {
  /** At most `limit` events received since `since` (ms), newest first. */
  newestEvents(environmentNumber: number, since: number, limit: number): Promise<SampledEvent[]>;
}
