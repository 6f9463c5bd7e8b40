// …/alert-channels: creates, lists, tests and deletes the channels that alerts are sent to.
import type { AlertChannel } from '../../records/alerts.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Endpoint } from '../../records/webhooks.ts';
import { ALERT_LIMITS, type AlertChannelKind } from '../../vocabulary/alerts.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { announceTest } from '../../webhooks/announce.ts';
import { encryptSecret, NONCE_BYTES } from '../../webhooks/secret-encryption.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, notFoundHere } from '../tenants/own-resource.ts';
import { checkEndpointUrl, MAX_ENDPOINTS } from '../webhooks/create-endpoint.ts';
import { findEndpoint } from '../webhooks/find-endpoint.ts';
import { requireActive } from '../webhooks/send-to-endpoint.ts';
import { sendMessage } from './send-notifications.ts';

/** Exactly one target, the one for its kind. */
export interface ChannelDraft {
  name: string;
  kind: AlertChannelKind;
  emails?: readonly string[] | undefined;
  url?: string | undefined;
  endpointId?: string | undefined;
}

const TARGET_FIELDS = { email: 'emails', slack: 'url', webhook: 'endpointId' } as const;
const API_NAMES = { emails: 'emails', url: 'url', endpointId: 'endpoint_id' } as const;

/** A channel with the health of its receiver. */
export type ChannelWithHealth = AlertChannel & { endpoint: Endpoint | null };

/** @throws Failure `invalid` for a target that does not fit or is not allowed, `conflict` `alert_channel_limit`. */
export async function createChannel(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  draft: ChannelDraft,
): Promise<ChannelWithHealth> {
  checkTargetField(draft);
  const now = context.clock();
  const id = context.newId('alertChannel', now);
  const { target, encryptedUrl } = await targetOf(context, environment, id, draft);
  const health = { lastSuccessAt: null, lastFailureAt: null, consecutiveFailures: 0, lastError: null };
  const channel = { id, kind: draft.kind, name: draft.name, target, encryptedUrl, createdAt: now, ...health };
  const auditEvent = channelAudit(context, actor, environment, channel, 'alert_channel.created');
  await context.store.alerts.channels.create(environment.number, channel, ALERT_LIMITS.channels, auditEvent);
  return withHealth(context, environment, channel);
}

export async function listChannels(context: Context, environment: Environment): Promise<ChannelWithHealth[]> {
  const { alerts, webhooks } = context.store;
  const [channels, endpoints] = await Promise.all([
    alerts.channels.list(environment.number),
    webhooks.endpoints.list(environment.number, { from: null, limit: MAX_ENDPOINTS }),
  ]);
  return channels.map((channel) => ({
    ...channel,
    endpoint: endpoints.find(({ id }) => id === channel.target) ?? null,
  }));
}

/** @throws Failure `not_found`, `forbidden`, `conflict` `alert_channel_in_use` while a rule sends to it. */
export async function deleteChannel(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  channelId: string,
): Promise<void> {
  const channel = await findChannel(context, environment, channelId);
  const auditEvent = channelAudit(context, actor, environment, channel, 'alert_channel.deleted');
  if (!(await context.store.alerts.channels.remove(environment.number, channel.id, auditEvent))) {
    throw notFound('alertChannel');
  }
}

/**
 * Sends a test message now. A webhook channel gets the `webhook.test` of its endpoint. Returns the channel with the result.
 * @throws Failure `not_found` if it was deleted meanwhile, `conflict` while its endpoint is disabled.
 */
export async function testChannel(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  channel: AlertChannel,
): Promise<ChannelWithHealth> {
  const auditEvent = newAuditEvent(context, actor, {
    ...{ action: 'alert_channel.test_sent', before: null, after: null },
    ...{ target: { type: 'alert_channel', id: channel.id }, environmentId: environment.id },
  });
  if (channel.kind === 'webhook') {
    const { endpoint } = await findEndpoint(context, [environment], channel.target);
    requireActive(endpoint);
    const now = context.clock();
    const announcement = announceTest(endpoint.id, context.newId, now);
    await context.store.webhooks.queue.enqueue(environment.number, announcement, now, auditEvent);
    context.deliveriesQueued();
    return withHealth(context, environment, channel);
  }
  await context.store.audit.append(auditEvent);
  const title = `[Assay ${environment.kind.toUpperCase()}] Test of ${channel.name}`;
  const text = `Alerts of ${environment.name} (${environment.kind}) reach this channel.`;
  const id = context.newId('alertNotification', context.clock());
  const error = await sendMessage(context, channel, id, { title, text });
  await context.store.alerts.channels.recordResult(environment.number, channel.id, context.clock(), error);
  return withHealth(context, environment, await findChannel(context, environment, channel.id));
}

/** @throws Failure `not_found`, `forbidden`. */
export async function findChannel(
  context: Context,
  environment: Environment,
  channelId: string,
): Promise<AlertChannel> {
  const { channels } = context.store.alerts;
  const id = lookupId('alertChannel', channelId);
  const channel = (await channels.list(environment.number)).find((one) => one.id === id);
  if (channel !== undefined) return channel;
  throw notFoundHere('alertChannel', await channels.locate(id));
}

async function withHealth(
  context: Context,
  environment: Environment,
  channel: AlertChannel,
): Promise<ChannelWithHealth> {
  if (channel.kind !== 'webhook') return { ...channel, endpoint: null };
  return { ...channel, endpoint: await context.store.webhooks.endpoints.find(environment.number, channel.target) };
}

function checkTargetField(draft: ChannelDraft): void {
  const expected = TARGET_FIELDS[draft.kind];
  const given = Object.values(TARGET_FIELDS).filter((field) => draft[field] !== undefined);
  if (given.length === 1 && given[0] === expected) return;
  const wrong = given.find((field) => field !== expected) ?? expected;
  const detail = `A channel of kind ${draft.kind} has "${API_NAMES[expected]}" and no other target.`;
  throw invalid({ pointer: `/${API_NAMES[wrong]}`, code: 'wrong_target', detail });
}

async function targetOf(context: Context, environment: Environment, id: string, draft: ChannelDraft) {
  const { emails, url, endpointId } = draft;
  if (emails !== undefined) {
    if (context.notifier.mail === null) {
      const detail = 'This installation has no SMTP server; the operator sets one with ASSAY_SMTP_URL.';
      throw invalid({ pointer: '/kind', code: 'no_mail_server', detail });
    }
    return { target: emails.join(', '), encryptedUrl: null };
  }
  if (url !== undefined) {
    const checked = await checkEndpointUrl(context, url);
    const nonce = context.randomBytes(NONCE_BYTES);
    return { target: maskedUrl(checked), encryptedUrl: encryptSecret(checked, id, context.webhooks.keys, nonce) };
  }
  const known = await context.store.webhooks.endpoints.find(environment.number, lookupId('endpoint', endpointId ?? ''));
  if (known === null) {
    const detail = 'This environment has no webhook endpoint with this id.';
    throw invalid({ pointer: '/endpoint_id', code: 'unknown_endpoint', detail });
  }
  return { target: known.id, encryptedUrl: null };
}

/** Masks a URL, which is a secret as a whole: whoever has it can post. The end distinguishes two URLs. */
function maskedUrl(url: string): string {
  return `${new URL(url).origin}/…${url.length > 40 ? url.slice(-4) : ''}`;
}

function channelAudit(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  { id, kind, name, target }: AlertChannel,
  action: 'alert_channel.created' | 'alert_channel.deleted',
) {
  const state = { kind, name, target };
  const sides = action === 'alert_channel.created' ? { before: null, after: state } : { before: state, after: null };
  return newAuditEvent(context, actor, {
    ...sides,
    action,
    target: { type: 'alert_channel', id },
    environmentId: environment.id,
  });
}
