// What webhook endpoints and deliveries look like outside. A secret is named only where it is shown.
import Type from 'typebox';
import type { Delivery, Endpoint } from '../../records/webhooks.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { DELIVERY_STATUSES, ENDPOINT_STATUSES, SUBSCRIBABLE_TYPES, WEBHOOK_TYPES } from '../../vocabulary/words.ts';
import { closed, nullable, oneOf, time } from './schema.ts';

export const EventTypesSchema = Type.Array(oneOf(SUBSCRIBABLE_TYPES), {
  minItems: 1,
  maxItems: SUBSCRIBABLE_TYPES.length,
  uniqueItems: true,
  description: 'Types it is told about; `["*"]` for all.',
});
export const EndpointStatusSchema = oneOf(ENDPOINT_STATUSES, {
  description: 'While it is disabled nothing is sent and nothing new is queued.',
});
export const DescriptionSchema = nullable(Type.String({ maxLength: 500, description: 'For people.' }));

const ENDPOINT_FIELDS = {
  id: Type.String({ description: 'Prefix whe_.' }),
  url: Type.String(),
  description: DescriptionSchema,
  event_types: EventTypesSchema,
  status: EndpointStatusSchema,
  created_at: time(),
  updated_at: time(),
  last_success_at: nullable(time()),
  last_failure_at: nullable(time()),
  consecutive_failures: Type.Integer({ description: 'Failed attempts since the last that succeeded.' }),
};

export const EndpointSchema = closed(ENDPOINT_FIELDS, { $id: 'WebhookEndpoint', description: 'Where webhooks go.' });
export const EndpointWithSecretSchema = closed(
  { ...ENDPOINT_FIELDS, secret: Type.String({ description: 'Prefix whsec_. Shown this once.' }) },
  { $id: 'WebhookEndpointWithSecret', description: 'A webhook endpoint with its signing secret.' },
);

const AttemptSchema = closed({
  id: Type.String({ description: 'Prefix wha_.' }),
  number: Type.Integer({ description: '1, 2, 3 …; redeliveries count on.' }),
  started_at: time(),
  duration_ms: Type.Integer(),
  http_status: nullable(Type.Integer()),
  error: nullable(Type.String({ description: 'Why there was no answer; null when there was one.' })),
  response_snippet: nullable(Type.String({ description: 'First 2 KiB of the answer, secrets masked.' })),
});

export const DeliverySchema = closed(
  {
    id: Type.String({ description: 'Prefix wh_evt_; the id of the envelope, the same in every attempt.' }),
    type: oneOf(WEBHOOK_TYPES),
    event_id: nullable(Type.String()),
    status: oneOf(DELIVERY_STATUSES, {
      description:
        'pending: an attempt is due or under way. delivered: answered 2xx. failed: refused for good. ' +
        'exhausted: five attempts failed. cancelled: the endpoint was deleted.',
    }),
    next_attempt_at: nullable(time()),
    created_at: time(),
    attempts: Type.Array(AttemptSchema),
  },
  { $id: 'WebhookDelivery', description: 'One logical delivery with its attempts.' },
);

export function endpointBody(endpoint: Endpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    status: endpoint.status,
    created_at: isoTime(endpoint.createdAt),
    updated_at: isoTime(endpoint.updatedAt),
    last_success_at: timeOrNull(endpoint.lastSuccessAt),
    last_failure_at: timeOrNull(endpoint.lastFailureAt),
    consecutive_failures: endpoint.consecutiveFailures,
  };
}

export function deliveryBody(delivery: Delivery) {
  return {
    id: delivery.id,
    type: delivery.type,
    event_id: delivery.eventId,
    status: delivery.status,
    next_attempt_at: timeOrNull(delivery.nextAttemptAt),
    created_at: isoTime(delivery.createdAt),
    attempts: delivery.attempts.map((attempt) => ({
      id: attempt.id,
      number: attempt.number,
      started_at: isoTime(attempt.startedAt),
      duration_ms: attempt.durationMs,
      http_status: attempt.httpStatus,
      error: attempt.error,
      response_snippet: attempt.responseSnippet,
    })),
  };
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
