// The `webhooks` section of the OpenAPI document: one operation that the receiver implements for each webhook type.

import { WEBHOOK_TYPES, type WebhookType } from '../../vocabulary/words.ts';
import { ENVELOPE_SCHEMAS } from '../schemas/webhook-payloads.ts';
import { WEBHOOK_TYPE_TEXTS } from '../schemas/webhook-types.ts';

const HEADERS = {
  'webhook-id': 'The id of the delivery, as in the body (Standard Webhooks).',
  'webhook-timestamp': 'Unix time of the attempt in seconds (Standard Webhooks).',
  'webhook-signature': '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks).',
  'Service-Webhook-Id': 'The id of the delivery, as in the body.',
  'Service-Webhook-Timestamp': 'Unix time of the attempt in seconds.',
  'Service-Webhook-Signature': 'Hex HMAC-SHA256 of `timestamp.body`, keyed with the whole secret.',
} as const;

/** The section, keyed by type. Schemas are shared with the components. */
export function webhookOperations(): Record<string, object> {
  return Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, { post: webhookOperation(type) }]));
}

function webhookOperation(type: WebhookType): object {
  return {
    operationId: `on${type
      .split(/[._]/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')}`,
    tags: ['Webhooks'],
    summary: `Receive ${type}`,
    description:
      `Sent when ${WEBHOOK_TYPE_TEXTS[type].when}. Verify the signature over the raw body before you read it, respond with 2xx ` +
      'within ten seconds, and drop duplicates by `id`.',
    security: [],
    parameters: Object.entries(HEADERS).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: referencing(ENVELOPE_SCHEMAS[type]) } } },
    responses: {
      '2XX': { description: 'Received. Any 2xx status stops the retries.' },
      '4XX': { description: 'Rejected permanently, except for 408 and 429, which are retried.' },
      '5XX': { description: 'Retried after 1 minute, 5 minutes, 30 minutes and 2 hours.' },
    },
  };
}

/** A copy whose references point into the document: `Outcome#` becomes `#/components/schemas/Outcome`. */
export function referencing<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (key, inner) =>
      key === '$ref' && typeof inner === 'string' && inner.endsWith('#')
        ? `#/components/schemas/${inner.slice(0, -1)}`
        : inner,
    ),
  ) as T;
}
