// PUT /v1/events/{event}/assignee and POST /v1/environments/{env}/assignments: which member handles an event, or many events.
import { assignEvent } from '../../flows/assignments/assign-event.ts';
import { assignEvents } from '../../flows/assignments/assign-events.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import {
  AssignedEventsSchema,
  AssignmentBody,
  AssignmentSchema,
  AssignmentsBody,
  assignedEventsBody,
  assignmentBody,
} from '../schemas/assignment.ts';
import { EnvironmentPath, EventPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { EVENT_IDS_LIMIT } from './outcome-batches.ts';

export function assignmentRoutes(services: Services): Route[] {
  return [assignRoute(services), assignManyRoute(services)];
}

function assignRoute(services: Services): Route {
  const { context } = services;
  return route({
    method: 'PUT',
    path: '/v1/events/{event}/assignee',
    operationId: 'assignEvent',
    tag: 'Investigation',
    summary: 'Assign an event to a member, or to nobody',
    description:
      'Lists can be filtered by it with `assigned_to`. Assigning it to the same member again changes nothing.',
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
}

function assignManyRoute(services: Services): Route {
  const { context } = services;
  return route({
    method: 'POST',
    path: '/v1/environments/{env}/assignments',
    operationId: 'assignEvents',
    tag: 'Investigation',
    summary: 'Assign many events to a member, or to nobody',
    description:
      'All events in one transaction with one audit entry. Events of other members stay assigned to them and are ' +
      'listed in `skipped`, unless `replace` is true.',
    credentials: ['session'],
    permission: 'assign_events',
    params: EnvironmentPath,
    body: AssignmentsBody,
    bodyLimit: EVENT_IDS_LIMIT,
    responses: { 200: { description: 'What changed.', body: dataOf(named(AssignedEventsSchema)) } },
    handler: async (request) => {
      const { caller, params, body } = request;
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { event_ids: eventIds, member_id: memberId, replace = false } = body;
      const actor = auditActorOf(services, request);
      const result = await assignEvents(context, actor, environment, { eventIds, memberId, replace });
      return { status: 200, body: { data: assignedEventsBody(new Set(eventIds).size, result) } };
    },
  });
}
