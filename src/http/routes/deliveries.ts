// The delivery log of a webhook endpoint: deliveries with their attempts and payload, and sending them again.
import Type from 'typebox';
import { listEndpointDeliveries, readDelivery } from '../../flows/webhooks/list-endpoints.ts';
import { MAX_REDELIVERIES, redeliverFailed, redeliverToEndpoint } from '../../flows/webhooks/send-to-endpoint.ts';
import { formatNumber } from '../../vocabulary/format-count.ts';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../../vocabulary/words.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { idPage } from '../lists/event-query.ts';
import { DEFAULT_LIMIT, listBody, listSchema, PAGE_PARAMETERS, pageOf } from '../lists/paging.ts';
import { DeliveryPath, EndpointPath } from '../schemas/paths.ts';
import { closed, count, dataOf, named, oneOf } from '../schemas/schema.ts';
import { DeliverySchema, DeliveryWithPayloadSchema, deliveryBody } from '../schemas/webhook.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const DeliveryQuery = closed({
  ...PAGE_PARAMETERS,
  status: Type.Optional(Type.Array(oneOf(DELIVERY_STATUSES), { description: 'Any of these.' })),
  type: Type.Optional(Type.Array(oneOf(WEBHOOK_TYPES), { description: 'Any of these.' })),
});

const SESSION_ONLY = { tag: 'Webhooks', credentials: ['session'] } as const;
const OneDelivery = dataOf(named(DeliverySchema));

export function deliveryRoutes(services: Services): Route[] {
  return [deliveriesRoute(services), deliveryRoute(services), redeliverRoute(services), redeliverFailedRoute(services)];
}

function deliveriesRoute({ context, cursors }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'Read the delivery log of an endpoint',
    description: 'Every delivery with its attempts: status, duration, error and the start of the response.',
    permission: 'read',
    params: EndpointPath,
    query: DeliveryQuery,
    responses: {
      200: { description: 'Deliveries, newest first.', body: listSchema(named(DeliverySchema), 'Deliveries.') },
    },
    handler: async ({ caller, params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor, ...parameters } = query;
      const identity = { list: 'webhook deliveries', environment: params.id, filter: parameters };
      const position = cursor === undefined ? null : cursors.verify(identity, cursor);
      const filter = { statuses: parameters.status ?? [], types: parameters.type ?? [] };
      const requested = idPage(position, limit);
      const rows = await listEndpointDeliveries(context, caller.environments, params.id, filter, requested);
      const page = pageOf(rows.map(deliveryBody), position, limit, ({ id }) => [id]);
      return { status: 200, body: listBody(cursors, identity, `/v1/webhooks/${params.id}/deliveries`, limit, page) };
    },
  });
}

function deliveryRoute({ context }: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries/{wh_evt}',
    operationId: 'readWebhookDelivery',
    summary: 'Read a delivery with its payload',
    description: 'The payload is the exact body of every attempt, as text: its signature covers these bytes.',
    permission: 'read',
    params: DeliveryPath,
    responses: { 200: { description: 'The delivery.', body: dataOf(named(DeliveryWithPayloadSchema)) } },
    handler: async ({ caller, params }) => {
      const { delivery, body } = await readDelivery(context, caller.environments, params.id, params.wh_evt);
      return { status: 200, body: { data: { ...deliveryBody(delivery), payload: body } } };
    },
  });
}

function redeliverFailedRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/webhooks/{id}/redeliver-failed',
    operationId: 'redeliverFailedWebhooks',
    summary: 'Send all failed deliveries of an endpoint again',
    description:
      `One more attempt at once for each failed and exhausted delivery, the oldest first, at most ${formatNumber(MAX_REDELIVERIES)} in a ` +
      'request. Deliveries that fail again return to their previous state.',
    permission: 'manage_webhooks',
    params: EndpointPath,
    errorStatuses: [409],
    responses: {
      202: { description: 'The deliveries are queued.', body: dataOf(closed({ queued_count: count('Deliveries.') })) },
    },
    handler: async (request) => {
      const { caller, params } = request;
      const queued = await redeliverFailed(context, auditActorOf(services, request), caller.environments, params.id);
      return { status: 202, body: { data: { queued_count: queued } } };
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
    summary: 'Send a delivery again, with the same id and body',
    description:
      'One more attempt at once, in addition to the five automatic ones, with a new timestamp and the current secret.',
    permission: 'manage_webhooks',
    params: DeliveryPath,
    errorStatuses: [409],
    responses: { 202: { description: 'The delivery, queued again.', body: OneDelivery } },
    handler: async (request) => {
      const { caller, params } = request;
      const delivery = await redeliverToEndpoint(
        context,
        auditActorOf(services, request),
        caller.environments,
        params.id,
        params.wh_evt,
      );
      return { status: 202, body: { data: deliveryBody(delivery) } };
    },
  });
}
