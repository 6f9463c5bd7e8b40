// Webhook management: only with a dashboard session, never with a key.
import type { Static } from 'typebox';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { deleteEndpoint, rotateEndpointSecret, updateEndpoint } from '../../flows/webhooks/change-endpoint.ts';
import { createEndpoint } from '../../flows/webhooks/create-endpoint.ts';
import { listEndpoints } from '../../flows/webhooks/list-endpoints.ts';
import { testEndpoint } from '../../flows/webhooks/send-to-endpoint.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { idPage } from '../lists/event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PageQuery, pageOf } from '../lists/paging.ts';
import { EndpointPath, EnvironmentPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import {
  deliveryBody,
  EndpointBody,
  EndpointChangeBody,
  EndpointSchema,
  EndpointWithSecretSchema,
  type EventTypesSchema,
  endpointBody,
  QueuedTest,
} from '../schemas/webhook.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Webhooks', credentials: ['session'] } as const;
const OneEndpoint = dataOf(named(EndpointSchema));
const OneEndpointWithSecret = dataOf(named(EndpointWithSecretSchema));

export function webhookRoutes(services: Services): Route[] {
  return [
    listRoute(services),
    createRoute(services),
    changeRoute(services),
    deleteRoute(services),
    rotateRoute(services),
    testRoute(services),
  ];
}

function listRoute({ context, cursors }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments/{env}/webhooks',
    operationId: 'listWebhooks',
    summary: 'List the webhook endpoints of an environment',
    description:
      'With the times of the last success and failure, and the number of failures since. Secrets are never included.',
    permission: 'read',
    params: EnvironmentPath,
    query: PageQuery,
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
    summary: 'Create a webhook endpoint; only this response contains its secret',
    description:
      'The endpoint receives the types it subscribes to, from the next event on. Store the secret at once: it is never returned again.',
    permission: 'manage_webhooks',
    params: EnvironmentPath,
    body: EndpointBody,
    errorStatuses: [409],
    responses: { 201: { description: 'The endpoint with its secret.', body: OneEndpointWithSecret } },
    handler: async (request) => {
      const { caller, params, body } = request;
      const { url, description = null, event_types = ['*'], status = 'active' } = body;
      const eventTypes = readEventTypes(event_types);
      const environment = await findEnvironment(context, caller.environments, params.env);
      const { endpoint, secret } = await createEndpoint(context, auditActorOf(services, request), environment, {
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
    description: 'Pending deliveries go to the new URL. New event types apply from now on.',
    permission: 'manage_webhooks',
    params: EndpointPath,
    body: EndpointChangeBody,
    responses: { 200: { description: 'The endpoint after the change.', body: OneEndpoint } },
    handler: async (request) => {
      const { caller, params, body } = request;
      const { event_types, ...change } = body;
      const eventTypes = event_types === undefined ? {} : { eventTypes: readEventTypes(event_types) };
      const actor = auditActorOf(services, request);
      const after = await updateEndpoint(context, actor, caller.environments, params.id, { ...change, ...eventTypes });
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
    summary: 'Delete a webhook endpoint and cancel its pending deliveries',
    description: 'Nothing more is sent to the endpoint, not even retries of older deliveries.',
    permission: 'manage_webhooks',
    params: EndpointPath,
    responses: { 204: { description: 'The endpoint is deleted.' } },
    handler: async (request) => {
      const { caller, params } = request;
      await deleteEndpoint(context, auditActorOf(services, request), caller.environments, params.id);
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
    summary: 'Issue a new secret; only this response contains it',
    description: 'Signs every attempt from now on, including retries of older deliveries.',
    permission: 'manage_webhooks',
    params: EndpointPath,
    responses: { 200: { description: 'The endpoint with its new secret.', body: OneEndpointWithSecret } },
    handler: async (request) => {
      const { caller, params } = request;
      const { endpoint, secret } = await rotateEndpointSecret(
        context,
        auditActorOf(services, request),
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
    description:
      'Goes through the same signing and delivery as every other delivery, whatever the endpoint subscribes to.',
    permission: 'manage_webhooks',
    params: EndpointPath,
    errorStatuses: [409],
    responses: { 202: { description: 'The delivery, queued.', body: QueuedTest } },
    handler: async (request) => {
      const { caller, params } = request;
      const delivery = await testEndpoint(context, auditActorOf(services, request), caller.environments, params.id);
      return { status: 202, body: { data: deliveryBody(delivery) } };
    },
  });
}

type EventTypes = Static<typeof EventTypesSchema>;

/** `*` must be the only type: next to others it would suggest a selection. */
function readEventTypes(eventTypes: EventTypes): EventTypes {
  if (!eventTypes.includes('*') || eventTypes.length === 1) return eventTypes;
  throw invalid({
    pointer: '/event_types',
    code: 'star_not_alone',
    detail: '"*" means every type and must be the only one.',
  });
}
