// The written contract for policies: every version whole, appended by changes that take turns.
import type { Policy } from '../policy/policy.ts';
import type { AuditEvent } from './audit.ts';

/** Who made a version; the id stays after the member was removed. */
export type PolicyActor = AuditEvent['actor'];

/** A version as it is kept. */
export interface PolicyVersion extends Policy {
  updatedAt: number;
  /** Null for the first version, which came with the environment. */
  updatedBy: PolicyActor | null;
}

/** What a change makes of the version in force, and the audit entry that is kept with it: its time and actor are the version's. */
export interface PolicyEdit extends Pick<Policy, 'thresholds' | 'rules'> {
  change: AuditEvent;
}

export interface PolicyChange {
  before: PolicyVersion;
  /** The same as `before` when nothing changed. */
  after: PolicyVersion;
}

/** A page of versions: the newest, or those on one side of a version (exclusive), in the direction of reading. */
export interface VersionPage {
  limit: number;
  from: { version: number; direction: 'older' | 'newer' } | null;
}

export interface PolicyStore {
  /** The version in force; null when there is no such environment. */
  active(environmentNumber: number): Promise<PolicyVersion | null>;
  version(environmentNumber: number, version: number): Promise<PolicyVersion | null>;
  versions(environmentNumber: number, page: VersionPage): Promise<PolicyVersion[]>;
  /**
   * Reads the version in force, calls `edit` and keeps what it returns as the next one with its audit entry, in one transaction that takes
   * its turn among those of the environment. When `edit` returns null nothing is kept. What `edit` throws undoes it.
   * `edit` may run again after a serialization failure. Null when there is no such environment.
   */
  change(environmentNumber: number, edit: (current: PolicyVersion) => PolicyEdit | null): Promise<PolicyChange | null>;
  /** The number of the environment whose policy in force holds the rule of this id, or null: one indexed look-up. */
  locateRule(id: string): Promise<number | null>;
}
