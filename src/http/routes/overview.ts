// GET …/overview (dashboard sessions alone) and GET …/network.
import Type, { type Static } from 'typebox';
import { listNetworks, readOverview } from '../../flows/overview/read-overview.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { parseTime } from '../input/time.ts';
import { idPage } from '../lists/event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, pageOf } from '../lists/paging.ts';
import { NetworkSchema, networkItem } from '../schemas/network.ts';
import { OverviewSchema, overviewBody } from '../schemas/overview.ts';
import { closed, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { EnvironmentPath } from './event-lists.ts';

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/;
const PageQuery = closed(PAGE_PARAMETERS);

export function overviewRoutes(services: Services): Route[] {
  return [overviewRoute(services), networkRoute(services)];
}

function overviewRoute({ context }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/environments/{env}/overview',
    operationId: 'readOverview',
    tag: 'Investigation',
    summary: 'Figures of one day, UTC',
    credentials: ['session'],
    permission: 'read',
    params: EnvironmentPath,
    query: closed({
      date: Type.Optional(Type.String({ maxLength: 40, description: 'YYYY-MM-DD; today when left out.' })),
    }),
    responses: { 200: { description: 'The figures.', body: closed({ data: named(OverviewSchema) }) } },
    handler: async ({ caller, params, query }) => {
      const at = query.date === undefined ? context.clock() : dayOf(query.date);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const figures = await readOverview(context, environment, at);
      return { status: 200, body: { data: overviewBody(isoTime(at).slice(0, 10), figures) } };
    },
  });
}

function dayOf(date: string): number {
  const at = DAY_FORM.test(date) ? parseTime(`${date}T00:00:00Z`) : null;
  if (at === null) throw invalid({ pointer: 'date', code: 'bad_date', detail: 'Must be a day such as 2026-03-01.' });
  return at;
}

function networkRoute({ context, cursors }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/environments/{env}/network',
    operationId: 'listNetworks',
    tag: 'Investigation',
    summary: 'One row for each distinct address, the newest first',
    description:
      'In the order in which the addresses were first seen, so that pages stay as they are while events arrive.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EnvironmentPath,
    query: PageQuery,
    responses: {
      200: { description: 'A page of addresses.', body: listSchema(named(NetworkSchema), 'Addresses, masked.') },
    },
    handler: async ({ caller, params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor } = query as Static<typeof PageQuery>;
      const identity = { list: 'network', environment: params.env, filter: {} };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const rows = await listNetworks(context, environment, idPage(position, limit));
      const page = pageOf(rows, position, limit, ({ firstEventId }) => [firstEventId]);
      const shown = { ...page, rows: page.rows.map(networkItem) };
      return { status: 200, body: listBody(cursors, identity, `/v1/environments/${params.env}/network`, limit, shown) };
    },
  });
}
