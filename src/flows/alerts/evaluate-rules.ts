// Evaluates the alert rules of one environment: opens alerts, updates open ones, and resolves those that ended.
import type { Alert, AlertNotification, AlertRule } from '../../records/alerts.ts';
import type { Environment } from '../../records/tenants.ts';
import type { AlertKind } from '../../vocabulary/alerts.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';
import { type Finding, measureRule } from './measure-rule.ts';
import { afterQuietHours } from './quiet-hours.ts';

/**
 * How long a condition must be over before its alert is resolved, ms. Otherwise a value that moves around its threshold would
 * send a message every minute. An endpoint's consecutive failures end with a success, so nothing needs to settle.
 */
const SETTLE: Readonly<Record<AlertKind, number>> = {
  block_share: 5 * MINUTE,
  attack_wave: 5 * MINUTE,
  refused_origins: 5 * MINUTE,
  webhook_failing: 0,
};

/**
 * Idempotent: a second run changes nothing as long as nothing else does. `onError` receives the failure of one kind of rule, whose alerts stay
 * as they are: while a replica for lists is down, attacks cannot be measured, but everything else can. `token` is that of the environment's
 * lease.
 */
export async function evaluateRules(
  context: Context,
  environment: Environment,
  token: string,
  onError: (error: unknown) => void,
): Promise<void> {
  const { alerts } = context.store;
  const now = context.clock();
  const rules = (await alerts.rules.list(environment.number)).filter(({ status }) => status === 'active');
  const open = await alerts.listOpen(environment.number);
  const seen = new Set<string>();
  const failed = new Set<AlertKind>();
  for (const rule of rules) {
    // Each of a kind would fail after the same timeout.
    if (failed.has(rule.kind)) continue;
    const findings = await measureRule(context, environment, rule, now).catch((error) => {
      failed.add(rule.kind);
      onError(error);
      return [];
    });
    for (const finding of findings) {
      const known = open.find(({ ruleId, target }) => ruleId === rule.id && target === finding.target);
      if (known === undefined) {
        await openAlert(context, environment, token, rule, finding, now);
        continue;
      }
      seen.add(known.id);
      const { what, path, value } = finding;
      await alerts.see(environment.number, { id: known.id, what, path, value, lastSeenAt: now });
    }
  }
  const watched = new Set(rules.map(({ id }) => id));
  for (const alert of open) {
    const { id, ruleId, kind, lastSeenAt } = alert;
    // A time in the future is that of a clock that was ahead, by seconds in another process, or by hours until it was corrected.
    const isUnsettled = failed.has(kind) || Math.abs(now - lastSeenAt) < SETTLE[kind];
    if (seen.has(id) || (watched.has(ruleId) && isUnsettled)) continue;
    await alerts.resolve(environment.number, alert, now, () => context.newId('alertNotification', now));
  }
}

async function openAlert(
  context: Context,
  environment: Environment,
  token: string,
  rule: AlertRule,
  { target, what, path, value, since }: Finding,
  now: number,
): Promise<void> {
  const alert: Alert = {
    id: context.newId('alert', now),
    ruleId: rule.id,
    ruleName: rule.name,
    kind: rule.kind,
    threshold: rule.threshold,
    openedAt: now,
    lastSeenAt: now,
    resolvedAt: null,
    ...{ target, what, path, value, since },
  };
  const dueAt = afterQuietHours(rule.quietHours, now);
  const notifications = rule.channels.map((channelId): AlertNotification => {
    const id = context.newId('alertNotification', now);
    const state = { status: 'pending', dueAt, sentAt: null, attempts: 0, error: null } as const;
    return { id, alertId: alert.id, channelId, type: 'alert.opened', ...state };
  });
  await context.store.alerts.open(environment.number, token, alert, notifications);
}
