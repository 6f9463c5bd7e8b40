// GET /v1/environments/{env}/overview (only with a dashboard session) and GET /v1/environments/{env}/network.
import Type from 'typebox';
import { listNetworks, readOverview } from '../../flows/overview/read-overview.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { parseTime } from '../input/time.ts';
import { idPage } from '../lists/event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PageQuery, pageOf } from '../lists/paging.ts';
import { NetworkSchema, networkItem } from '../schemas/network.ts';
import { OverviewSchema, overviewBody } from '../schemas/overview.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { closed, dataOf, named, timeInput } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function overviewRoutes(services: Services): Route[] {
  return [overviewRoute(services), networkRoute(services)];
}

function overviewRoute({ context }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/environments/{env}/overview',
    operationId: 'readOverview',
    tag: 'Investigation',
    summary: 'Read the counts of one day, UTC',
    description:
      'Counts by type, decision, level and evaluation, the most frequent signals, and one row per hour. Read from counters, so it costs the same for ten events and ten million.',
    credentials: ['session'],
    permission: 'read',
    params: EnvironmentPath,
    query: closed({ date: Type.Optional(timeInput('YYYY-MM-DD; today by default.')) }),
    responses: { 200: { description: 'The counts.', body: dataOf(named(OverviewSchema)) } },
    handler: async ({ caller, params, query }) => {
      const at = query.date === undefined ? context.clock() : parseDate(query.date);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const overview = await readOverview(context, environment, at);
      return { status: 200, body: { data: overviewBody(isoTime(at).slice(0, 10), overview) } };
    },
  });
}

/** The start of the day in ms. @throws Failure `invalid`. */
function parseDate(date: string): number {
  const at = DATE.test(date) ? parseTime(`${date}T00:00:00Z`) : null;
  if (at === null) throw invalid({ pointer: 'date', code: 'bad_date', detail: 'Must be a date such as 2026-03-01.' });
  return at;
}

function networkRoute({ context, cursors }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/environments/{env}/network',
    operationId: 'listNetworks',
    tag: 'Investigation',
    summary: 'List the distinct addresses of an environment, newest first',
    description: 'Sorted by when each address was first seen, so that pages stay stable while events arrive.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EnvironmentPath,
    query: PageQuery,
    responses: {
      200: { description: 'A page of addresses.', body: listSchema(named(NetworkSchema), 'Addresses, masked.') },
    },
    handler: async ({ caller, params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const identity = { list: 'network', environment: params.env, filter: {} };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const rows = await listNetworks(context, environment, idPage(position, limit));
      const page = pageOf(rows, position, limit, ({ firstEventId }) => [firstEventId]);
      const bodies = { ...page, rows: page.rows.map(networkItem) };
      const path = `/v1/environments/${params.env}/network`;
      return { status: 200, body: listBody(cursors, identity, path, limit, bodies) };
    },
  });
}
