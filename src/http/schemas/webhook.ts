// Webhook endpoints and deliveries. Only the response that creates a secret contains it.
import Type from 'typebox';
import { MAX_URL_LENGTH } from '../../flows/webhooks/create-endpoint.ts';
import type { Delivery, Endpoint } from '../../records/webhooks.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { DELIVERY_STATUSES, ENDPOINT_STATUSES, SUBSCRIBABLE_TYPES, WEBHOOK_TYPES } from '../../vocabulary/words.ts';
import { type BodyOf, closed, dataOf, isoTimeOrNull, named, nullable, oneOf, time } from './schema.ts';

export const EventTypesSchema = Type.Array(oneOf(SUBSCRIBABLE_TYPES), {
  minItems: 1,
  maxItems: SUBSCRIBABLE_TYPES.length,
  uniqueItems: true,
  description: 'Types that the endpoint receives; `["*"]` for all.',
});
const EndpointStatusSchema = oneOf(ENDPOINT_STATUSES, {
  description: 'While the endpoint is disabled, nothing is sent to it and nothing is queued for it.',
});
const DescriptionSchema = nullable(Type.String({ maxLength: 500, description: 'Free text.' }), {
  examples: ['Decisions for the shop'],
});

export const EndpointBody = closed({
  url: Type.String({
    minLength: 1,
    maxLength: MAX_URL_LENGTH,
    description:
      'http or https. Private and other special addresses are rejected unless the operator has allowed them.',
  }),
  description: Type.Optional(DescriptionSchema),
  event_types: Type.Optional(EventTypesSchema),
  status: Type.Optional(EndpointStatusSchema),
});
export const EndpointChangeBody = Type.Partial(EndpointBody, { additionalProperties: false, minProperties: 1 });

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
  consecutive_failures: Type.Integer({ description: 'Failed attempts since the last success.', examples: [0] }),
};

export const EndpointSchema = closed(ENDPOINT_FIELDS, {
  $id: 'WebhookEndpoint',
  description: 'A URL that receives webhooks.',
});
export const EndpointWithSecretSchema = closed(
  { ...ENDPOINT_FIELDS, secret: Type.String({ description: 'Prefix whsec_. Returned only once.' }) },
  { $id: 'WebhookEndpointWithSecret', description: 'A webhook endpoint with its signing secret.' },
);

export function endpointBody(endpoint: Endpoint): BodyOf<typeof EndpointSchema> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    status: endpoint.status,
    created_at: isoTime(endpoint.createdAt),
    updated_at: isoTime(endpoint.updatedAt),
    last_success_at: isoTimeOrNull(endpoint.lastSuccessAt),
    last_failure_at: isoTimeOrNull(endpoint.lastFailureAt),
    consecutive_failures: endpoint.consecutiveFailures,
  };
}

export const AttemptSchema = closed({
  id: Type.String({ description: 'Prefix wha_.' }),
  number: Type.Integer({ description: '1, 2, 3 …; redeliveries continue the count.' }),
  started_at: time(),
  duration_ms: nullable(Type.Integer({ description: 'Null while the attempt is in progress.' })),
  http_status: nullable(Type.Integer()),
  error: nullable(
    Type.String({ description: 'Why no response arrived; null when one did. `in_progress` before there is a result.' }),
  ),
  response_snippet: nullable(Type.String({ description: 'First 2 KiB of the response, with secrets masked.' })),
});

const DELIVERY_FIELDS = {
  id: Type.String({ description: 'Prefix wh_evt_; the id of the envelope, the same in every attempt.' }),
  type: oneOf(WEBHOOK_TYPES),
  event_id: nullable(Type.String()),
  status: oneOf(DELIVERY_STATUSES, {
    description:
      'pending: an attempt is due or in progress. delivered: the receiver responded 2xx. failed: the receiver ' +
      'rejected it permanently. exhausted: five attempts failed. cancelled: the endpoint was deleted.',
    examples: ['delivered'],
  }),
  next_attempt_at: nullable(time()),
  created_at: time(),
  attempts: Type.Array(AttemptSchema),
};

export const DeliverySchema = closed(DELIVERY_FIELDS, {
  $id: 'WebhookDelivery',
  description: 'One logical delivery with its attempts.',
});
const PAYLOAD =
  '{"id":"wh_evt_01m7zweae9e0ttzdyss4193jta","type":"risk.assessment.completed","created_at":"2026-03-01T12:00:00.000Z",' +
  '"api_version":"2026-11-01","data":{"event_id":"evt_01m7zweae9e0ttzdyss4193jta","event_type":"login",' +
  '"device_id":"dev_01m7zweae9e0ttzdyss4193jta","risk":{"score":20,"level":"low","decision":"allow","signals":[{"code":' +
  '"NEW_DEVICE","weight":20,"description":"The device has never been seen before."}]}}}';
export const DeliveryWithPayloadSchema = closed(
  {
    ...DELIVERY_FIELDS,
    payload: Type.String({ description: 'The exact body of every attempt.', examples: [PAYLOAD] }),
  },
  { $id: 'WebhookDeliveryWithPayload', description: 'A delivery with what it sends.' },
);

/** The answer to a request for a test, which differs from other deliveries only in its example. */
export const QueuedTest = {
  ...dataOf(named(DeliverySchema)),
  examples: [
    {
      data: {
        id: 'wh_evt_01m7zweae9e0ttzdyss4193jta',
        type: 'webhook.test',
        event_id: null,
        status: 'pending',
        next_attempt_at: '2026-03-01T12:00:00.000Z',
        created_at: '2026-03-01T12:00:00.000Z',
        attempts: [],
      },
    },
  ],
};

export function deliveryBody(delivery: Delivery): BodyOf<typeof DeliverySchema> {
  return {
    id: delivery.id,
    type: delivery.type,
    event_id: delivery.eventId,
    status: delivery.status,
    next_attempt_at: isoTimeOrNull(delivery.nextAttemptAt),
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
