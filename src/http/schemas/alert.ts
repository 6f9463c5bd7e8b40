// Alerts, their rules and their channels.
import Type, { type Static } from 'typebox';
import type { AlertWithNotifications } from '../../flows/alerts/list-alerts.ts';
import type { ChannelWithHealth } from '../../flows/alerts/manage-channels.ts';
import { MAX_URL_LENGTH } from '../../flows/webhooks/create-endpoint.ts';
import type { AlertRule } from '../../records/alerts.ts';
import {
  ALERT_CHANNEL_KINDS,
  ALERT_KINDS,
  ALERT_LIMITS,
  ALERT_RULE_STATUSES,
  ALERT_STATUSES,
  ALERT_THRESHOLDS,
  NOTIFICATION_STATUSES,
} from '../../vocabulary/alerts.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { formatNumber } from '../../vocabulary/format-count.ts';
import { ALERT_WEBHOOK_TYPES, DELIVERY_STATUSES } from '../../vocabulary/words.ts';
import { ONE_LINE, RECIPIENT, TIME_OF_DAY } from './patterns.ts';
import { type BodyOf, closed, count, isoTimeOrNull, MAX_ID_LENGTH, nameText, nullable, oneOf, time } from './schema.ts';

const NameSchema = nameText(ALERT_LIMITS.name, { pattern: ONE_LINE, examples: ['Blocked logins'] });
const timeOfDay = (example: string) => Type.String({ pattern: TIME_OF_DAY, examples: [example] });
const { windowMinutes, minEvents } = ALERT_LIMITS;

export const AlertChannelBody = closed(
  {
    name: NameSchema,
    kind: oneOf(ALERT_CHANNEL_KINDS, {
      description:
        'email: needs `emails` and an SMTP server of the installation. slack: `url` takes a POST of `{"text": "…"}`. ' +
        'webhook: a signed `alert.opened` and `alert.resolved` to the endpoint `endpoint_id`.',
    }),
    emails: Type.Optional(
      Type.Array(Type.String({ maxLength: 254, pattern: RECIPIENT }), {
        minItems: 1,
        maxItems: ALERT_LIMITS.recipients,
        uniqueItems: true,
      }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_URL_LENGTH,
        description: 'A secret: responses show only its beginning. The address rules of webhooks apply.',
      }),
    ),
    endpoint_id: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH })),
  },
  { examples: [{ name: 'On call', kind: 'email', emails: ['oncall@example.com'] }] },
);

export const AlertChannelSchema = closed(
  {
    id: Type.String({ description: 'Prefix alc_.' }),
    name: Type.String({ examples: ['On call'] }),
    kind: oneOf(ALERT_CHANNEL_KINDS),
    target: Type.String({
      description: 'Addresses, the masked URL, or the URL of the webhook endpoint.',
      examples: ['oncall@example.com'],
    }),
    endpoint_id: nullable(Type.String({ description: 'Of a webhook channel. Prefix whe_.' }), { examples: [null] }),
    created_at: time(),
    last_success_at: nullable(time()),
    last_failure_at: nullable(time()),
    consecutive_failures: count('Failed attempts since the last success; above 0, alerts do not arrive.'),
    last_error: nullable(Type.String({ description: 'Why the last attempt failed.' }), { examples: [null] }),
  },
  { $id: 'AlertChannel', description: 'Where alerts are sent.' },
);

export function alertChannelBody(channel: ChannelWithHealth): BodyOf<typeof AlertChannelSchema> {
  const { id, kind, name, target, createdAt, lastError, endpoint } = channel;
  // A webhook channel is as healthy as its endpoint: the delivery queue sends its messages.
  const health = kind === 'webhook' && endpoint !== null ? endpoint : channel;
  const gone = kind === 'webhook' && endpoint?.status !== 'active';
  const state = endpoint === null ? 'deleted' : 'disabled';
  return {
    ...{ id, name, kind, target: kind === 'webhook' ? (endpoint?.url ?? target) : target },
    endpoint_id: kind === 'webhook' ? target : null,
    created_at: isoTime(createdAt),
    last_success_at: isoTimeOrNull(health.lastSuccessAt),
    last_failure_at: isoTimeOrNull(health.lastFailureAt),
    consecutive_failures: gone ? Math.max(1, health.consecutiveFailures) : health.consecutiveFailures,
    last_error: gone ? `The webhook endpoint is ${state}.` : lastError,
  };
}

const QuietHoursSchema = closed(
  {
    from: timeOfDay('22:00'),
    to: timeOfDay('07:00'),
    time_zone: Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Berlin'] }),
  },
  {
    description:
      'Messages that fall due between these times of day wait until `to`, which may be on the next day. An alert that has ended by then gets a single message.',
  },
);
const thresholds = ALERT_KINDS.map((kind) => {
  const { min, max, unit } = ALERT_THRESHOLDS[kind];
  return `${kind}: ${formatNumber(min)} to ${formatNumber(max)} ${unit}`;
}).join('. ');
const RULE = {
  name: NameSchema,
  kind: oneOf(ALERT_KINDS),
  threshold: Type.Integer({
    minimum: 1,
    description: `The rule alerts at or above this value. ${thresholds}.`,
    examples: [20],
  }),
  window_minutes: Type.Integer({
    minimum: windowMinutes.min,
    maximum: windowMinutes.max,
    description: 'How far back events are counted. Not used by webhook_failing.',
  }),
  min_events: Type.Integer({
    minimum: minEvents.min,
    maximum: minEvents.max,
    description: 'block_share: with fewer events there is no alert.',
  }),
  channels: Type.Array(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH }), {
    maxItems: ALERT_LIMITS.channels,
    uniqueItems: true,
    description: 'Ids of channels. With none, alerts appear in the dashboard only.',
  }),
  quiet_hours: nullable(QuietHoursSchema),
  status: oneOf(ALERT_RULE_STATUSES, { description: 'A disabled rule is not evaluated, and its alerts end.' }),
};
const { name, kind, threshold, channels, ...rest } = RULE;
export const AlertRuleBody = closed({
  ...{ name, kind, threshold, channels },
  ...{
    window_minutes: Type.Optional(rest.window_minutes),
    min_events: Type.Optional(rest.min_events),
    quiet_hours: Type.Optional(rest.quiet_hours),
    status: Type.Optional(rest.status),
  },
});
export const AlertRuleChangeBody = Type.Partial(AlertRuleBody, { additionalProperties: false, minProperties: 1 });

export const AlertRuleSchema = closed(
  { id: Type.String({ description: 'Prefix alr_.' }), ...RULE, created_at: time(), updated_at: time() },
  { $id: 'AlertRule', description: 'What a rule watches, and where its alerts are sent.' },
);

export function alertRuleBody(rule: AlertRule): BodyOf<typeof AlertRuleSchema> {
  const { quietHours } = rule;
  return {
    ...{ id: rule.id, name: rule.name, kind: rule.kind, threshold: rule.threshold },
    ...{ window_minutes: rule.windowMinutes, min_events: rule.minEvents, channels: rule.channels },
    quiet_hours: quietHours && { from: quietHours.from, to: quietHours.to, time_zone: quietHours.timeZone },
    ...{ status: rule.status, created_at: isoTime(rule.createdAt), updated_at: isoTime(rule.updatedAt) },
  };
}

/** The fields of a request as a rule stores them. */
export function ruleChange({ window_minutes, min_events, quiet_hours, ...same }: Static<typeof AlertRuleChangeBody>) {
  const quiet = quiet_hours && { from: quiet_hours.from, to: quiet_hours.to, timeZone: quiet_hours.time_zone };
  return {
    ...same,
    ...(window_minutes !== undefined && { windowMinutes: window_minutes }),
    ...(min_events !== undefined && { minEvents: min_events }),
    ...(quiet !== undefined && { quietHours: quiet }),
  };
}

const NotificationSchema = closed({
  channel_id: Type.String({ description: 'Prefix alc_; the channel may be deleted.' }),
  type: oneOf(ALERT_WEBHOOK_TYPES),
  status: oneOf(NOTIFICATION_STATUSES, {
    description:
      'pending: due at `due_at`. sent: the receiver accepted it; for a webhook, its delivery was queued, see `delivery_status`. failed: five ' +
      'attempts failed. cancelled: the channel was deleted.',
    examples: ['sent'],
  }),
  delivery_status: nullable(
    oneOf(DELIVERY_STATUSES, {
      description:
        'The state of the delivery that was queued for a webhook. null for other channels, before the delivery is queued, and ' +
        'when the log no longer has it.',
    }),
    { examples: [null] },
  ),
  due_at: time(),
  sent_at: nullable(time()),
  attempts: count(),
  error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
});

export const AlertSchema = closed(
  {
    id: Type.String({ description: 'Prefix alt_.' }),
    rule_id: Type.String({ description: 'Prefix alr_; the rule may be deleted.' }),
    rule_name: Type.String({ examples: ['Blocked logins'] }),
    kind: oneOf(ALERT_KINDS),
    status: oneOf(ALERT_STATUSES),
    what: Type.String({
      description: 'What happened, in one sentence.',
      examples: ['40 % of the events were blocked: 40 of 100 within 15 minutes.'],
    }),
    path: Type.String({
      description: 'Where to look: a path of the dashboard below the environment.',
      examples: ['events?decision=block'],
    }),
    value: Type.Integer({ description: 'The measured value, in the unit of the threshold.', examples: [40] }),
    threshold: Type.Integer({ examples: [20] }),
    since: time('When it began, as far as the data says.'),
    opened_at: time(),
    resolved_at: nullable(time(), { examples: [null] }),
    notifications: Type.Array(NotificationSchema),
  },
  {
    $id: 'Alert',
    description: 'A condition that a rule detected. A rule has one open alert for a subject, such as an endpoint.',
  },
);

export function alertBody(alert: AlertWithNotifications): BodyOf<typeof AlertSchema> {
  const { id, ruleId, ruleName, kind, what, path, value, threshold, resolvedAt } = alert;
  return {
    ...{ id, rule_id: ruleId, rule_name: ruleName, kind, status: resolvedAt === null ? 'open' : 'resolved' },
    ...{ what, path, value, threshold },
    ...{ since: isoTime(alert.since), opened_at: isoTime(alert.openedAt), resolved_at: isoTimeOrNull(resolvedAt) },
    notifications: alert.notifications.map((one) => ({
      ...{ channel_id: one.channelId, type: one.type, status: one.status, attempts: one.attempts, error: one.error },
      delivery_status: one.deliveryStatus,
      ...{ due_at: isoTime(one.dueAt), sent_at: isoTimeOrNull(one.sentAt) },
    })),
  };
}
