// Storage contract for assignments: which member looks into an event.
import type { AuditEvent } from './audit.ts';
import type { NamedMember } from './notes.ts';

export interface Assignment {
  member: NamedMember;
  assignedAt: number;
}

/** The result of assigning many events. */
export interface AssignedEvents {
  /** Events that changed hands. */
  changed: readonly string[];
  /** Events that another member has and keeps, by id. */
  skipped: readonly (Assignment & { eventId: string })[];
}

export interface AssignmentStore {
  find(environmentNumber: number, eventId: string): Promise<Assignment | null>;
  /**
   * Assigns the event, or takes it back when `next` is null. Writes nothing when it is as requested already.
   * @param expected the id of the member who has it as far as the caller knows, null for nobody; undefined for any.
   * @throws Failure `conflict` `assignee_changed` when another member has it.
   */
  assign(
    environmentNumber: number,
    eventId: string,
    next: Assignment | null,
    expected: string | null | undefined,
    describe: (before: Assignment | null) => AuditEvent,
  ): Promise<Assignment | null>;
  /**
   * Assigns all events in one transaction, or takes them back when `next` is null. Writes nothing for those that are as requested.
   * @param takenFrom the id of the member whose events change hands beside those of nobody; null for everybody's.
   * @param describe is called only when something changed, with the ids of those events.
   */
  assignMany(
    environmentNumber: number,
    eventIds: readonly string[],
    next: Assignment | null,
    takenFrom: string | null,
    describe: (changed: readonly string[]) => AuditEvent,
  ): Promise<AssignedEvents>;
}
