// Storage contract for assignments: which member handles an event.
import type { AuditEvent } from './audit.ts';
import type { NamedMember } from './notes.ts';

export interface Assignment {
  member: NamedMember;
  assignedAt: number;
}

/** Instead of a result: the member that was to be assigned has been removed meanwhile. Nothing was written. */
export type MemberGone = 'member_gone';

/** The result of assigning many events. */
export interface AssignedEvents {
  /** Events that got another assignee. */
  changed: readonly string[];
  /** Events that stay with another member, by id. */
  skipped: readonly (Assignment & { eventId: string })[];
}

export interface AssignmentStore {
  find(environmentNumber: number, eventId: string): Promise<Assignment | null>;
  /**
   * Assigns the event, or unassigns it if `next` is null. Writes nothing if the event is already assigned as requested.
   * @param expected the id of the current assignee as far as the caller knows, null for nobody; undefined for any.
   * @throws Failure `conflict` `assignee_changed` if another member is assigned.
   */
  assign(
    environmentNumber: number,
    eventId: string,
    next: Assignment | null,
    expected: string | null | undefined,
    describe: (before: Assignment | null) => AuditEvent,
  ): Promise<Assignment | null | MemberGone>;
  /**
   * Assigns all events in one transaction, or unassigns them if `next` is null. Writes nothing for those already as requested.
   * @param takenFrom the id of the member whose events may be taken over, besides unassigned ones; null for everybody's.
   * @param describe is called only if something changed, with the ids of those events.
   */
  assignMany(
    environmentNumber: number,
    eventIds: readonly string[],
    next: Assignment | null,
    takenFrom: string | null,
    describe: (changed: readonly string[]) => AuditEvent,
  ): Promise<AssignedEvents | MemberGone>;
}
