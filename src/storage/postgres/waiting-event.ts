// An event that waits for a transaction with others, and how it is settled.
import type { EventKeys, EventReads, EventWrites, IngestTransaction } from '../../records/ingest.ts';
import { BatchCommitUnknown, type BatchOutcome } from './batch-transaction.ts';

/** A commit that may have been executed although its response was lost. */
export class CommitUnknown extends Error {
  readonly saved: EventWrites;
  readonly eventKeys: EventKeys;
  readonly value: unknown;

  constructor(saved: EventWrites, eventKeys: EventKeys, value: unknown, cause: unknown) {
    super('the connection ended during a commit', { cause });
    this.saved = saved;
    this.eventKeys = eventKeys;
    this.value = value;
  }
}

/** One event; `alone` runs it in its own transaction. */
export interface NewEvent<T> {
  eventKeys: EventKeys;
  reads: EventReads;
  work: (transaction: IngestTransaction) => Promise<T>;
  alone: () => Promise<T>;
  /** How long the caller still waits: afterwards, the event must not be recorded. */
  remainingMs: () => number;
}

export interface WaitingEvent extends NewEvent<unknown> {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

export function isUnknown(error: unknown): boolean {
  return error instanceof CommitUnknown || error instanceof BatchCommitUnknown;
}

export function settle(
  event: WaitingEvent,
  outcome: BatchOutcome,
  lost: BatchCommitUnknown | null,
): Promise<void> | void {
  if (outcome.kind === 'alone') return event.alone().then(event.resolve, event.reject);
  if (outcome.kind === 'refused') event.reject(outcome.error);
  else if (lost === null || outcome.saved === null) event.resolve(outcome.value);
  else event.reject(new CommitUnknown(outcome.saved, event.eventKeys, outcome.value, lost.cause));
}

/** Settles the event, then calls `settled`. */
export function notifying(
  { resolve, reject }: WaitingEvent,
  settled: () => void,
): Pick<WaitingEvent, 'resolve' | 'reject'> {
  return {
    resolve: (value) => {
      resolve(value);
      settled();
    },
    reject: (error) => {
      reject(error);
      settled();
    },
  };
}
