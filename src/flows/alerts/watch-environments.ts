// The background job of alerts: evaluates the rules of every environment, sends what is due, and removes old alerts.
import { DAY, MINUTE } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';
import { sharedNow } from '../shared-clock.ts';
import { evaluateRules } from './evaluate-rules.ts';
import { sendNotifications } from './send-notifications.ts';

/** Longer than a run takes: fifty messages at once, each with a timeout of at most twenty seconds. */
const LEASE = 2 * MINUTE;
const ALERT_RETENTION = 90 * DAY;
const REJECTION_RETENTION = 30 * DAY;

/**
 * One run. Any number of processes may run it at once: each environment is leased to one of them. `onError` receives the failure
 * of one environment or of one kind of rule; the others continue, and the next run retries. Ends after the step during which `stopping`
 * aborts: due messages wait for the next process.
 */
export async function watchEnvironments(
  context: Context,
  onError: (error: unknown) => void,
  stopping?: AbortSignal,
): Promise<void> {
  const { alerts, tenants } = context.store;
  const numbers = new Set(await alerts.environmentsToWatch());
  if (numbers.size === 0) return;
  for (const environment of await tenants.environments(null)) {
    if (stopping?.aborted) break;
    if (!numbers.has(environment.number)) continue;
    const now = context.clock();
    const token = Buffer.from(context.randomBytes(16)).toString('base64url');
    if (!(await alerts.lease(environment.number, token, now, now + LEASE))) continue;
    try {
      await evaluateRules(context, environment, token, onError);
      if (!stopping?.aborted) await sendNotifications(context, environment);
    } catch (error) {
      onError(error);
    } finally {
      await alerts.release(environment.number, token);
    }
  }
}

/**
 * Removes alerts that were resolved 90 days ago, and counts of events refused 30 days ago. Ends after the environment during which
 * `stopping` aborts.
 */
export async function pruneAlerts(context: Context, stopping?: AbortSignal): Promise<void> {
  const now = await sharedNow(context);
  const rejectionsBefore = now - REJECTION_RETENTION;
  for (const { number } of await context.store.tenants.environments(null)) {
    if (stopping?.aborted) break;
    await context.store.alerts.prune(number, now - ALERT_RETENTION, rejectionsBefore);
  }
}
