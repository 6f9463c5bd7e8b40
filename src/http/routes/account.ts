// GET /v1/environments/{env}/accounts/{id}: one account's summary, timeline, networks and devices.
import Type from 'typebox';
import { readAccount, readAccountNetworks, readTimeline } from '../../flows/accounts/read-account.ts';
import { listAccountDevices } from '../../flows/devices/list-devices.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PageQuery } from '../lists/paging.ts';
import { plainList } from '../lists/plain-list.ts';
import { completeSince } from '../lists/recent-range.ts';
import {
  AccountNetworkSchema,
  AccountSummarySchema,
  accountNetworkBody,
  accountSummaryBody,
  TimelineEntrySchema,
  timelineEntryBody,
} from '../schemas/account.ts';
import { MAX_DEVICES, MAX_EVENTS, MAX_NETWORKS } from '../schemas/activity-limit-texts.ts';
import { AccountDeviceSchema, accountDeviceBody } from '../schemas/device.ts';
import { AccountPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const READ = { method: 'GET', tag: 'Investigation', credentials: ['secret', 'session'], permission: 'read' } as const;
const ACCOUNT = '/v1/environments/{env}/accounts/{externalAccountId}';
const COMPLETE_SINCE = { 'Assay-Complete-Since': 'All events of the account since this time were read.' };

export function accountDetailRoutes(services: Services): Route[] {
  return [summaryRoute(services), timelineRoute(services), networksRoute(services), devicesRoute(services)];
}

function summaryRoute({ context }: Services): Route {
  return route({
    ...READ,
    path: ACCOUNT,
    operationId: 'readAccount',
    summary: 'Read the summary of an account: its activity, its proofs, and its last 30 days',
    description:
      `Counters of its whole history, and from its newest ${MAX_EVENTS} events: the last login that was let through, the last ` +
      'label, and the risk and decisions of 30 days. `complete_since` says since when this is complete.',
    params: AccountPath,
    responses: { 200: { description: 'The account.', body: dataOf(named(AccountSummarySchema)) } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const account = await readAccount(context, environment, params.externalAccountId);
      return { status: 200, body: { data: accountSummaryBody(account) } };
    },
  });
}

function timelineRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...READ,
    path: `${ACCOUNT}/timeline`,
    operationId: 'listAccountTimeline',
    summary: 'List what happened to an account, newest first',
    description:
      `The important ones of its newest ${MAX_EVENTS} events: runs of stopped events as one entry, first logins from a device or ` +
      'network, changes of the account, labels and notes.',
    params: AccountPath,
    query: PageQuery,
    responses: {
      200: {
        description: 'A page of the timeline.',
        body: listSchema(named(TimelineEntrySchema), 'Entries.'),
        headers: COMPLETE_SINCE,
      },
    },
    handler: async ({ caller, params, query, http }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { entries, completeSince: since } = await readTimeline(context, environment, params.externalAccountId);
      // A run that continues keeps its first event.
      const rows = entries.map((entry) => ({ ...entry, id: `${entry.note?.id ?? entry.events[0]?.id} ${entry.kind}` }));
      const identity = { list: 'listAccountTimeline', environment: JSON.stringify(params), filter: {} };
      const path = http.url.split('?', 1)[0] as string;
      const body = inMemoryPage(services, identity, path, query, rows, timelineEntryBody, {
        rank: ({ firstAt }) => firstAt,
      });
      return { status: 200, body, headers: completeSince(since) };
    },
  });
}

function networksRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...READ,
    path: `${ACCOUNT}/networks`,
    operationId: 'listAccountNetworks',
    summary: 'List the networks that an account has used, the last used first',
    description: `From its newest ${MAX_EVENTS} events; at most ${MAX_NETWORKS} addresses, masked.`,
    params: AccountPath,
    query: PageQuery,
    responses: {
      200: {
        description: 'A page of networks.',
        body: listSchema(named(AccountNetworkSchema), 'Networks.'),
        headers: COMPLETE_SINCE,
      },
    },
    handler: async ({ caller, params, query, http }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { networks, completeSince: since } = await readAccountNetworks(
        context,
        environment,
        params.externalAccountId,
      );
      const identity = { list: 'listAccountNetworks', environment: JSON.stringify(params), filter: {} };
      const path = http.url.split('?', 1)[0] as string;
      const body = inMemoryPage(services, identity, path, query, networks, accountNetworkBody, {
        rank: (one) => one.lastUsedAt,
      });
      return { status: 200, body, headers: completeSince(since) };
    },
  });
}

const DEVICE_FILTERS = {
  returning: Type.Optional(
    Type.Boolean({
      description:
        `Among the ${MAX_DEVICES} devices used last, only those with a second event, a proof or trust, or only the others: an attack ` +
        'leaves one device for each attempt.',
    }),
  ),
};

function devicesRoute(services: Services): Route {
  const { context } = services;
  return plainList(services, {
    path: `${ACCOUNT}/devices`,
    operationId: 'listAccountDevices',
    summary: 'List the devices that an account has used, newest first',
    description:
      'The devices to show a customer under "where you are logged in", with the times of the account’s own first and last event.',
    params: AccountPath,
    filters: DEVICE_FILTERS,
    item: AccountDeviceSchema,
    find: ({ caller, params }) => findEnvironment(context, caller.environments, params.env),
    read: (environment, { externalAccountId }, page, { returning = null }) =>
      listAccountDevices(context, environment, externalAccountId, { returning }, page),
    keyOf: ({ id }) => id,
    bodyOf: accountDeviceBody,
  });
}
