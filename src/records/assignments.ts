// Storage contract for assignments: which member looks into an event.
import type { AuditEvent } from './audit.ts';
import type { NamedMember } from './notes.ts';

export interface Assignment {
  member: NamedMember;
  assignedAt: number;
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
}
