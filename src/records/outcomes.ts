// Storage contract for outcomes: append-only revisions, exactly one of which is current for each event.
import type { Submission } from '../outcomes/revision.ts';
import type { Decision, Evaluation } from '../vocabulary/words.ts';
import type { EventFacts } from '../webhooks/envelope.ts';
import type { DeliveryWrite } from './ingest.ts';

/**
 * Who submitted an outcome; the id stays after the key is revoked or the member removed. For an imported event it is `import`; for
 * a line of an outcome file, `import_` and a digest of the line.
 */
export interface Submitter {
  type: 'secret_key' | 'user';
  id: string;
  name: string;
}

export interface OutcomeRow extends Submission {
  id: string;
  eventId: string;
  /** 1, 2, 3 … in the order they were written. */
  revision: number;
  submittedBy: Submitter;
  submittedAt: number;
  isCurrent: boolean;
  /** The event's decision, copied so that the row is self-contained. */
  decision: Decision;
  evaluation: Evaluation;
}

/** Decides the next row of an event, or null to leave the current one. The deliveries are due at `dueAt` (ms). */
export type Revise = (
  event: EventFacts,
  current: OutcomeRow | null,
) => { row: OutcomeRow; deliveries: readonly DeliveryWrite[]; dueAt: number } | null;

export interface OutcomeStore {
  /**
   * Appends a revision: reads the event and its current row, calls `revise` and writes the result, in one transaction
   * that locks the event, so revisions of one event run in sequence. When `revise` returns null the current row stays.
   * Returns the row that is current afterwards, or null when the environment has no such event.
   * `revise` may run again after a serialization failure.
   */
  revise(
    environmentNumber: number,
    eventId: string,
    revise: Revise,
  ): Promise<{ row: OutcomeRow; written: boolean } | null>;
  /** Like `revise` for each of these events, in one transaction; returns how many rows were written. */
  reviseEach(environmentNumber: number, eventIds: readonly string[], revise: Revise): Promise<number>;
  /** The given ids that are not events of the environment. */
  unknownEvents(environmentNumber: number, eventIds: readonly string[]): Promise<string[]>;
  /**
   * Revisions of an event from oldest to newest, at most `limit`; with `from`, those after that revision (`next`) or, in
   * reverse order, those before it (`prev`).
   */
  history(
    environmentNumber: number,
    eventId: string,
    limit: number,
    from: { direction: 'next' | 'prev'; revision: number } | null,
  ): Promise<OutcomeRow[]>;
  /** The current row, or null. */
  current(environmentNumber: number, eventId: string): Promise<OutcomeRow | null>;
}
