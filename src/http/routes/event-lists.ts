// GET /v1/environments/{env}/events and /risk-assessments: the same rows and filters in two views, and /events/count.
import type { TSchema } from 'typebox';
import { countEvents, MAX_COUNTED } from '../../flows/events/count-events.ts';
import { exportEvents, listEvents, type MaskedEvent } from '../../flows/events/list-events.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { formatNumber } from '../../vocabulary/format-count.ts';
import { EventCountQuery, EventQuery, eventListFilter, eventPage } from '../lists/event-query.ts';
import { requestedStream, STREAM_DESCRIPTION, STREAMED_TYPES, streamResponse } from '../lists/export.ts';
import { DEFAULT_LIMIT, listBody, listSchema, pageOf } from '../lists/paging.ts';
import {
  AssessmentItemSchema,
  assessmentItem,
  EventCountSchema,
  EventItemSchema,
  eventItem,
} from '../schemas/listed-event.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { type BodyOf, dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

interface View<I extends TSchema> {
  list: 'events' | 'risk-assessments';
  operationId: string;
  tag: Route['tag'];
  summary: string;
  item: I;
  itemOf: (event: MaskedEvent) => BodyOf<I>;
}

export function eventListRoutes(services: Services): Route[] {
  return [
    listRoute(services, {
      list: 'events',
      operationId: 'listEvents',
      tag: 'Events',
      summary: 'List the events of an environment, newest first',
      item: EventItemSchema,
      itemOf: eventItem,
    }),
    listRoute(services, {
      list: 'risk-assessments',
      operationId: 'listRiskAssessments',
      tag: 'Investigation',
      summary: 'List the risk assessments of an environment with every signal, newest first',
      item: AssessmentItemSchema,
      itemOf: assessmentItem,
    }),
    countRoute(services),
  ];
}

function countRoute({ context }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/environments/{env}/events/count',
    operationId: 'countEvents',
    tag: 'Events',
    summary: 'Count the events that match a filter',
    description:
      `Takes the filters of the list and counts at most ${formatNumber(MAX_COUNTED)} events, so that it costs no more as the data ` +
      'grows: `is_complete` is false when there are more.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EnvironmentPath,
    query: EventCountQuery,
    responses: { 200: { description: 'The count.', body: dataOf(named(EventCountSchema)) } },
    handler: async ({ caller, params, query }) => {
      const filter = eventListFilter(query, caller);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { count, isComplete } = await countEvents(context, environment, filter);
      return { status: 200, body: { data: { count, is_complete: isComplete } } };
    },
  });
}

function listRoute<I extends TSchema>({ context, cursors }: Services, view: View<I>): Route {
  const { list, operationId, tag, summary, item, itemOf } = view;
  return route({
    method: 'GET',
    path: `/v1/environments/{env}/${list}`,
    operationId,
    tag,
    summary,
    description: STREAM_DESCRIPTION,
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EnvironmentPath,
    query: EventQuery,
    responses: {
      200: {
        description: 'A page of the list.',
        body: listSchema(named<TSchema>(item), summary),
        streamed: STREAMED_TYPES,
      },
    },
    handler: async ({ caller, params, query, http }) => {
      const { limit = DEFAULT_LIMIT, cursor, format, ...parameters } = query;
      const identity = { list, environment: params.env, filter: parameters };
      const filter = eventListFilter(parameters, caller);
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const requested = eventPage(parameters.sort, position, limit);
      const stream = requestedStream(http, format);
      if (stream !== null) {
        return streamResponse(stream, http, exportEvents(context, environment, filter, requested), item, itemOf);
      }
      const rows = await listEvents(context, environment, filter, requested);
      const page = pageOf(rows, position, limit, ({ id, score }) => (parameters.sort === 'score' ? [score, id] : [id]));
      const bodies = { ...page, rows: page.rows.map(itemOf) };
      const path = `/v1/environments/${params.env}/${list}`;
      return { status: 200, body: listBody(cursors, identity, path, limit, bodies) };
    },
  });
}
