// What an event is, once the door has checked its shape: the input of `recordEvent`, from HTTP and from import alike.
import type { Decision, KeyKind, Level } from '../../vocabulary/words.ts';

export interface EventInput {
  type: string;
  /** The customer's own id of the account; null only for passive types. */
  accountId: string | null;
  /** As the client sent them, within the limits of contract 1. */
  signals: Readonly<Record<string, unknown>> | null;
  /** The client's address in any textual form, or null when nobody said. */
  address: string | null;
  /** The User-Agent header of the client, or what the backend says it was. */
  userAgent: string | null;
  /** When it happened, if the backend said so; else the arrival counts. */
  occurredAt: number | null;
  credential: KeyKind;
  idempotency: { key: string; requestDigest: string } | null;
  /** Set by import: the event is kept at its own time, announces nothing, and moves the file's position with it. */
  imported: { source: string; line: number } | null;
}

/** What the service answers about an event; the door chooses what of it a caller may see. */
export interface RecordedEvent {
  id: string;
  type: string;
  externalAccountId: string | null;
  createdAt: number;
  device: { id: string; isTrusted: boolean };
  sessionId: string;
  method: string;
  confidence: number;
  score: number;
  level: Level;
  decision: Decision;
  signals: readonly { code: string; weight: number; description: string }[];
  matchedRule: { id: string; name: string } | null;
  policyVersion: number;
}
