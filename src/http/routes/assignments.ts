// PUT /v1/events/{event}/assignee: which member looks into an event.
import { assignEvent } from '../../flows/assignments/assign-event.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { AssignmentBody, AssignmentSchema, assignmentBody } from '../schemas/assignment.ts';
import { EventPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export function assignmentRoutes(services: Services): Route[] {
  const { context } = services;
  const assign = route({
    method: 'PUT',
    path: '/v1/events/{event}/assignee',
    operationId: 'assignEvent',
    tag: 'Investigation',
    summary: 'Assign an event to a member, or to nobody',
    description: 'Lists filter by it with `assigned_to`. Assigning it to the same member again changes nothing.',
    credentials: ['session'],
    permission: 'assign_events',
    params: EventPath,
    body: AssignmentBody,
    errorStatuses: [409],
    responses: { 200: { description: 'The assignment after the change.', body: dataOf(named(AssignmentSchema)) } },
    handler: async (request) => {
      const { caller, params, body } = request;
      const actor = auditActorOf(services, request);
      const { member_id: next, expected_member_id: expected } = body;
      const assignment = await assignEvent(context, actor, caller.environments, params.event, next, expected);
      return { status: 200, body: { data: assignmentBody(params.event, assignment) } };
    },
  });
  return [assign];
}
