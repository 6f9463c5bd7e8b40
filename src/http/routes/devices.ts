// The devices of an environment, one device, and its events, accounts, signals and resolutions.
import Type from 'typebox';
import { compareDevices } from '../../flows/devices/compare-devices.ts';
import { listDeviceAccounts, listDeviceResolutions, listDevices } from '../../flows/devices/list-devices.ts';
import { readDevice } from '../../flows/devices/read-device.ts';
import { readDeviceSignals } from '../../flows/devices/read-device-signals.ts';
import { MAX_SEARCHED, searchDevices } from '../../flows/devices/search-devices.ts';
import { listEvents, NO_FILTER } from '../../flows/events/list-events.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { findOwner } from '../../flows/tenants/find-owner.ts';
import { formatNumber } from '../../vocabulary/format-count.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { DEFAULT_LIMIT, listBody, listSchema, MAX_LIMIT, PAGE_PARAMETERS, PageQuery } from '../lists/paging.ts';
import { plainList } from '../lists/plain-list.ts';
import { SORT_PARAMETERS, searchPage, sortedPage, sortedRows } from '../lists/sorted-query.ts';
import {
  DeviceAccountSchema,
  DeviceComparisonSchema,
  DeviceSchema,
  DeviceSignalSchema,
  deviceAccountBody,
  deviceBody,
  deviceSignalBody,
  ResolutionItemSchema,
  resolutionItem,
} from '../schemas/device.ts';
import { EventItemSchema, eventItem } from '../schemas/listed-event.ts';
import { DevicePairPath, DevicePath, EnvironmentPath } from '../schemas/paths.ts';
import { closed, dataOf, named } from '../schemas/schema.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const READ = { method: 'GET', tag: 'Devices', credentials: ['secret', 'session'], permission: 'read' } as const;

export function deviceRoutes(services: Services): Route[] {
  const { context } = services;
  const ofDevice = ({ caller, params }: RequestContext<typeof DevicePath>) =>
    findOwner(context, caller.environments, 'device', params.device);
  return [
    listRoute(services),
    deviceRoute(services),
    plainList(services, {
      path: '/v1/devices/{device}/events',
      operationId: 'listDeviceEvents',
      summary: 'List the events of a device, newest first',
      description: 'Everything that happened on one device, whichever account it used.',
      params: DevicePath,
      item: EventItemSchema,
      find: ofDevice,
      read: (environment, { device }, page) =>
        listEvents(context, environment, { ...NO_FILTER, deviceIds: [device] }, page),
      keyOf: ({ id }) => id,
      bodyOf: eventItem,
    }),
    accountsRoute(services),
    signalsRoute(services),
    compareRoute(services),
    plainList(services, {
      path: '/v1/devices/{device}/resolutions',
      operationId: 'listDeviceResolutions',
      summary: 'List how the events of a device were resolved, newest first',
      description:
        'For each event of the device: the method, the confidence, and the signals that matched, changed or contradicted.',
      params: DevicePath,
      item: ResolutionItemSchema,
      find: ofDevice,
      read: (environment, { device }, page) => listDeviceResolutions(context, environment, device, page),
      keyOf: ({ eventId }) => eventId,
      bodyOf: resolutionItem,
    }),
  ];
}

const MAX_SEARCH_LENGTH = 100;
const DeviceQuery = closed({
  trusted: Type.Optional(
    Type.Boolean({ description: 'Only trusted devices, at most the newest 10,000, or only others.' }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SEARCH_LENGTH,
      description: `Text in the description or in a signal of the device, such as \`headless\` or \`SwiftShader\`, case-insensitive. A page looks at ${formatNumber(MAX_SEARCHED)} devices, may have fewer items than \`limit\`, even none, and continues with \`next\`.`,
    }),
  ),
  ...SORT_PARAMETERS,
  ...PAGE_PARAMETERS,
});

function listRoute({ context, cursors }: Services): Route {
  return route({
    ...READ,
    path: '/v1/environments/{env}/devices',
    operationId: 'listDevices',
    summary: 'List the devices of an environment, newest first unless sorted otherwise',
    description: 'A device is a browser on a machine, recognized across visits.',
    params: EnvironmentPath,
    query: DeviceQuery,
    responses: { 200: { description: 'A page of devices.', body: listSchema(named(DeviceSchema), 'Devices.') } },
    handler: async ({ caller, params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const identity = { list: 'devices', environment: params.env, filter };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const page = sortedPage(filter.sort ?? 'first_seen', filter.order, position, limit);
      const trusted = filter.trusted ?? null;
      const { found, ...search } =
        filter.search === undefined
          ? { found: await listDevices(context, environment, { trusted }, page), stoppedAt: null, searchedTo: null }
          : await searchDevices(context, environment, { trusted, text: filter.search }, page);
      const rows = searchPage(sortedRows(found, position, limit, deviceBody), position, search);
      const path = `/v1/environments/${params.env}/devices`;
      return { status: 200, body: listBody(cursors, identity, path, limit, rows) };
    },
  });
}

function deviceRoute({ context }: Services): Route {
  return route({
    ...READ,
    path: '/v1/devices/{device}',
    operationId: 'readDevice',
    summary: 'Read one device',
    description: 'Whether the device is trusted, when it was seen, and how many accounts used it.',
    params: DevicePath,
    responses: { 200: { description: 'The device.', body: dataOf(named(DeviceSchema)) } },
    handler: async ({ caller, params }) => {
      const device = await readDevice(context, caller.environments, params.device);
      return { status: 200, body: { data: deviceBody(device) } };
    },
  });
}

function accountsRoute({ context, cursors }: Services): Route {
  return route({
    ...READ,
    path: '/v1/devices/{device}/accounts',
    operationId: 'listDeviceAccounts',
    summary: 'List the accounts seen on a device, newest first',
    description:
      'Many accounts on one device suggest account farming or a shared computer. ' +
      'Sorted by the time of the first event of the account on this device.',
    params: DevicePath,
    query: PageQuery,
    responses: {
      200: {
        description: 'A page of accounts.',
        body: listSchema(named(DeviceAccountSchema), 'Accounts of a device.'),
      },
    },
    handler: async ({ caller, params, query: { limit = DEFAULT_LIMIT, cursor } }) => {
      const identity = { list: 'device-accounts', environment: params.device, filter: {} };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await findOwner(context, caller.environments, 'device', params.device);
      const page = sortedPage('first_seen', 'desc', position, limit);
      const found = await listDeviceAccounts(context, environment, params.device, page);
      const rows = sortedRows(found, position, limit, deviceAccountBody);
      return { status: 200, body: listBody(cursors, identity, `/v1/devices/${params.device}/accounts`, limit, rows) };
    },
  });
}

/** Fewer than `MAX_LIMIT` signals are compared, so a profile is whole unless the caller asks for less. */
const ProfileQuery = closed({
  ...PAGE_PARAMETERS,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: MAX_LIMIT,
      description: 'Signals per page. A profile has fewer than the default.',
    }),
  ),
});

function signalsRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...READ,
    path: '/v1/devices/{device}/signals',
    operationId: 'readDeviceSignals',
    summary: 'Read the current normalized signals of a device',
    description: 'The signals as they are compared: normalized, without values that the browser randomizes.',
    params: DevicePath,
    query: ProfileQuery,
    responses: {
      200: { description: 'Sorted by name.', body: listSchema(DeviceSignalSchema, 'Signals of a device.') },
    },
    handler: async ({ caller, params, query }) => {
      const identity = { list: 'device-signals', environment: params.device, filter: {} };
      const path = `/v1/devices/${params.device}/signals`;
      const signals = await readDeviceSignals(context, caller.environments, params.device);
      const rows = signals.map((one) => ({ ...one, id: one.signal }));
      const page = { limit: MAX_LIMIT, ...query };
      return {
        status: 200,
        body: inMemoryPage(services, identity, path, page, rows, deviceSignalBody, { ascending: true }),
      };
    },
  });
}

function compareRoute({ context }: Services): Route {
  return route({
    ...READ,
    path: '/v1/devices/{device}/compare/{other}',
    operationId: 'compareDevices',
    summary: 'Compare two devices, with the evidence in bits',
    description:
      'For two devices that may be the same machine: every signal of both, and how many bits of evidence it gives for or against that.',
    params: DevicePairPath,
    responses: { 200: { description: 'Signal by signal.', body: dataOf(DeviceComparisonSchema) } },
    handler: async ({ caller, params }) => {
      const data = await compareDevices(context, caller.environments, params.device, params.other);
      return { status: 200, body: { data } };
    },
  });
}
