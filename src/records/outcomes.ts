// The written contract for outcomes: append-only rows, exactly one of an event's rows current.
import type { Submission } from '../outcomes/revision.ts';
import type { Decision, Evaluation } from '../vocabulary/words.ts';
import type { EventFacts } from '../webhooks/envelope.ts';
import type { DeliveryWrite } from './ingest.ts';

/**
 * Who submitted an outcome; the id stays after the key is revoked or the member removed. Of a file's line it is
 * `import` or, for a file of outcomes, `import_` and a digest of the line.
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
  /** The decision that was made, copied so that the row explains itself. */
  decision: Decision;
  evaluation: Evaluation;
}

export interface OutcomeStore {
  /**
   * Appends a revision: reads the event and its current row, calls `revise`, and writes what it returns, in one
   * transaction that takes its turn among those of the same event. When `revise` returns null the current row stands.
   * Returns the row that is current afterwards, or null when the environment has no such event.
   * `revise` may run again after a serialization failure.
   */
  revise(
    environmentNumber: number,
    eventId: string,
    revise: (
      event: EventFacts,
      current: OutcomeRow | null,
    ) => { row: OutcomeRow; deliveries: readonly DeliveryWrite[] } | null,
  ): Promise<{ row: OutcomeRow; written: boolean } | null>;
  /**
   * Rows of an event from oldest to newest, at most `limit`; with `from`, those after that revision (`next`) or, in
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
