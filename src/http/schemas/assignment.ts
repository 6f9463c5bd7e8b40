// The assignment of an event, as callers request it and as the API returns it.
import Type from 'typebox';
import { MAX_BATCH } from '../../flows/outcomes/outcome-batch.ts';
import type { AssignedEvents, Assignment } from '../../records/assignments.ts';
import { NamedMemberSchema, namedMemberBody } from './note.ts';
import { type BodyOf, closed, count, isoTimeOrNull, MAX_ID_LENGTH, named, nullable, time } from './schema.ts';

const memberId = (description: string) =>
  nullable(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description }));

export const AssignmentBody = closed({
  member_id: memberId('Id of a member who may label events; null for nobody.'),
  expected_member_id: Type.Optional(
    memberId(
      'The member who has the event as far as you know. If another member has it, the response is 409 `assignee_changed`, and nothing changes.',
    ),
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

export const AssignmentsBody = closed({
  event_ids: Type.Array(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH }), { minItems: 1, maxItems: MAX_BATCH }),
  member_id: memberId('Id of a member who may label events; null unassigns the events.'),
  replace: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Also reassigns events of other members. Otherwise these events stay assigned and are listed in `skipped`.',
    }),
  ),
});

/** Assignments listed in the response: 20 KB. */
const MAX_SKIPPED = 100;

export const AssignedEventsSchema = closed(
  {
    event_count: count('Distinct events of the request.'),
    changed_count: count('Events whose assignment changed. The others already had this assignment, or were skipped.'),
    skipped_count: count('Events that stay assigned to another member.'),
    skipped: Type.Array(named(AssignmentSchema), { description: `The first ${MAX_SKIPPED} of them, by event id.` }),
  },
  { $id: 'AssignedEvents', description: 'The result of assigning many events by one request.' },
);

export function assignedEventsBody(
  eventCount: number,
  { changed, skipped }: AssignedEvents,
): BodyOf<typeof AssignedEventsSchema> {
  return {
    event_count: eventCount,
    changed_count: changed.length,
    skipped_count: skipped.length,
    skipped: skipped.slice(0, MAX_SKIPPED).map(({ eventId, ...one }) => assignmentBody(eventId, one)),
  };
}
