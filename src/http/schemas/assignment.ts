// The assignment of an event, as callers request it and as the API returns it.
import Type from 'typebox';
import type { Assignment } from '../../records/assignments.ts';
import { NamedMemberSchema, namedMemberBody } from './note.ts';
import { type BodyOf, closed, isoTimeOrNull, MAX_ID_LENGTH, nullable, time } from './schema.ts';

const memberId = (description: string) =>
  nullable(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description }));

export const AssignmentBody = closed({
  member_id: memberId('Id of a member who may label events; null for nobody.'),
  expected_member_id: Type.Optional(
    memberId('Who has the event as far as you know. With another member, 409 `assignee_changed`, and nothing changes.'),
  ),
});

export const AssignedToSchema = Type.Union([NamedMemberSchema, Type.Null()], {
  description: 'The member who looks into the event.',
});

export const AssignmentSchema = closed(
  { event_id: Type.String(), assigned_to: AssignedToSchema, assigned_at: nullable(time()) },
  { $id: 'Assignment', description: 'Which member looks into an event.' },
);

export function assignmentBody(eventId: string, assignment: Assignment | null): BodyOf<typeof AssignmentSchema> {
  return {
    event_id: eventId,
    assigned_to: assignment === null ? null : namedMemberBody(assignment.member),
    assigned_at: isoTimeOrNull(assignment?.assignedAt ?? null),
  };
}
