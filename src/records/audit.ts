// The written contract for the audit trail: every change of the control plane, appended in that change's own transaction.
import type { AuditAction, AuditActorType } from '../vocabulary/audit.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** What is said of one change. Storage methods that change something take it and keep both or neither. */
export interface AuditEvent {
  /** `aud_…` */
  id: string;
  organizationId: string;
  at: number;
  actor: { type: AuditActorType; id: string; name: string };
  /** Masked; null when the change did not come over the network. */
  address: string | null;
  action: AuditAction;
  target: { type: string; id: string };
  /** The environment it concerns, or null when it concerns the organization. */
  environmentId: string | null;
  /** What it was, without any secret; null when it was not there. */
  before: JsonObject | null;
  /** What it is now; null when it is gone. */
  after: JsonObject | null;
}

/** A change as kept: its place in the organization's chain. */
export interface AuditEntry extends AuditEvent {
  /** 1, 2, 3 … within the organization, without a gap. */
  sequence: number;
  /** The hash of the entry before; 64 zeros for the first. */
  previousHash: string;
  /** SHA-256 (hex) over the previous hash and the entry's canonical text. */
  hash: string;
}

export interface AuditFilter {
  actions: readonly AuditAction[];
  actorId: string | null;
  environmentId: string | null;
  targetId: string | null;
  /** ms; `from` inclusive, `to` exclusive. */
  from: number | null;
  to: number | null;
}

export interface AuditPage {
  limit: number;
  from: { sequence: number; direction: 'older' | 'newer' } | null;
}

/** What a check of a chain found. */
export interface ChainReport {
  entries: number;
  /** The first entry that is not as it was written, or null; `missing` when the chain ends too early. */
  broken: { sequence: number; why: 'edited' | 'missing' } | null;
}

export interface AuditStore {
  /** In the direction of reading: newest first, or oldest first going back. */
  list(organizationId: string, filter: AuditFilter, page: AuditPage): Promise<AuditEntry[]>;
  /** Reads the whole chain in bounded memory and computes every hash again. */
  verify(organizationId: string): Promise<ChainReport>;
}
