// POST /v1/environments/{env}/webhooks: a new endpoint, and its secret for the only time.
import { formatWebhookSecret, TOKEN_BYTES } from '../../access/credential.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint } from '../../records/webhooks.ts';
import { encryptSecret, NONCE_BYTES } from '../../webhooks/secret-encryption.ts';
import type { AuditActor } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { describedEndpoint, endpointChange } from './audit-endpoint.ts';
import { checkEndpointUrl } from './check-endpoint-url.ts';

/** Endpoints of one environment (contract 7): an event's fan-out stays one small transaction. */
export const MAX_ENDPOINTS = 50;

export type EndpointDraft = Pick<Endpoint, 'url' | 'description' | 'eventTypes' | 'status'>;

/** @throws Failure `invalid` for a URL that may not be a target, `conflict` for the 51st endpoint. */
export async function createEndpoint(
  context: Context,
  author: AuditActor,
  environment: Environment,
  draft: EndpointDraft,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const url = await checkEndpointUrl(context, draft.url);
  const now = context.clock();
  const id = context.newId('endpoint', now);
  const { secret, sealed } = newEndpointSecret(context, id);
  const endpoint: Endpoint = {
    ...draft,
    id,
    url,
    createdAt: now,
    updatedAt: now,
    lastSuccessAt: null,
    lastFailureAt: null,
    consecutiveFailures: 0,
  };
  const change = endpointChange(context, author, environment, id, {
    action: 'webhook.created',
    before: null,
    after: describedEndpoint(endpoint),
  });
  await context.store.webhooks.endpoints.create(environment.number, endpoint, sealed, MAX_ENDPOINTS, change);
  return { endpoint, secret };
}

/** A fresh secret, and what is kept of it. */
export function newEndpointSecret(context: Context, endpointId: string): { secret: string; sealed: string } {
  const secret = formatWebhookSecret(context.randomBytes(TOKEN_BYTES));
  return { secret, sealed: encryptSecret(secret, endpointId, context.webhooks.keys, context.randomBytes(NONCE_BYTES)) };
}
