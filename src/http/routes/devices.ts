// The devices of an environment and of an account, one device, and its events, accounts, signals and resolutions.
import Type, { type Static, type TSchema } from 'typebox';
import { compareDevices } from '../../flows/devices/compare-devices.ts';
import {
  listAccountDevices,
  listDeviceAccounts,
  listDeviceResolutions,
  listDevices,
} from '../../flows/devices/list-devices.ts';
import { readDevice } from '../../flows/devices/read-device.ts';
import { readDeviceSignals } from '../../flows/devices/read-device-signals.ts';
import { listEvents, NO_FILTER } from '../../flows/events/list-events.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { findOwner } from '../../flows/tenants/find-owner.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import { idPage } from '../lists/event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PageQuery, pageOf } from '../lists/paging.ts';
import {
  AccountDeviceSchema,
  accountDeviceBody,
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
import { AccountPath, DevicePairPath, DevicePath, EnvironmentPath } from '../schemas/paths.ts';
import { type BodyOf, dataOf, named } from '../schemas/schema.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const READ = { method: 'GET', tag: 'Devices', credentials: ['secret', 'session'], permission: 'read' } as const;

/** A list without filters, of rows `R` that are returned as items `I`. */
interface PlainList<P extends TSchema, I extends TSchema, R> {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  params: P;
  item: I;
  /** The environment to read from. @throws Failure `forbidden` or `not_found`. */
  find: (request: RequestContext<P>) => Promise<Environment>;
  read: (environment: Environment, params: Static<P>, page: IdPage) => Promise<readonly R[]>;
  keyOf: (row: R) => string;
  bodyOf: (row: R) => BodyOf<I>;
}

export function deviceRoutes(services: Services): Route[] {
  const { context } = services;
  const ofEnvironment = ({ caller, params }: RequestContext<typeof EnvironmentPath>) =>
    findEnvironment(context, caller.environments, params.env);
  const ofDevice = ({ caller, params }: RequestContext<typeof DevicePath>) =>
    findOwner(context, caller.environments, 'device', params.device);
  return [
    plainList(services, {
      path: '/v1/environments/{env}/devices',
      operationId: 'listDevices',
      summary: 'List the devices of an environment, newest first',
      description: 'A device is a browser on a machine, recognized across visits.',
      params: EnvironmentPath,
      item: DeviceSchema,
      find: ofEnvironment,
      read: (environment, _, page) => listDevices(context, environment, page),
      keyOf: ({ id }) => id,
      bodyOf: deviceBody,
    }),
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
    plainList(services, {
      path: '/v1/devices/{device}/accounts',
      operationId: 'listDeviceAccounts',
      summary: 'List the accounts seen on a device',
      description: 'Many accounts on one device suggest account farming or a shared computer.',
      params: DevicePath,
      item: DeviceAccountSchema,
      find: ofDevice,
      read: (environment, { device }, page) => listDeviceAccounts(context, environment, device, page),
      keyOf: ({ accountKey }) => accountKey,
      bodyOf: deviceAccountBody,
    }),
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
    plainList(services, {
      path: '/v1/environments/{env}/accounts/{externalAccountId}/devices',
      operationId: 'listAccountDevices',
      summary: 'List the devices that an account has used, newest first',
      description:
        'The devices to show a customer under "where you are logged in", with the times of the account’s own first and last event.',
      params: AccountPath,
      item: AccountDeviceSchema,
      find: ({ caller, params }) => findEnvironment(context, caller.environments, params.env),
      read: (environment, { externalAccountId }, page) =>
        listAccountDevices(context, environment, externalAccountId, page),
      keyOf: ({ id }) => id,
      bodyOf: accountDeviceBody,
    }),
  ];
}

function plainList<P extends TSchema, I extends TSchema, R>({ cursors }: Services, list: PlainList<P, I, R>): Route {
  const { path, operationId, summary, description, params, item } = list;
  return route({
    ...READ,
    path,
    operationId,
    summary,
    description,
    params,
    query: PageQuery,
    responses: { 200: { description: 'A page of the list.', body: listSchema(named<TSchema>(item), summary) } },
    handler: async (request) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query as PageQuery;
      const identity = { list: operationId, environment: JSON.stringify(request.params), filter: {} };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await list.find(request as unknown as RequestContext<P>);
      const rows = await list.read(environment, request.params as Static<P>, idPage(position, limit));
      const page = pageOf(rows, position, limit, (row) => [list.keyOf(row)]);
      const bodies = { ...page, rows: page.rows.map(list.bodyOf) };
      const url = request.http.url.split('?', 1)[0] as string;
      return { status: 200, body: listBody(cursors, identity, url, limit, bodies) };
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

function signalsRoute({ context }: Services): Route {
  return route({
    ...READ,
    path: '/v1/devices/{device}/signals',
    operationId: 'readDeviceSignals',
    summary: 'Read the current normalized signals of a device',
    description: 'The signals as they are compared: normalized, without values that the browser randomizes.',
    params: DevicePath,
    responses: { 200: { description: 'Sorted by name.', body: dataOf(Type.Array(DeviceSignalSchema)) } },
    handler: async ({ caller, params }) => {
      const signals = await readDeviceSignals(context, caller.environments, params.device);
      return { status: 200, body: { data: signals.map(deviceSignalBody) } };
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
      'For two devices that may be the same machine: every signal of both, and how many bits it speaks for or against that.',
    params: DevicePairPath,
    responses: { 200: { description: 'Signal by signal.', body: dataOf(DeviceComparisonSchema) } },
    handler: async ({ caller, params }) => {
      const data = await compareDevices(context, caller.environments, params.device, params.other);
      return { status: 200, body: { data } };
    },
  });
}
