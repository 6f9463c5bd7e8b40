// Sends the messages of alerts that are due, once each, and records the health of their channels.
import type { Alert, AlertChannel, AlertNotification } from '../../records/alerts.ts';
import type { Environment } from '../../records/tenants.ts';
import { HOUR, MINUTE, SECOND } from '../../vocabulary/clock.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { announceAlert } from '../../webhooks/announce.ts';
import { decryptSecret } from '../../webhooks/secret-encryption.ts';
import type { Context } from '../context.ts';
import { alertMessage, slackBody } from './alert-message.ts';
import { afterQuietHours } from './quiet-hours.ts';

/** Waits after a failed attempt. After the last one, the message has failed permanently, as the dashboard shows. */
const BACKOFF = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR];
/** Messages of one run. */
const MAX_MESSAGES = 50;
const MAX_ERROR_LENGTH = 300;

/**
 * Requires the lease of the environment, so that no other process sends the same messages. Returns, or throws the first error,
 * once all messages were attempted: only then may the lease end.
 */
export async function sendNotifications(context: Context, environment: Environment): Promise<void> {
  const { alerts } = context.store;
  const now = context.clock();
  // The longest backoff is an hour. Those that wait for the end of quiet hours are read, too, and wait on.
  const due = await alerts.due(environment.number, now, now + HOUR, MAX_MESSAGES);
  if (due.length === 0) return;
  const alertIds = [...new Set(due.map(({ alertId }) => alertId))];
  const [found, channels, rules] = await Promise.all([
    alerts.alertsById(environment.number, alertIds),
    alerts.channels.list(environment.number),
    alerts.rules.list(environment.number),
  ]);
  const results = await Promise.allSettled(
    due.map(async (notification) => {
      const alert = found.find(({ id }) => id === notification.alertId);
      const channel = channels.find(({ id }) => id === notification.channelId);
      if (alert === undefined || channel === undefined) {
        await alerts.saveNotification(environment.number, { ...notification, status: 'cancelled' });
        return;
      }
      const rule = rules.find(({ id }) => id === alert.ruleId);
      // The quiet hours of a rule that was deleted are known only as the end that the message waits for.
      const dueAt = rule === undefined ? notification.dueAt : afterQuietHours(rule.quietHours, now);
      if (dueAt > now) {
        if (dueAt !== notification.dueAt) await alerts.saveNotification(environment.number, { ...notification, dueAt });
        return;
      }
      await sendOne(context, environment, alert, channel, notification);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function sendOne(
  context: Context,
  environment: Environment,
  alert: Alert,
  channel: AlertChannel,
  notification: AlertNotification,
): Promise<void> {
  const { alerts } = context.store;
  const error = await sendAlert(context, environment, alert, channel, notification);
  const at = context.clock();
  const attempts = notification.attempts + 1;
  await alerts.channels.recordResult(environment.number, channel.id, at, error);
  if (error === null) {
    await alerts.saveNotification(environment.number, {
      ...notification,
      ...{ attempts, status: 'sent', sentAt: at, error },
    });
    return;
  }
  const wait = BACKOFF[attempts - 1];
  const next = wait === undefined ? { status: 'failed' as const } : { dueAt: at + wait };
  await alerts.saveNotification(environment.number, { ...notification, ...next, attempts, error });
}

/** Returns why the message was not accepted, or null. A message that waited until its alert was over reports both. */
async function sendAlert(
  context: Context,
  environment: Environment,
  alert: Alert,
  channel: AlertChannel,
  { id, type }: AlertNotification,
): Promise<string | null> {
  const url = `${context.notifier.baseUrl()}/#/${environment.id}/${alert.path}`;
  if (channel.kind !== 'webhook') {
    return sendMessage(context, channel, id, alertMessage(alert, environment, url));
  }
  const endpoint = await context.store.webhooks.endpoints.find(environment.number, channel.target);
  if (endpoint === null) return 'The webhook endpoint was deleted.';
  if (endpoint.status === 'disabled') return 'The webhook endpoint is disabled.';
  const deliveryId = deliveryIdOf({ id });
  const { log, queue } = context.store.webhooks;
  if ((await log.find(environment.number, endpoint.id, deliveryId)) === null) {
    const now = context.clock();
    await queue.enqueue(environment.number, announceAlert(type, { ...alert, url }, endpoint.id, deliveryId, now), now);
  }
  context.deliveriesQueued();
  return null;
}

/** The id of the delivery, the same after a crash, so that the delivery to a webhook is queued once. */
export function deliveryIdOf({ id }: Pick<AlertNotification, 'id'>): string {
  return siblingId('delivery', id);
}

/** Sends a text to a channel of people. @returns why it was not accepted, or null. */
export async function sendMessage(
  { notifier, webhooks }: Pick<Context, 'notifier' | 'webhooks'>,
  channel: AlertChannel,
  id: string,
  message: { title: string; text: string },
): Promise<string | null> {
  const error = await (async () => {
    if (channel.kind === 'email') {
      if (notifier.mail === null) return 'This installation has no SMTP server: set ASSAY_SMTP_URL.';
      return notifier.mail({ id, to: channel.target.split(', '), ...message });
    }
    const url = decryptSecret(channel.encryptedUrl ?? '', channel.id, webhooks.keys);
    return notifier.post(url, slackBody(message));
  })();
  return error === null ? null : error.slice(0, MAX_ERROR_LENGTH);
}
