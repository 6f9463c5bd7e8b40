// GET /v1/environments/{env}/network, one network by its opaque id, and the accounts and devices seen there.
import Type from 'typebox';
import {
  listNetworkAccounts,
  listNetworkDevices,
  listNetworks,
  readNetwork,
} from '../../flows/networks/read-network.ts';
import { readNetworkActivity } from '../../flows/networks/read-network-activity.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { NETWORK_CLASSIFICATIONS } from '../../vocabulary/words.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS } from '../lists/paging.ts';
import { plainList } from '../lists/plain-list.ts';
import { SORT_PARAMETERS, sortedPage, sortedRows } from '../lists/sorted-query.ts';
import { AccountSchema, accountBody } from '../schemas/account.ts';
import { MAX_EVENTS } from '../schemas/activity-limit-texts.ts';
import { DeviceSchema, deviceBody } from '../schemas/device.ts';
import { NetworkActivitySchema, NetworkSchema, networkActivityBody, networkItem } from '../schemas/network.ts';
import { EnvironmentPath, NetworkPath } from '../schemas/paths.ts';
import { closed, dataOf, named, oneOf } from '../schemas/schema.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const READ = { method: 'GET', tag: 'Investigation', credentials: ['secret', 'session'], permission: 'read' } as const;
const NetworkQuery = closed({
  classification: Type.Optional(oneOf(NETWORK_CLASSIFICATIONS, { description: 'Only addresses of this kind.' })),
  ...SORT_PARAMETERS,
  ...PAGE_PARAMETERS,
});

export function networkRoutes(services: Services): Route[] {
  const { context } = services;
  const find = ({ caller, params }: RequestContext<typeof NetworkPath>) =>
    findEnvironment(context, caller.environments, params.env);
  return [
    listRoute(services),
    networkRoute(services),
    activityRoute(services),
    plainList(services, {
      path: '/v1/environments/{env}/network/{network}/accounts',
      operationId: 'listNetworkAccounts',
      tag: 'Investigation',
      summary: 'List the accounts seen at an address',
      description:
        'Many accounts at one address suggest an attack, or an office, school or mobile carrier. ' +
        'Sorted by an internal key, not by time.',
      params: NetworkPath,
      item: AccountSchema,
      find,
      read: (environment, { network }, page) => listNetworkAccounts(context, environment, network, page),
      keyOf: ({ key }) => key,
      bodyOf: accountBody,
    }),
    plainList(services, {
      path: '/v1/environments/{env}/network/{network}/devices',
      operationId: 'listNetworkDevices',
      tag: 'Investigation',
      summary: 'List the devices seen at an address, newest first',
      description: 'Each device with its whole activity, also at other addresses.',
      params: NetworkPath,
      item: DeviceSchema,
      find,
      read: (environment, { network }, page) => listNetworkDevices(context, environment, network, page),
      keyOf: ({ id }) => id,
      bodyOf: deviceBody,
    }),
  ];
}

function listRoute({ context, cursors }: Services): Route {
  return route({
    ...READ,
    path: '/v1/environments/{env}/network',
    operationId: 'listNetworks',
    summary: 'List the distinct addresses of an environment, newest first unless sorted otherwise',
    description:
      'By default sorted by when each address was first seen, so that pages stay stable while events arrive.',
    params: EnvironmentPath,
    query: NetworkQuery,
    responses: {
      200: { description: 'A page of addresses.', body: listSchema(named(NetworkSchema), 'Addresses, masked.') },
    },
    handler: async ({ caller, params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const identity = { list: 'network', environment: params.env, filter };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const page = sortedPage(filter.sort ?? 'first_seen', filter.order, position, limit);
      const rows = await listNetworks(context, environment, { classification: filter.classification ?? null }, page);
      const path = `/v1/environments/${params.env}/network`;
      const bodies = sortedRows(rows, position, limit, networkItem);
      return { status: 200, body: listBody(cursors, identity, path, limit, bodies) };
    },
  });
}

function networkRoute({ context }: Services): Route {
  return route({
    ...READ,
    path: '/v1/environments/{env}/network/{network}',
    operationId: 'readNetwork',
    summary: 'Read the activity of one address',
    description: 'When the address was seen, how often, and what was decided. The address itself is masked.',
    params: NetworkPath,
    responses: { 200: { description: 'The network.', body: dataOf(named(NetworkSchema)) } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      return { status: 200, body: { data: networkItem(await readNetwork(context, environment, params.network)) } };
    },
  });
}

function activityRoute({ context }: Services): Route {
  return route({
    ...READ,
    path: '/v1/environments/{env}/network/{network}/activity',
    operationId: 'readNetworkActivity',
    summary: 'Read what happened at one address: decisions by hour, and each account there',
    description:
      `From the newest ${MAX_EVENTS} events of the address. An account with a proof was used there by its owner; many accounts without ` +
      'one suggest an attack.',
    params: NetworkPath,
    responses: { 200: { description: 'The activity.', body: dataOf(named(NetworkActivitySchema)) } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const activity = await readNetworkActivity(context, environment, params.network);
      return { status: 200, body: { data: networkActivityBody(activity) } };
    },
  });
}
