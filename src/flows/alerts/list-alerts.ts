// GET …/alerts: what the rules noticed, with the messages sent about it.
import type { Alert, AlertNotification } from '../../records/alerts.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { Environment } from '../../records/tenants.ts';
import type { AlertStatus } from '../../vocabulary/alerts.ts';
import type { Context } from '../context.ts';

export type AlertWithNotifications = Alert & { notifications: readonly AlertNotification[] };

/** One page, in reading order. */
export async function listAlerts(
  context: Context,
  environment: Environment,
  status: AlertStatus | null,
  page: IdPage,
): Promise<AlertWithNotifications[]> {
  const { alerts } = context.store;
  const rows = await alerts.list(environment.number, status, page);
  const ids = rows.map(({ id }) => id);
  const sent = await alerts.notificationsOf(environment.number, ids);
  return rows.map((alert) => ({ ...alert, notifications: sent.filter(({ alertId }) => alertId === alert.id) }));
}
