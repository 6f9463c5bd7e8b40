// Webhook management (specification 4.5): dashboard sessions alone, never a key.
import Type, { type Static } from 'typebox';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { deleteEndpoint, rotateEndpointSecret, updateEndpoint } from '../../flows/webhooks/change-endpoint.ts';
import { createEndpoint } from '../../flows/webhooks/create-endpoint.ts';
import { listEndpointDeliveries, listEndpoints } from '../../flows/webhooks/list-endpoints.ts';
import { redeliverToEndpoint, testEndpoint } from '../../flows/webhooks/send-to-endpoint.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../vocabulary/words.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { idPage } from '../lists/event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, pageOf } from '../lists/paging.ts';
import { closed, named, oneOf } from '../schemas/schema.ts';
import {
  DeliverySchema,
  DescriptionSchema,
  deliveryBody,
  EndpointSchema,
  EndpointStatusSchema,
  EndpointWithSecretSchema,
  EventTypesSchema,
  endpointBody,
} from '../schemas/webhook.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const EnvironmentPath = closed({ env: Type.String({ description: 'Environment id, prefix env_.' }) });
const EndpointPath = closed({ id: Type.String({ description: 'Webhook endpoint id, prefix whe_.' }) });
const DeliveryPath = closed({
  id: Type.String({ description: 'Webhook endpoint id, prefix whe_.' }),
  wh_evt: Type.String({ description: 'Delivery id, prefix wh_evt_.' }),
});
const UrlSchema = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'http or https. Private and other special addresses are refused unless the operator opened them.',
});
const CreateBody = closed({
  url: UrlSchema,
  description: Type.Optional(DescriptionSchema),
  event_types: Type.Optional(EventTypesSchema),
  status: Type.Optional(EndpointStatusSchema),
});
const ChangeBody = Type.Partial(CreateBody, { additionalProperties: false, minProperties: 1 });
const DeliveryQuery = closed({
  ...PAGE_PARAMETERS,
  status: Type.Optional(Type.Array(oneOf(DELIVERY_STATUSES), { description: 'Any of these.' })),
  type: Type.Optional(Type.Array(oneOf(WEBHOOK_TYPES), { description: 'Any of these.' })),
});

const SESSION_ONLY = { tag: 'Webhooks', credentials: ['session'] } as const;
const data = <T extends Parameters<typeof named>[0]>(shape: T) => closed({ data: named(shape) });

export function webhookRoutes(services: Services): Route[] {
  return [
    listRoute(services),
    createRoute(services),
    changeRoute(services),
    deleteRoute(services),
    rotateRoute(services),
    testRoute(services),
    deliveriesRoute(services),
    redeliverRoute(services),
  ];
}

function listRoute({ context, cursors }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments/{env}/webhooks',
    operationId: 'listWebhooks',
    summary: 'List the webhook endpoints of an environment',
    permission: 'read',
    params: EnvironmentPath,
    query: closed(PAGE_PARAMETERS),
    responses: {
      200: { description: 'Endpoints, newest first.', body: listSchema(named(EndpointSchema), 'Endpoints.') },
    },
    handler: async ({ caller, params, query }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const identity = { list: 'webhooks', environment: environment.id, filter: {} };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const rows = await listEndpoints(context, environment, idPage(position, limit));
      const page = pageOf(rows.map(endpointBody), position, limit, ({ id }) => [id]);
      return {
        status: 200,
        body: listBody(cursors, identity, `/v1/environments/${environment.id}/webhooks`, limit, page),
      };
    },
  });
}

function createRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments/{env}/webhooks',
    operationId: 'createWebhook',
    summary: 'Create a webhook endpoint; its secret is shown in this answer alone',
    permission: 'manage_webhooks',
    params: EnvironmentPath,
    body: CreateBody,
    errorStatuses: [409],
    responses: { 201: { description: 'The endpoint with its secret.', body: data(EndpointWithSecretSchema) } },
    handler: async (ask) => {
      const { caller, params, body } = ask;
      const { url, description = null, event_types = ['*'], status = 'active' } = body;
      const eventTypes = readEventTypes(event_types);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { endpoint, secret } = await createEndpoint(context, auditActorOf(services, ask), environment, {
        url,
        description,
        eventTypes,
        status,
      });
      return { status: 201, body: { data: { ...endpointBody(endpoint), secret } } };
    },
  });
}

function changeRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    operationId: 'updateWebhook',
    summary: 'Change a webhook endpoint',
    description: 'What waits is sent to the new URL. A change of types counts for what happens from now on.',
    permission: 'manage_webhooks',
    params: EndpointPath,
    body: ChangeBody,
    responses: { 200: { description: 'The endpoint after the change.', body: data(EndpointSchema) } },
    handler: async (ask) => {
      const { caller, params, body } = ask;
      const { event_types, ...change } = body;
      const eventTypes = event_types === undefined ? {} : { eventTypes: readEventTypes(event_types) };
      const author = auditActorOf(services, ask);
      const after = await updateEndpoint(context, author, caller.environments, params.id, { ...change, ...eventTypes });
      return { status: 200, body: { data: endpointBody(after) } };
    },
  });
}

function deleteRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook endpoint and cancel what waits for it',
    permission: 'manage_webhooks',
    params: EndpointPath,
    responses: { 204: { description: 'It is deleted.' } },
    handler: async (ask) => {
      const { caller, params } = ask;
      await deleteEndpoint(context, auditActorOf(services, ask), caller.environments, params.id);
      return { status: 204 };
    },
  });
}

function rotateRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    operationId: 'rotateWebhookSecret',
    summary: 'Issue a new secret; it is shown in this answer alone',
    description: 'Every attempt from now on is signed with it, retries of older deliveries too.',
    permission: 'manage_webhooks',
    params: EndpointPath,
    responses: { 200: { description: 'The endpoint with its new secret.', body: data(EndpointWithSecretSchema) } },
    handler: async (ask) => {
      const { caller, params } = ask;
      const { endpoint, secret } = await rotateEndpointSecret(
        context,
        auditActorOf(services, ask),
        caller.environments,
        params.id,
      );
      return { status: 200, body: { data: { ...endpointBody(endpoint), secret } } };
    },
  });
}

function testRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    operationId: 'testWebhook',
    summary: 'Send a real webhook.test delivery',
    permission: 'manage_webhooks',
    params: EndpointPath,
    errorStatuses: [409],
    responses: { 202: { description: 'The delivery, queued.', body: data(DeliverySchema) } },
    handler: async (ask) => {
      const { caller, params } = ask;
      const delivery = await testEndpoint(context, auditActorOf(services, ask), caller.environments, params.id);
      return { status: 202, body: { data: deliveryBody(delivery) } };
    },
  });
}

function deliveriesRoute({ context, cursors }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'Read the delivery log of an endpoint',
    permission: 'read',
    params: EndpointPath,
    query: DeliveryQuery,
    responses: {
      200: { description: 'Deliveries, newest first.', body: listSchema(named(DeliverySchema), 'Deliveries.') },
    },
    handler: async ({ caller, params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const identity = { list: 'webhook deliveries', environment: params.id, filter };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const wanted = { statuses: filter.status ?? [], types: filter.type ?? [] };
      const page = idPage(position, limit);
      const rows = await listEndpointDeliveries(context, caller.environments, params.id, wanted, page);
      const shown = pageOf(rows.map(deliveryBody), position, limit, ({ id }) => [id]);
      return { status: 200, body: listBody(cursors, identity, `/v1/webhooks/${params.id}/deliveries`, limit, shown) };
    },
  });
}

function redeliverRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{wh_evt}/redeliver',
    operationId: 'redeliverWebhook',
    summary: 'Send a delivery once more, with the same id and body',
    permission: 'manage_webhooks',
    params: DeliveryPath,
    errorStatuses: [409],
    responses: { 202: { description: 'The delivery, queued again.', body: data(DeliverySchema) } },
    handler: async (ask) => {
      const { caller, params } = ask;
      const delivery = await redeliverToEndpoint(
        context,
        auditActorOf(services, ask),
        caller.environments,
        params.id,
        params.wh_evt,
      );
      return { status: 202, body: { data: deliveryBody(delivery) } };
    },
  });
}

type EventTypes = Static<typeof EventTypesSchema>;

/** `*` stands alone: beside other words it would look like a choice. */
function readEventTypes(eventTypes: EventTypes): EventTypes {
  if (!eventTypes.includes('*') || eventTypes.length === 1) return eventTypes;
  throw invalid({ pointer: '/event_types', code: 'star_not_alone', detail: '"*" means every type and stands alone.' });
}
