// Texts of alerts by kind: what a rule watches, what its threshold counts, and where messages go.
import {
  type AlertChannelKind,
  type AlertKind,
  type NotificationStatus,
  windowText,
} from '../../../src/vocabulary/alerts.ts';
import { formatCount } from '../../../src/vocabulary/format-count.ts';
import type { DeliveryStatus } from '../../../src/vocabulary/words.ts';
import type { Alert, AlertRule } from '../api/control-types.ts';

interface KindText {
  name: string;
  meaning: string;
  /** The label of the threshold's field. */
  threshold: string;
  /** What the rule waits for, as a phrase. */
  condition: (rule: Pick<AlertRule, 'threshold' | 'window_minutes'>) => string;
}

export const ALERT_TEXT: Record<AlertKind, KindText> = {
  attack_wave: {
    name: 'Attack wave',
    meaning: 'Challenged and blocked events that belong together, as on the worklist.',
    threshold: 'Events in one campaign',
    condition: ({ threshold, window_minutes }) =>
      `${formatCount(threshold, 'event')} of one campaign in ${windowText(window_minutes)}`,
  },
  block_share: {
    name: 'Share of blocks',
    meaning: 'The share of events that are blocked: an attack, or a policy that is too strict.',
    threshold: 'Percent of events',
    condition: ({ threshold, window_minutes }) => `${threshold} % of events blocked in ${windowText(window_minutes)}`,
  },
  webhook_failing: {
    name: 'Failing webhook',
    meaning: 'An endpoint whose attempts fail in a row: your backend misses decisions.',
    threshold: 'Failed attempts in a row',
    condition: ({ threshold }) => `${formatCount(threshold, 'failed attempt')} in a row`,
  },
  refused_origins: {
    name: 'Refused origins',
    meaning: 'Events refused because the page that sent them is not on an allowed origin.',
    threshold: 'Refused events',
    condition: ({ threshold, window_minutes }) =>
      `${formatCount(threshold, 'refused event')} in ${windowText(window_minutes)}`,
  },
};

export const CHANNEL_TEXT: Record<AlertChannelKind, { name: string; target: string }> = {
  email: { name: 'Email', target: 'Email addresses' },
  slack: { name: 'Slack or compatible', target: 'Webhook URL of Slack, Mattermost or a compatible program' },
  webhook: { name: 'Webhook endpoint', target: 'Endpoint' },
};

const NOTIFICATION_TEXT: Record<NotificationStatus, string> = {
  pending: 'waiting',
  sent: 'sent',
  failed: 'not reached',
  cancelled: 'channel deleted',
};

/** A message to a webhook is queued as a delivery, which may still fail. */
const DELIVERY_TEXT: Record<DeliveryStatus, string> = {
  pending: 'queued',
  delivered: 'delivered',
  failed: 'delivery failed',
  exhausted: 'delivery failed, no more attempts',
  cancelled: 'delivery canceled',
};

export function notificationText({
  status,
  attempts,
  delivery_status: delivery,
}: Pick<Alert['notifications'][number], 'status' | 'attempts' | 'delivery_status'>): string {
  if (delivery !== null) return DELIVERY_TEXT[delivery];
  return `${NOTIFICATION_TEXT[status]}${status === 'pending' && attempts > 0 ? ' after a failure' : ''}`;
}
