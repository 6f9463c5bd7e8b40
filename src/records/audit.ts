// Storage contract for the audit log: every control-plane change appends an entry in its own transaction.
import type { AuditHead, AuditSigner } from '../access/audit-signature.ts';
import type { AuditAction, AuditActorType } from '../vocabulary/audit.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Describes one change. Storage methods that take one write both the change and its audit entry, or neither. */
export interface AuditEvent {
  /** `aud_…` */
  id: string;
  organizationId: string;
  /** When it happened, ms. */
  at: number;
  actor: { type: AuditActorType; id: string; name: string };
  /** The client address, masked; null when the change did not come over the network. */
  address: string | null;
  action: AuditAction;
  target: { type: string; id: string };
  /** `env_…`, or null when the change concerns the whole organization. */
  environmentId: string | null;
  /** The target before the change, without secrets; null when it did not exist. */
  before: JsonObject | null;
  /** The target after the change, without secrets; null when it no longer exists. */
  after: JsonObject | null;
  /** Renews the signature of the log's head, which the entry moves. */
  signer: AuditSigner;
}

/** A stored audit event with its position in the organization's hash chain. */
export interface AuditEntry extends Omit<AuditEvent, 'signer'> {
  /** 1, 2, 3 … within the organization, without gaps. */
  sequence: number;
  /** The hash of the previous entry; 64 zeros for the first. */
  previousHash: string;
  /** SHA-256 (hex) over the previous hash and the entry's canonical text. */
  hash: string;
}

/** All given criteria must match; an empty list or null matches everything. */
export interface AuditFilter {
  actions: readonly AuditAction[];
  actorId: string | null;
  environmentId: string | null;
  targetId: string | null;
  /** ms; `from` inclusive, `to` exclusive. */
  from: number | null;
  to: number | null;
}

/** The newest entries, or those on one side of a sequence number (exclusive). */
export interface AuditPage {
  limit: number;
  from: { sequence: number; direction: 'older' | 'newer' } | null;
}

/** The result of verifying an organization's chain. */
export interface ChainReport {
  /** Intact entries from the start of the chain. */
  entries: number;
  /**
   * The first entry that differs from what was written, or null. `missing` also if the chain ends too early; `unsigned` if all
   * entries fit together, but no key of this installation signed the last one: entries were rewritten or cut off.
   */
  broken: { sequence: number; why: 'edited' | 'missing' | 'unsigned' } | null;
}

/** A stored head; null for a database that is older than signatures, until the service starts. */
export interface SignedHead extends AuditHead {
  signature: string | null;
}

export interface AuditStore {
  /** Appends an entry that describes no change of stored data, such as a rejected login. */
  append(auditEvent: AuditEvent): Promise<void>;
  /** Rows in reading order: newest first, or oldest first when the page goes `newer`. */
  list(organizationId: string, filter: AuditFilter, page: AuditPage): Promise<AuditEntry[]>;
  /** The heads of all organizations with entries. */
  heads(): Promise<SignedHead[]>;
  /** Replaces the signature of a head; does nothing when the head has moved or has another signature. */
  renewSignature(head: SignedHead, signature: string): Promise<void>;
  /** Reads the whole chain in bounded memory, recomputes every hash, and checks the signature of its head. */
  verify(organizationId: string, signer: AuditSigner): Promise<ChainReport>;
}
