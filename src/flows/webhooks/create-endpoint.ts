// POST /v1/environments/{env}/webhooks: creates an endpoint and returns its secret, shown once.
import { formatWebhookSecret, TOKEN_BYTES } from '../../access/credential.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint } from '../../records/webhooks.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { encryptSecret, NONCE_BYTES } from '../../webhooks/secret-encryption.ts';
import { isAllowedAddress, parseTarget, TARGET_NOT_ALLOWED } from '../../webhooks/target.ts';
import type { AuditActor } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { auditedEndpoint, endpointAuditEvent } from './audit-endpoint.ts';

/** The API schemas validate URLs with this limit. */
export { MAX_URL_LENGTH } from '../../webhooks/target.ts';

/** Per environment. Bounded so that queueing the deliveries of one event stays a small transaction. */
export const MAX_ENDPOINTS = 50;

export type EndpointDraft = Pick<Endpoint, 'url' | 'description' | 'eventTypes' | 'status'>;

/** @throws Failure `invalid` for a URL that is not an allowed target, `conflict` when the environment has `MAX_ENDPOINTS`. */
export async function createEndpoint(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  draft: EndpointDraft,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const url = await checkEndpointUrl(context, draft.url);
  const now = context.clock();
  const id = context.newId('endpoint', now);
  const { secret, encrypted } = newEndpointSecret(context, id);
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
  const auditEvent = endpointAuditEvent(context, actor, environment, id, {
    action: 'webhook.created',
    before: null,
    after: auditedEndpoint(endpoint),
  });
  await context.store.webhooks.endpoints.create(environment.number, endpoint, encrypted, MAX_ENDPOINTS, auditEvent);
  return { endpoint, secret };
}

/**
 * Checks a URL when it is saved and returns it in normalized form. Every attempt checks the address again, because DNS
 * records change. A name that does not resolve is accepted: it may not be set up yet.
 * @throws Failure `invalid` at `/url`.
 */
export async function checkEndpointUrl(context: Context, text: string): Promise<string> {
  const { targetRules, resolveHost } = context.webhooks;
  const target = parseTarget(text, targetRules);
  if ('code' in target) throw invalid({ pointer: '/url', code: target.code, detail: `${target.detail}.` });
  const addresses = (await resolveHost(target.host)) ?? [];
  if (addresses.every((address) => isAllowedAddress(address, target.port, targetRules))) return target.url;
  throw invalid({ pointer: '/url', code: 'forbidden_address', detail: `${TARGET_NOT_ALLOWED}.` });
}

/** A new secret, in plain text and encrypted for storage. */
export function newEndpointSecret(context: Context, endpointId: string): { secret: string; encrypted: string } {
  const secret = formatWebhookSecret(context.randomBytes(TOKEN_BYTES));
  const nonce = context.randomBytes(NONCE_BYTES);
  return { secret, encrypted: encryptSecret(secret, endpointId, context.webhooks.keys, nonce) };
}
