// The word lists of alerts: what a rule watches, where alerts are sent, and the status of a message to a channel.
import { MINUTE } from './clock.ts';

/**
 * `block_share`: the share of blocked events. `attack_wave`: the largest campaign of challenged and blocked events.
 * `webhook_failing`: an endpoint with consecutive failed attempts. `refused_origins`: events refused because of their origin.
 */
export const ALERT_KINDS = ['block_share', 'attack_wave', 'webhook_failing', 'refused_origins'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `slack` is any URL that takes a POST of `{"text": "…"}`, as Slack, Mattermost and others do. */
export const ALERT_CHANNEL_KINDS = ['email', 'slack', 'webhook'] as const;
export type AlertChannelKind = (typeof ALERT_CHANNEL_KINDS)[number];

export const ALERT_RULE_STATUSES = ['active', 'disabled'] as const;
export type AlertRuleStatus = (typeof ALERT_RULE_STATUSES)[number];

export const ALERT_STATUSES = ['open', 'resolved'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** `failed` after the last retry; `cancelled` when its channel or alert is gone. */
export const NOTIFICATION_STATUSES = ['pending', 'sent', 'failed', 'cancelled'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

/** What a rule's `threshold` counts, its bounds and its default. */
export const ALERT_THRESHOLDS = {
  block_share: { unit: 'percent of the events', min: 1, max: 100, initial: 20 },
  attack_wave: { unit: 'challenged and blocked events in one campaign', min: 2, max: 2_000, initial: 20 },
  webhook_failing: { unit: 'failed attempts in a row', min: 1, max: 1_000, initial: 5 },
  refused_origins: { unit: 'refused events', min: 1, max: 1_000_000, initial: 10 },
} as const satisfies Record<AlertKind, { unit: string; min: number; max: number; initial: number }>;

export const ALERT_LIMITS = {
  name: 100,
  rules: 50,
  channels: 50,
  recipients: 10,
  windowMinutes: { min: 5, max: 1_440, initial: 60 },
  minEvents: { min: 1, max: 10_000, initial: 20 },
} as const;

/** Formats a window: `24 hours`, `90 minutes`. */
export function windowText(minutes: number): string {
  return minutes >= 120 && minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

/** Refused events are counted in spans of five minutes; ms. */
export const REJECTION_SPAN = 5 * MINUTE;
