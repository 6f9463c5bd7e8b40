// Devices of an environment and of an account, one device, and what is known around it.
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
import { EVERY_EVENT, listEvents } from '../../flows/events/list-events.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { findOwner } from '../../flows/tenants/find-owner.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { idPage } from '../lists/event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, pageOf } from '../lists/paging.ts';
import {
  AccountDeviceSchema,
  accountDeviceBody,
  DeviceAccountSchema,
  DeviceSchema,
  deviceAccountBody,
  deviceBody,
  ResolutionItemSchema,
  resolutionItem,
} from '../schemas/device.ts';
import { EventItemSchema, eventItem } from '../schemas/listed-event.ts';
import { closed, named, nullable, oneOf, time } from '../schemas/schema.ts';
import { type RequestContext, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { EnvironmentPath } from './event-lists.ts';

const DevicePath = closed({ device: Type.String({ description: 'Device id, prefix dev_.' }) });
const AccountPath = closed({
  env: Type.String({ description: 'Environment id, prefix env_.' }),
  externalAccountId: Type.String({ description: "The customer's own account id, percent-encoded." }),
});
const PageQuery = closed(PAGE_PARAMETERS);
const SignalSchema = closed({
  signal: Type.String(),
  value: Type.Unsafe<unknown>({ description: 'Text, number, flag, or a list of them.' }),
  first_changed_at: nullable(time('Null while it is the value the device came with.')),
  last_changed_at: nullable(time()),
});
const READERS = { method: 'GET', tag: 'Devices', credentials: ['secret', 'session'], permission: 'read' } as const;

const ComparePath = closed({
  device: Type.String({ description: 'Device id.' }),
  other: Type.String({ description: 'Device id.' }),
});
const ComparisonSchema = closed({
  signals: Type.Array(
    closed({
      signal: Type.String(),
      verdict: oneOf(['agree', 'differ', 'unknown']),
      bits: Type.Number({ description: 'log2 of the likelihood ratio same machine : another machine.' }),
      hard: Type.Boolean({ description: 'Whether this difference rules the same machine out.' }),
      one: Type.String({ description: 'Value of the device last seen earlier.' }),
      other: Type.String(),
    }),
  ),
  bits: Type.Number({ description: 'Sum; above 10 the odds are 1,000 : 1 before any prior.' }),
  hard: Type.Boolean(),
});

/** A list with nothing but pages: where its rows are found, read, keyed and shown. */
interface PlainList<P extends TSchema, R> {
  path: string;
  operationId: string;
  summary: string;
  params: P;
  item: TSchema;
  find: (ask: RequestContext<P>) => Promise<Environment>;
  read: (environment: Environment, params: Static<P>, page: IdPage) => Promise<readonly R[]>;
  keyOf: (row: R) => string;
  show: (row: R) => unknown;
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
      summary: 'Devices of an environment, newest first',
      params: EnvironmentPath,
      item: DeviceSchema,
      find: ofEnvironment,
      read: (environment, _, page) => listDevices(context, environment, page),
      keyOf: ({ id }) => id,
      show: deviceBody,
    }),
    oneRoute(services),
    plainList(services, {
      path: '/v1/devices/{device}/events',
      operationId: 'listDeviceEvents',
      summary: 'Events of a device, newest first',
      params: DevicePath,
      item: EventItemSchema,
      find: ofDevice,
      read: (environment, { device }, page) =>
        listEvents(context, environment, { ...EVERY_EVENT, deviceIds: [device] }, page),
      keyOf: ({ id }) => id,
      show: eventItem,
    }),
    plainList(services, {
      path: '/v1/devices/{device}/accounts',
      operationId: 'listDeviceAccounts',
      summary: 'Accounts seen on a device',
      params: DevicePath,
      item: DeviceAccountSchema,
      find: ofDevice,
      read: (environment, { device }, page) => listDeviceAccounts(context, environment, device, page),
      keyOf: ({ accountKey }) => accountKey,
      show: deviceAccountBody,
    }),
    signalsRoute(services),
    compareRoute(services),
    plainList(services, {
      path: '/v1/devices/{device}/resolutions',
      operationId: 'listDeviceResolutions',
      summary: 'How the events of a device were resolved, newest first',
      params: DevicePath,
      item: ResolutionItemSchema,
      find: ofDevice,
      read: (environment, { device }, page) => listDeviceResolutions(context, environment, device, page),
      keyOf: ({ eventId }) => eventId,
      show: resolutionItem,
    }),
    plainList(services, {
      path: '/v1/environments/{env}/accounts/{externalAccountId}/devices',
      operationId: 'listAccountDevices',
      summary: 'Devices an account has used, newest first',
      params: AccountPath,
      item: AccountDeviceSchema,
      find: ({ caller, params }) => findEnvironment(context, caller.environments, params.env),
      read: (environment, { externalAccountId }, page) =>
        listAccountDevices(context, environment, externalAccountId, page),
      keyOf: ({ id }) => id,
      show: accountDeviceBody,
    }),
  ];
}

function plainList<P extends TSchema, R>({ cursors }: Services, list: PlainList<P, R>): Route {
  const { path, operationId, summary, params, item } = list;
  return route({
    ...READERS,
    path,
    operationId,
    summary,
    params,
    query: PageQuery,
    responses: { 200: { description: 'A page of the list.', body: listSchema(named(item), summary) } },
    handler: async (ask) => {
      const { limit = DEFAULT_LIMIT, cursor } = ask.query as Static<typeof PageQuery>;
      const identity = { list: operationId, environment: JSON.stringify(ask.params), filter: {} };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const environment = await list.find(ask as unknown as RequestContext<P>);
      const rows = await list.read(environment, ask.params as Static<P>, idPage(position, limit));
      const page = pageOf(rows, position, limit, (row) => [list.keyOf(row)]);
      const shown = { ...page, rows: page.rows.map(list.show) };
      return { status: 200, body: listBody(cursors, identity, ask.http.url.split('?', 1)[0] as string, limit, shown) };
    },
  });
}

function oneRoute({ context }: Services): Route {
  return route({
    ...READERS,
    path: '/v1/devices/{device}',
    operationId: 'readDevice',
    summary: 'One device',
    params: DevicePath,
    responses: { 200: { description: 'The device.', body: closed({ data: named(DeviceSchema) }) } },
    handler: async ({ caller, params }) => {
      const device = await readDevice(context, caller.environments, params.device);
      return { status: 200, body: { data: deviceBody(device) } };
    },
  });
}

function signalsRoute({ context }: Services): Route {
  return route({
    ...READERS,
    path: '/v1/devices/{device}/signals',
    operationId: 'readDeviceSignals',
    summary: 'The current normalized signals of a device',
    params: DevicePath,
    responses: { 200: { description: 'By name.', body: closed({ data: Type.Array(SignalSchema) }) } },
    handler: async ({ caller, params }) => {
      const signals = await readDeviceSignals(context, caller.environments, params.device);
      const moment = (at: number | null) => (at === null ? null : isoTime(at));
      const data = signals.map(({ signal, value, firstChangedAt, lastChangedAt }) => ({
        signal,
        value,
        first_changed_at: moment(firstChangedAt),
        last_changed_at: moment(lastChangedAt),
      }));
      return { status: 200, body: { data } };
    },
  });
}

function compareRoute({ context }: Services): Route {
  return route({
    ...READERS,
    path: '/v1/devices/{device}/compare/{other}',
    operationId: 'compareDevices',
    summary: 'Two devices side by side, with the evidence in bits',
    params: ComparePath,
    responses: { 200: { description: 'Signal by signal.', body: closed({ data: ComparisonSchema }) } },
    handler: async ({ caller, params }) => {
      const data = await compareDevices(context, caller.environments, params.device, params.other);
      return { status: 200, body: { data } };
    },
  });
}
