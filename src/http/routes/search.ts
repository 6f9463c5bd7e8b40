// GET /v1/environments/{env}/search?q=: what a pasted id, an account or an address leads to.
import Type from 'typebox';
import { search } from '../../flows/search/search.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { closed, dataOf, MAX_ACCOUNT_ID_LENGTH, named } from '../schemas/schema.ts';
import { SearchSchema, searchBody } from '../schemas/search.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SearchQuery = closed({
  q: Type.String({
    minLength: 1,
    maxLength: MAX_ACCOUNT_ID_LENGTH,
    description:
      'The beginning of an event, device, session or delivery id (four characters after the prefix or more), the ' +
      'beginning of an account id, or an IP address, complete or masked (198.51.100.xxx).',
    examples: ['u_1'],
  }),
});

export function searchRoutes({ context }: Services): Route[] {
  const find = route({
    method: 'GET',
    path: '/v1/environments/{env}/search',
    operationId: 'search',
    tag: 'Investigation',
    summary: 'Find events, devices, sessions, deliveries, accounts and networks',
    description:
      'Accepts a pasted id, the beginning of an account id, or an address, complete or masked. Returns up to ten hits of each kind.',
    credentials: ['session'],
    permission: 'read',
    params: EnvironmentPath,
    query: SearchQuery,
    responses: { 200: { description: 'What was found.', body: dataOf(named(SearchSchema)) } },
    handler: async ({ caller, params, query }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      return { status: 200, body: { data: searchBody(await search(context, environment, query.q)) } };
    },
  });
  return [find];
}
