// The word lists of the audit log: types of actors, and actions.

/** A member in the dashboard, or an operator at the command line. */
export const AUDIT_ACTOR_TYPES = ['user', 'cli'] as const;
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number];

export const AUDIT_ACTIONS = [
  'organization.created',
  'environment.created',
  'environment.updated',
  'key.created',
  'key.revoked',
  'member.invited',
  'member.created',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.link_issued',
  'member.password_changed',
  'member.second_factor_enabled',
  'member.second_factor_disabled',
  'member.recovery_code_used',
  'session.started',
  'session.rejected',
  'session.revoked',
  'device.trusted',
  'device.trust_revoked',
  'account.erased',
  'outcomes.recorded',
  'outcomes.undone',
  'policy.thresholds_changed',
  'policy.rule_created',
  'policy.rule_updated',
  'policy.rule_deleted',
  'policy.applied',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.test_sent',
  'webhook.redelivered',
  'alert_channel.created',
  'alert_channel.deleted',
  'alert_channel.test_sent',
  'alert_rule.created',
  'alert_rule.updated',
  'alert_rule.deleted',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
