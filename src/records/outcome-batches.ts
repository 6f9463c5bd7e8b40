// Storage contract for batches of outcomes: events labeled together, and undone together.
import type { AuditEvent } from './audit.ts';

export interface OutcomeBatch {
  /** `otb_…` */
  id: string;
  submittedAt: number;
  submittedById: string;
  /** When it was undone, ms; null if it was not. */
  undoneAt: number | null;
  eventIds: readonly string[];
}

export interface OutcomeBatchStore {
  /** Stores the batch and its audit entry, before its outcomes are recorded. */
  create(environmentNumber: number, batch: OutcomeBatch, auditEvent: AuditEvent): Promise<void>;
  find(environmentNumber: number, id: string): Promise<OutcomeBatch | null>;
  /** The number of the environment that contains the batch, or null. */
  locate(id: string): Promise<number | null>;
  /** Marks the batch as undone and writes the audit entry; false, without a write, when it is undone already. */
  markUndone(environmentNumber: number, id: string, at: number, auditEvent: AuditEvent): Promise<boolean>;
}
