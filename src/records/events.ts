// The written contract for reading kept events.
import type { EventRow } from './ingest.ts';

export interface EventDetail {
  event: EventRow;
  externalAccountId: string | null;
  device: { id: string; isTrusted: boolean; firstSeenAt: number; lastSeenAt: number };
  session: { id: string; eventCount: number; startedAt: number; lastSeenAt: number };
}

/** An event by what its own application knows of it. */
export interface EventMoment {
  id: string;
  type: string;
  /** When it happened, ms. */
  at: number;
}

export interface EventReader {
  /** The event of this id within the environment, or null. */
  event(environmentNumber: number, id: string): Promise<EventDetail | null>;
  /** Events of the account that happened from `from` to `to`, both inclusive, by time, at most `limit`; of one type unless it is null. */
  momentsOf(
    environmentNumber: number,
    accountKey: string,
    range: { from: number; to: number; type: string | null },
    limit: number,
  ): Promise<EventMoment[]>;
}
