// …/alert-rules: creates, changes and deletes alert rules.
import type { AlertRule, AlertRuleDraft } from '../../records/alerts.ts';
import type { AuditEvent, JsonObject } from '../../records/audit.ts';
import type { Environment } from '../../records/tenants.ts';
import { ALERT_LIMITS, ALERT_THRESHOLDS } from '../../vocabulary/alerts.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { formatNumber } from '../../vocabulary/format-count.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import { changeNewest } from '../change-newest.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, notFoundHere } from '../tenants/own-resource.ts';
import { isTimeZone } from './quiet-hours.ts';

/** @throws Failure `invalid`, `conflict` `alert_rule_limit`. */
export async function createAlertRule(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  draft: AlertRuleDraft,
): Promise<AlertRule> {
  checkRule(draft);
  const now = context.clock();
  const rule = { ...draft, id: context.newId('alertRule', now), createdAt: now, updatedAt: now };
  const change = { action: 'alert_rule.created', before: null, after: audited(rule) } as const;
  const auditEvent = ruleAudit(context, actor, environment, rule.id, change);
  await context.store.alerts.rules.create(environment.number, rule, ALERT_LIMITS.rules, auditEvent);
  return rule;
}

export function listAlertRules(context: Context, environment: Environment): Promise<AlertRule[]> {
  return context.store.alerts.rules.list(environment.number);
}

/** @throws Failure `invalid`, `not_found`, `forbidden`. */
export async function updateAlertRule(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  ruleId: string,
  change: Partial<AlertRuleDraft>,
): Promise<AlertRule> {
  return changeNewest<AlertRule>(context, change, {
    read: () => findRule(context, environment, ruleId),
    contentOf: audited,
    async save(rule, old, fields) {
      checkRule(rule);
      const change = { action: 'alert_rule.updated', ...fields } as const;
      const auditEvent = ruleAudit(context, actor, environment, old.id, change);
      return context.store.alerts.rules.update(environment.number, rule, old.updatedAt, auditEvent);
    },
  });
}

/** Deletes the rule; the next run of the job resolves its open alerts. @throws Failure `not_found`, `forbidden`. */
export async function deleteAlertRule(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  ruleId: string,
): Promise<void> {
  const rule = await findRule(context, environment, ruleId);
  const change = { action: 'alert_rule.deleted', before: audited(rule), after: null } as const;
  const auditEvent = ruleAudit(context, actor, environment, rule.id, change);
  if (!(await context.store.alerts.rules.remove(environment.number, rule.id, auditEvent))) throw notFound('alertRule');
}

async function findRule(context: Context, environment: Environment, ruleId: string): Promise<AlertRule> {
  const { rules } = context.store.alerts;
  const id = lookupId('alertRule', ruleId);
  const rule = (await rules.list(environment.number)).find((one) => one.id === id);
  if (rule !== undefined) return rule;
  throw notFoundHere('alertRule', await rules.locate(id));
}

/** Checks what the schema of the request cannot express. */
function checkRule(rule: AlertRuleDraft): void {
  const { min, max, unit } = ALERT_THRESHOLDS[rule.kind];
  if (rule.threshold < min || rule.threshold > max) {
    const detail = `The threshold of ${rule.kind} is ${formatNumber(min)} to ${formatNumber(max)} ${unit}.`;
    throw invalid({ pointer: '/threshold', code: 'out_of_range', detail });
  }
  if (rule.quietHours !== null && !isTimeZone(rule.quietHours.timeZone)) {
    const detail = `"${rule.quietHours.timeZone}" is no time zone.`;
    throw invalid({ pointer: '/quiet_hours/time_zone', code: 'unknown_time_zone', detail });
  }
}

function audited(rule: AlertRuleDraft): JsonObject {
  const { name, kind, threshold, windowMinutes, minEvents, channels, quietHours, status } = rule;
  const quiet = quietHours && { from: quietHours.from, to: quietHours.to, time_zone: quietHours.timeZone };
  return {
    ...{ name, kind, threshold, window_minutes: windowMinutes, min_events: minEvents, channels: [...channels] },
    ...{ quiet_hours: quiet, status },
  };
}

function ruleAudit(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  id: string,
  change: Pick<AuditEvent, 'action' | 'before' | 'after'>,
): AuditEvent {
  return newAuditEvent(context, actor, {
    ...change,
    target: { type: 'alert_rule', id },
    environmentId: environment.id,
  });
}
