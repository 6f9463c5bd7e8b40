// GET /v1/environments/{env}/accounts: accounts by activity, or by the beginning of their id.
import Type from 'typebox';
import { listAccounts } from '../../flows/accounts/list-accounts.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { ACTIVITY_SORTS } from '../../vocabulary/words.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS } from '../lists/paging.ts';
import { ORDER_PARAMETER, sortedPage, sortedRows } from '../lists/sorted-query.ts';
import { AccountSchema, accountBody } from '../schemas/account.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { closed, MAX_ACCOUNT_ID_LENGTH, named, oneOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const AccountQuery = closed({
  prefix: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_ACCOUNT_ID_LENGTH,
      description: 'The beginning of the account id, case-sensitive. Sorts by name.',
    }),
  ),
  sort: Type.Optional(
    oneOf([...ACTIVITY_SORTS, 'name'], { description: 'What the list is sorted by.', default: 'last_seen' }),
  ),
  ...ORDER_PARAMETER,
  ...PAGE_PARAMETERS,
});

export function accountRoutes({ context, cursors }: Services): Route[] {
  const list = route({
    method: 'GET',
    path: '/v1/environments/{env}/accounts',
    operationId: 'listAccounts',
    tag: 'Investigation',
    summary: 'List the accounts of an environment with their activity',
    description:
      'For each account: when it was first and last seen, and how many of its events were stopped. `prefix` finds accounts by the beginning of their id.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EnvironmentPath,
    query: AccountQuery,
    responses: { 200: { description: 'A page of accounts.', body: listSchema(named(AccountSchema), 'Accounts.') } },
    handler: async ({ caller, params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const sort = filter.sort ?? (filter.prefix === undefined ? 'last_seen' : 'name');
      if (filter.prefix !== undefined && sort !== 'name') throw invalid(PREFIX_SORTS);
      const identity = { list: 'accounts', environment: params.env, filter };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const page = sortedPage(sort, filter.order ?? (sort === 'name' ? 'asc' : 'desc'), position, limit);
      const rows = await listAccounts(context, environment, { prefix: filter.prefix ?? null }, page);
      const path = `/v1/environments/${params.env}/accounts`;
      const bodies = sortedRows(rows, position, limit, accountBody);
      return { status: 200, body: listBody(cursors, identity, path, limit, bodies) };
    },
  });
  return [list];
}

/** A prefix is a range of the index of names; any other order would cost as much as there are matches to sort. */
const PREFIX_SORTS = {
  pointer: 'sort',
  code: 'prefix_sorts_by_name',
  detail: 'With a prefix, the list sorts by name.',
} as const;
