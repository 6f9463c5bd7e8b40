// GET /v1/environments/{env}/overview (only with a dashboard session).
import Type from 'typebox';
import { readOverview, readTrends } from '../../flows/overview/read-overview.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { DAY, isoTime } from '../../vocabulary/clock.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { parseTime } from '../input/time.ts';
import { OverviewSchema, overviewBody } from '../schemas/overview.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { closed, dataOf, named, timeInput } from '../schemas/schema.ts';
import { TrendsSchema, trendsBody } from '../schemas/trends.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function overviewRoutes(services: Services): Route[] {
  return [overviewRoute(services), trendsRoute(services)];
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

/** Days of one response: three months, and as many again for the time before. */
const MAX_DAYS = 92;

function trendsRoute({ context }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/environments/{env}/trends',
    operationId: 'readTrends',
    tag: 'Investigation',
    summary: `Read the counts of up to ${MAX_DAYS} days, UTC`,
    description: 'Events and decisions of each day, and the signals that fired most in the range.',
    credentials: ['session'],
    permission: 'read',
    params: EnvironmentPath,
    query: closed({
      from: timeInput('The first day, YYYY-MM-DD.', { examples: ['2026-03-01'] }),
      to: timeInput('The last day, inclusive.', { examples: ['2026-03-07'] }),
    }),
    responses: { 200: { description: 'The counts.', body: dataOf(named(TrendsSchema)) } },
    handler: async ({ caller, params, query }) => {
      const range = { from: parseDate(query.from, 'from'), to: parseDate(query.to, 'to') };
      const [first, last] = [range.from / DAY, range.to / DAY];
      if (last < first || last - first >= MAX_DAYS) {
        const detail = `The range must have 1 to ${MAX_DAYS} days.`;
        throw invalid({ pointer: 'to', code: last < first ? 'inverted_range' : 'range_too_long', detail });
      }
      const environment = await findEnvironment(context, caller.environments, params.env);
      const trends = await readTrends(context, environment, range);
      return { status: 200, body: { data: trendsBody(first, last, trends) } };
    },
  });
}

/** The start of the day in ms. @throws Failure `invalid`. */
function parseDate(date: string, pointer = 'date'): number {
  const at = DATE.test(date) ? parseTime(`${date}T00:00:00Z`) : null;
  if (at === null) throw invalid({ pointer, code: 'bad_date', detail: 'Must be a date such as 2026-03-01.' });
  return at;
}
