// The closed word lists of the API. Types, validators, OpenAPI and forms derive from these lists.

/** What to do about an event, mildest first. */
export const DECISIONS = ['allow', 'monitor', 'challenge', 'block'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Risk level, lowest first. */
export const LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof LEVELS)[number];

/** Which kind of key carried an event. */
export const KEY_KINDS = ['public', 'secret'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Test and live environments score identically; only test accepts `force_*` accounts. */
export const ENVIRONMENT_KINDS = ['test', 'live'] as const;
export type EnvironmentKind = (typeof ENVIRONMENT_KINDS)[number];

/** How much of the risk the response to an event under a public key contains. */
export const PUBLIC_RISK = ['full', 'none'] as const;
export type PublicRisk = (typeof PUBLIC_RISK)[number];

/** Members' roles, strongest first. */
export const ROLES = ['owner', 'admin', 'analyst', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** How a device was resolved. */
export const RESOLUTION_METHODS = [
  'persistent_id',
  'fingerprint_exact',
  'fingerprint_similar',
  'ambiguous',
  'new_device',
  'insufficient_signals',
] as const;
export type ResolutionMethod = (typeof RESOLUTION_METHODS)[number];

/** The kind of address an event came from, classified without an external provider. */
export const NETWORK_CLASSIFICATIONS = [
  'public',
  'private',
  'loopback',
  'link_local',
  'carrier_nat',
  'documentation',
  'multicast',
  'reserved',
  'unspecified',
] as const;
export type NetworkClassification = (typeof NETWORK_CLASSIFICATIONS)[number];

export const ENRICHMENT_STATUSES = ['not_configured'] as const;

/** The result of the customer's own authentication flow. */
export const AUTHENTICATION_OUTCOMES = [
  'login_success',
  'login_failed',
  'mfa_passed',
  'mfa_failed',
  'password_reset_completed',
  'password_reset_rejected',
  'account_locked',
  'session_revoked',
] as const;
export type AuthenticationOutcome = (typeof AUTHENTICATION_OUTCOMES)[number];

/** Whether an event was fraud, and of which kind. */
export const LABELS = [
  'legitimate',
  'fraud_confirmed',
  'account_takeover',
  'bot_confirmed',
  'automation_legitimate',
  'credential_stuffing',
  'brute_force',
  'multi_account_abuse',
  'payment_fraud',
  'unknown',
] as const;
export type Label = (typeof LABELS)[number];

/** The comparison of a decision with a label. */
export const EVALUATIONS = [
  'correct_allow',
  'correct_monitor',
  'correct_challenge',
  'correct_block',
  'potential_false_positive',
  'potential_false_negative',
  'inconclusive',
] as const;
export type Evaluation = (typeof EVALUATIONS)[number];

/** The operators of conditions in policy rules. */
export const CONDITION_OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'contains', 'in'] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** The types of webhooks that endpoints subscribe to. */
const SUBSCRIBED_TYPES = [
  'risk.assessment.completed',
  'decision.allow',
  'decision.monitor',
  'decision.challenge',
  'decision.block',
  'device.new',
  'security.credential_stuffing',
  'security.brute_force',
  'security.automation_suspected',
  'device.trusted',
  'device.trust_revoked',
  'outcome.created',
  'outcome.updated',
  'webhook.test',
] as const;

/** Sent to the endpoints that an alert rule names, whatever they subscribe to. */
export const ALERT_WEBHOOK_TYPES = ['alert.opened', 'alert.resolved'] as const;
export type AlertWebhookType = (typeof ALERT_WEBHOOK_TYPES)[number];

/** The types of webhooks. */
export const WEBHOOK_TYPES = [...SUBSCRIBED_TYPES, ...ALERT_WEBHOOK_TYPES] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

/** What an endpoint may subscribe to: types, or only `*` for all types, including those of later versions. */
export const SUBSCRIBABLE_TYPES = ['*', ...SUBSCRIBED_TYPES] as const;
export type SubscribableType = (typeof SUBSCRIBABLE_TYPES)[number];

/**
 * The error of a delivery attempt in the log until the attempt has a result; written before the request is sent. It stays if
 * the process dies; the attempt is then repeated under the same number.
 */
export const ATTEMPT_IN_PROGRESS = 'in_progress';

/** The status of a delivery, over all its attempts. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'exhausted', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Whether an endpoint receives deliveries. While it is disabled, nothing is sent and nothing new is queued. */
export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** The sort keys of the lists of accounts, devices and networks. */
export const ACTIVITY_SORTS = ['last_seen', 'first_seen', 'event_count'] as const;
export type ActivitySort = (typeof ACTIVITY_SORTS)[number];
export const SORT_ORDERS = ['desc', 'asc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** What links connect. */
export const LINKED_KINDS = ['account', 'device', 'network'] as const;
export type LinkedKind = (typeof LINKED_KINDS)[number];

/** What a timeline of an account shows. */
export const TIMELINE_KINDS = ['stopped', 'first_login', 'change', 'outcome', 'note'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
