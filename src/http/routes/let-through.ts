// GET /v1/environments/{env}/let-through: events that campaigns let through.
import Type from 'typebox';
import { type LetThrough, listLetThrough, readLetThrough } from '../../flows/campaigns/list-let-through.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { EVENT_SORT, EVENT_TYPE_FILTER, TIME_FILTERS } from '../lists/event-query.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PAGE_PARAMETERS } from '../lists/paging.ts';
import { completeSince, recentRange } from '../lists/recent-range.ts';
import { LetThroughSchema, letThroughItem } from '../schemas/listed-event.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { closed, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const LetThroughQuery = closed({
  ...TIME_FILTERS,
  unlabeled: Type.Optional(Type.Boolean({ description: 'Only events without a label.' })),
  event_type: EVENT_TYPE_FILTER,
  ...EVENT_SORT,
  ...PAGE_PARAMETERS,
});

export function letThroughRoutes(services: Services): Route[] {
  const { context } = services;
  const list = route({
    method: 'GET',
    path: '/v1/environments/{env}/let-through',
    operationId: 'listLetThrough',
    tag: 'Investigation',
    summary: 'List the events that campaigns let through, newest first or highest score first',
    description:
      'Allowed and monitored events with a device or fingerprint of a campaign: fraud that may have been missed and that ' +
      'nobody has labeled yet. Examines at most the newest 100 campaigns of the range, by default of the last seven days, and ' +
      'another 100 of events under a public key alone. ' +
      'The header `Assay-Complete-Since` gives the time since which all campaigns were examined.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EnvironmentPath,
    query: LetThroughQuery,
    responses: {
      200: {
        description: 'A page of events.',
        body: listSchema(named(LetThroughSchema), 'Events.'),
        headers: { 'Assay-Complete-Since': 'All campaigns since this time were examined.' },
      },
    },
    handler: async ({ caller, params, query }) => {
      const { limit: _, cursor: __, ...filter } = query;
      const range = recentRange(context, filter);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const options = { ...range, unlabeled: filter.unlabeled ?? false, types: filter.event_type ?? [] };
      const found = await listLetThrough(context, environment, options);
      const identity = { list: 'let-through', environment: params.env, filter };
      const path = `/v1/environments/${params.env}/let-through`;
      const rank = filter.sort === 'score' ? ({ score }: LetThrough) => score : undefined;
      const rows = inMemoryPage(services, identity, path, query, found.events, (row) => row, { rank });
      const events = await readLetThrough(context, environment, rows.data);
      const body = { ...rows, data: events.map(letThroughItem) };
      return { status: 200, body, headers: completeSince(found.from) };
    },
  });
  return [list];
}
