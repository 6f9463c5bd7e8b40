// POST /v1/events/{event_id}/outcome and GET /v1/events/{event_id}/outcomes.
import type { Caller } from '../../flows/auth/authenticate.ts';
import { listOutcomes } from '../../flows/outcomes/list-outcomes.ts';
import { recordOutcome } from '../../flows/outcomes/record-outcome.ts';
import type { Submitter } from '../../records/outcomes.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PageQuery, type Position, pageOf } from '../lists/paging.ts';
import { OutcomeBody, OutcomeSchema, outcomeBody, submissionOf } from '../schemas/outcome.ts';
import { EventOutcomePath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { traceOf } from '../server/trace-context.ts';

const OneOutcome = dataOf(named(OutcomeSchema));

export function outcomeRoutes(services: Services): Route[] {
  return [recordRoute(services), historyRoute(services)];
}

function recordRoute({ context }: Services): Route {
  return route({
    method: 'POST',
    path: '/v1/events/{event_id}/outcome',
    operationId: 'recordOutcome',
    tag: 'Outcomes',
    summary: 'Report what really happened',
    description:
      'Append-only. Only label and authentication_outcome are compared with the current row: if both are equal, the row is ' +
      'returned unchanged; otherwise a new row becomes current. At least one of the two is required.',
    credentials: ['secret', 'session'],
    permission: 'record_outcome',
    params: EventOutcomePath,
    body: OutcomeBody,
    responses: {
      201: { description: 'A new row, now current.', body: OneOutcome },
      200: { description: 'The current row already has the same label and authentication_outcome.', body: OneOutcome },
    },
    handler: async ({ caller, params, body, http }) => {
      const { row, written } = await recordOutcome(
        context,
        caller.environments,
        params.event_id,
        submissionOf(body),
        submitterOf(caller),
        { trace: traceOf(http) },
      );
      return { status: written ? 201 : 200, body: { data: outcomeBody(row) } };
    },
  });
}

function historyRoute({ context, cursors }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/events/{event_id}/outcomes',
    operationId: 'listOutcomes',
    tag: 'Outcomes',
    summary: 'List the outcomes of an event, oldest first',
    description: 'Every revision, with its submitter and time. Exactly one row is current.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EventOutcomePath,
    query: PageQuery,
    responses: { 200: { description: 'The rows.', body: listSchema(named(OutcomeSchema), 'A page of outcomes.') } },
    handler: async ({ caller, params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const identity = (environment: string) => ({ list: `outcomes ${params.event_id}`, environment, filter: {} });
      let position: Position | null = null;
      // The cursor names the environment, which is known only once the event has been found.
      const { environment, rows } = await listOutcomes(
        context,
        caller.environments,
        params.event_id,
        limit + 1,
        ({ id }) => {
          position = cursor === undefined ? null : cursors.verify(identity(id), cursor);
          return position === null ? null : { direction: position.direction, revision: Number(position.key[0]) };
        },
      );
      const page = pageOf(rows, position, limit, (row) => [row.revision]);
      const path = `/v1/events/${params.event_id}/outcomes`;
      return {
        status: 200,
        body: listBody(cursors, identity(environment.id), path, limit, { ...page, rows: page.rows.map(outcomeBody) }),
      };
    },
  });
}

function submitterOf(caller: Caller): Submitter {
  if (caller.kind === 'session') return { type: 'user', id: caller.member.id, name: caller.member.email };
  return { type: 'secret_key', id: caller.key.id, name: caller.key.name };
}
