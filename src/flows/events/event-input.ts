// An event as `recordEvent` receives it, from HTTP and from imports, after its shape was validated; and the result it returns.
import type { Decision, KeyKind, Level } from '../../vocabulary/words.ts';

export interface EventInput {
  type: string;
  /** The customer's own id of the account; null only for passive event types. */
  accountId: string | null;
  /** As the client sent them, within the size limits of the body schema. */
  signals: Readonly<Record<string, unknown>> | null;
  /** The client's address in any textual form, or null when it is unknown. */
  address: string | null;
  /** The client's User-Agent header, or the value the backend sent for it. */
  userAgent: string | null;
  /** When the event occurred (ms), if the backend sent it; null means on arrival. */
  occurredAt: number | null;
  credential: KeyKind;
  idempotency: { key: string; requestDigest: string } | null;
  /** The `traceparent` header of the request, which its webhook deliveries pass on. */
  traceparent?: string | null;
  /** Set by imports: the event is stored at its own time, sends no webhooks, and advances the file's import position. */
  imported: { source: string; line: number } | null;
}

/** The result of an event. The HTTP layer decides which parts a caller may see. */
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
  /** The rule's name is for the customer's own people and programs; responses under a public key omit it. */
  matchedRule: { id: string; name?: string } | null;
  policyVersion: number;
}
