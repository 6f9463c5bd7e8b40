// The written contract for reading kept events.
import type { EventRow } from './ingest.ts';

export interface EventDetail {
  event: EventRow;
  externalAccountId: string | null;
  device: { id: string; isTrusted: boolean; firstSeenAt: number; lastSeenAt: number };
  session: { id: string; eventCount: number; startedAt: number; lastSeenAt: number };
}

export interface EventReader {
  /** The event of this id within the environment, or null. */
  event(environmentNumber: number, id: string): Promise<EventDetail | null>;
}
