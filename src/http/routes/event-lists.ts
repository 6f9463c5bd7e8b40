// GET /v1/environments/{env}/events and /risk-assessments: the same rows, the same filters, two views.
import Type, { type Static, type TSchema } from 'typebox';
import { exportEvents, listEvents, type MaskedEvent } from '../../flows/events/list-events.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { AssessmentQuery, EventQuery, eventListFilter, idPage } from '../lists/event-query.ts';
import { acceptsNdjson, NDJSON, ndjsonResponse } from '../lists/ndjson.ts';
import { DEFAULT_LIMIT, listBody, listSchema, pageOf } from '../lists/paging.ts';
import { AssessmentItemSchema, assessmentItem, EventItemSchema, eventItem } from '../schemas/listed-event.ts';
import { closed, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export const EnvironmentPath = closed({ env: Type.String({ description: 'Environment id, prefix env_.' }) });

interface View {
  list: 'events' | 'risk-assessments';
  operationId: string;
  tag: Route['tag'];
  summary: string;
  query: typeof EventQuery | typeof AssessmentQuery;
  item: TSchema;
  itemOf: (event: MaskedEvent) => unknown;
}

const VIEWS: readonly View[] = [
  {
    list: 'events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'Events of an environment, newest first',
    query: EventQuery,
    item: EventItemSchema,
    itemOf: eventItem,
  },
  {
    list: 'risk-assessments',
    operationId: 'listRiskAssessments',
    tag: 'Investigation',
    summary: 'Risk assessments of an environment with every signal, newest first',
    query: AssessmentQuery,
    item: AssessmentItemSchema,
    itemOf: assessmentItem,
  },
];

export function eventListRoutes(services: Services): Route[] {
  return VIEWS.map((view) => listRoute(services, view));
}

function listRoute({ context, cursors }: Services, view: View): Route {
  const { list, operationId, tag, summary, query, item, itemOf } = view;
  return route({
    method: 'GET',
    path: `/v1/environments/{env}/${list}`,
    operationId,
    tag,
    summary,
    description:
      `With \`Accept: ${NDJSON}\` everything that the filter leaves is streamed, an item a line; \`cursor\` says where to ` +
      'begin, and `limit`, which is for pages, does not end it. A stream that breaks off ends without its last chunk.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EnvironmentPath,
    query,
    responses: {
      200: { description: 'A page of the list.', body: listSchema(named(item), summary), streamed: NDJSON },
    },
    handler: async ({ caller, params, query: asked, http }) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = asked as Static<typeof AssessmentQuery>;
      const identity = { list, environment: params.env, filter };
      const wanted = eventListFilter(filter);
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const from = idPage(position, limit);
      if (acceptsNdjson(http))
        return ndjsonResponse(http, exportEvents(context, environment, wanted, from.from), itemOf);
      const rows = await listEvents(context, environment, wanted, from);
      const page = pageOf(rows, position, limit, ({ id }) => [id]);
      const shown = { ...page, rows: page.rows.map(itemOf) };
      return { status: 200, body: listBody(cursors, identity, `/v1/environments/${params.env}/${list}`, limit, shown) };
    },
  });
}
