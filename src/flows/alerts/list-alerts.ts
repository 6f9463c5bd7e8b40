// GET …/alerts: the alerts of an environment, with their messages.
import type { Alert, AlertNotification } from '../../records/alerts.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import type { AlertStatus } from '../../vocabulary/alerts.ts';
import type { DeliveryStatus } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { deliveryIdOf } from './send-notifications.ts';

/** `sent` to a webhook means that a delivery was queued; the delivery log has its result. */
export type NotificationWithDelivery = AlertNotification & { deliveryStatus: DeliveryStatus | null };
export type AlertWithNotifications = Alert & { notifications: readonly NotificationWithDelivery[] };

/** One page, in reading order. */
export async function listAlerts(
  context: Context,
  environment: Environment,
  status: AlertStatus | null,
  page: IdPage,
): Promise<AlertWithNotifications[]> {
  const { alerts, webhooks } = context.store;
  const rows = await alerts.list(environment.number, status, page);
  const ids = rows.map(({ id }) => id);
  const sent = await alerts.notificationsOf(environment.number, ids);
  // Other kinds of channels have no deliveries, so their ids find none.
  const statuses = await webhooks.log.statuses(environment.number, sent.map(deliveryIdOf));
  const notifications = sent.map((one) => ({ ...one, deliveryStatus: statuses.get(deliveryIdOf(one)) ?? null }));
  return rows.map((alert) => ({
    ...alert,
    notifications: notifications.filter(({ alertId }) => alertId === alert.id),
  }));
}
