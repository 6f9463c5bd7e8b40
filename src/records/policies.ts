// Storage contract for policies: complete, immutable versions, appended in sequence.
import type { Policy } from '../policy/policy.ts';
import type { AuditEvent } from './audit.ts';

/** Who created a version; the id stays after the member is removed. */
export type PolicyActor = AuditEvent['actor'];

/** A stored version. */
export interface PolicyVersion extends Policy {
  updatedAt: number;
  /** Null for the first version, which is created with the environment. */
  updatedBy: PolicyActor | null;
  /** The reason for the change, in its actor's words. */
  comment: string | null;
}

/** The next version and the audit event written with it, whose time and actor become the version's. */
export interface PolicyEdit extends Pick<Policy, 'thresholds' | 'rules'> {
  auditEvent: AuditEvent;
  comment: string | null;
}

export interface PolicyChange {
  before: PolicyVersion;
  /** The same as `before` if nothing changed. */
  after: PolicyVersion;
}

/** The newest versions, or those on one side of a version (exclusive), in reading order. */
export interface VersionPage {
  limit: number;
  from: { version: number; direction: 'older' | 'newer' } | null;
}

export interface PolicyStore {
  /** The active version; null when there is no such environment. */
  active(environmentNumber: number): Promise<PolicyVersion | null>;
  version(environmentNumber: number, version: number): Promise<PolicyVersion | null>;
  versions(environmentNumber: number, page: VersionPage): Promise<PolicyVersion[]>;
  /**
   * Reads the active version, calls `edit` and stores its result as the next version with its audit entry, in one
   * transaction that locks the environment's row, so changes of one policy run in sequence. When `edit` returns null
   * nothing is written; when it throws, the transaction is rolled back. `edit` may run again after a serialization
   * failure. Returns null when there is no such environment.
   */
  change(environmentNumber: number, edit: (current: PolicyVersion) => PolicyEdit | null): Promise<PolicyChange | null>;
  /** The number of the environment whose active policy contains the rule, or null: one indexed lookup. */
  locateRule(id: string): Promise<number | null>;
}
