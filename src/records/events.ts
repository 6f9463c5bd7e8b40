// Storage contract for reading single events.
import type { EventRow } from './ingest.ts';

/** An event with the current state of its device and session. */
export interface EventDetail {
  event: EventRow;
  /** Null when the event has no account or the account was erased. */
  externalAccountId: string | null;
  device: { id: string; isTrusted: boolean; firstSeenAt: number; lastSeenAt: number };
  session: { id: string; eventCount: number; startedAt: number; lastSeenAt: number };
}

/** An event as applications refer to it without its id: by account, time and type. */
export interface AccountEvent {
  id: string;
  type: string;
  /** The event's own time, ms. */
  at: number;
}

export interface EventReader {
  /** The event with this id within the environment, or null. */
  event(environmentNumber: number, id: string): Promise<EventDetail | null>;
  /** The account's events from `from` to `to` (ms, inclusive), oldest first, at most `limit`; a null `type` matches all. */
  accountEvents(
    environmentNumber: number,
    accountKey: string,
    range: { from: number; to: number; type: string | null },
    limit: number,
  ): Promise<AccountEvent[]>;
}
