// Storage contract for alerts: channels, rules, alerts, their messages, and counts of refused events.
import type {
  AlertChannelKind,
  AlertKind,
  AlertRuleStatus,
  AlertStatus,
  NotificationStatus,
} from '../vocabulary/alerts.ts';
import type { AlertWebhookType } from '../vocabulary/words.ts';
import type { AuditEvent } from './audit.ts';
import type { IdPage } from './id-page.ts';

/** Where alerts are sent. */
export interface AlertChannel {
  /** `alc_…` */
  id: string;
  kind: AlertChannelKind;
  name: string;
  /** What people may see: the addresses, the masked URL, or the id of the webhook endpoint. */
  target: string;
  /** The URL of a `slack` channel, encrypted for the channel's id; null for the other kinds. */
  encryptedUrl: string | null;
  createdAt: number;
  lastSuccessAt: number | null;
  lastFailureAt: number | null;
  consecutiveFailures: number;
  /** Why the last attempt failed; null if it succeeded. */
  lastError: string | null;
}

/** Times of day when messages wait, in the time zone: from `from` until `to`, which may be on the next day. */
export interface QuietHours {
  /** `HH:MM` */
  from: string;
  to: string;
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: string;
}

export interface AlertRule {
  /** `alr_…` */
  id: string;
  name: string;
  kind: AlertKind;
  /** In the unit of the kind (`ALERT_THRESHOLDS`). */
  threshold: number;
  windowMinutes: number;
  /** `block_share` only: with fewer events in the window, there is no alert. */
  minEvents: number;
  /** Ids of channels. */
  channels: readonly string[];
  quietHours: QuietHours | null;
  status: AlertRuleStatus;
  createdAt: number;
  updatedAt: number;
}
export type AlertRuleDraft = Omit<AlertRule, 'id' | 'createdAt' | 'updatedAt'>;

/** A condition that a rule detected. */
export interface Alert {
  /** `alt_…` */
  id: string;
  ruleId: string;
  ruleName: string;
  kind: AlertKind;
  /** The subject, where a rule may detect several conditions: the id of an endpoint, or whether the server reports the attack; or ''. */
  target: string;
  /** One sentence. */
  what: string;
  /** Where to look: a path of the dashboard below the environment. */
  path: string;
  /** The measured value, in the unit of the threshold. */
  value: number;
  threshold: number;
  /** When it began, as far as the data shows. */
  since: number;
  openedAt: number;
  /** When it was last true. */
  lastSeenAt: number;
  resolvedAt: number | null;
}

/** One message of an alert to a channel. */
export interface AlertNotification {
  /** `aln_…` */
  id: string;
  alertId: string;
  channelId: string;
  type: AlertWebhookType;
  status: NotificationStatus;
  dueAt: number;
  sentAt: number | null;
  attempts: number;
  error: string | null;
}

export interface AlertChannelStore {
  /** @throws Failure `conflict` `alert_channel_limit` when the environment already has `limit`. */
  create(environmentNumber: number, channel: AlertChannel, limit: number, auditEvent: AuditEvent): Promise<void>;
  /** Oldest first. */
  list(environmentNumber: number): Promise<AlertChannel[]>;
  /** The number of the environment that contains it, or null. */
  locate(id: string): Promise<number | null>;
  /** @throws Failure `conflict` `alert_channel_in_use` while a rule sends to it. */
  remove(environmentNumber: number, id: string, auditEvent: AuditEvent): Promise<boolean>;
  /** Records the result of an attempt; `error` is null after a success. */
  recordResult(environmentNumber: number, id: string, at: number, error: string | null): Promise<void>;
}

export interface AlertRuleStore {
  /**
   * @throws Failure `conflict` `alert_rule_limit` when the environment already has `limit`, `invalid` `unknown_channel` for a channel that the
   * environment does not have.
   */
  create(environmentNumber: number, rule: AlertRule, limit: number, auditEvent: AuditEvent): Promise<void>;
  /** Oldest first. */
  list(environmentNumber: number): Promise<AlertRule[]>;
  locate(id: string): Promise<number | null>;
  /**
   * Replaces the rule that was last changed at `seen`; false if it has been changed since, or is gone.
   * @throws Failure `invalid` `unknown_channel`.
   */
  update(environmentNumber: number, rule: AlertRule, seen: number, auditEvent: AuditEvent): Promise<boolean>;
  remove(environmentNumber: number, id: string, auditEvent: AuditEvent): Promise<boolean>;
}

export interface DecisionCounts {
  events: number;
  blocked: number;
  firstBlockAt: number | null;
}

export interface AlertStore {
  channels: AlertChannelStore;
  rules: AlertRuleStore;
  /** Numbers of the environments with a rule, an open alert or a message that is not sent yet. */
  environmentsToWatch(): Promise<number[]>;
  /**
   * Takes the environment for this process until `until`; false while another process has it. The clock of the storage counts, where it has
   * one: of the times, only the duration matters then.
   */
  lease(environmentNumber: number, token: string, now: number, until: number): Promise<boolean>;
  release(environmentNumber: number, token: string): Promise<void>;
  /**
   * Saves a new alert with its messages; false, without a write, if the rule has an open alert for the target, or the process no longer has
   * the lease with this token: it may have stood still since it found the reason.
   */
  open(
    environmentNumber: number,
    token: string,
    alert: Alert,
    notifications: readonly AlertNotification[],
  ): Promise<boolean>;
  /** Updates the text and values of an open alert. */
  see(environmentNumber: number, alert: Pick<Alert, 'id' | 'what' | 'path' | 'value' | 'lastSeenAt'>): Promise<void>;
  /**
   * Ends an alert, unless it was seen again since it was read. Every channel that received a message about it gets another, with an id
   * from `newId`; a message that still waits tells the whole story instead.
   */
  resolve(
    environmentNumber: number,
    alert: Pick<Alert, 'id' | 'lastSeenAt'>,
    at: number,
    newId: () => string,
  ): Promise<void>;
  listOpen(environmentNumber: number): Promise<Alert[]>;
  /** Newest first; oldest first when the page goes `newer`. */
  list(environmentNumber: number, status: AlertStatus | null, page: IdPage): Promise<Alert[]>;
  alertsById(environmentNumber: number, ids: readonly string[]): Promise<Alert[]>;
  notificationsOf(environmentNumber: number, alertIds: readonly string[]): Promise<AlertNotification[]>;
  /** Messages due at `now`, oldest first, and those that are due after `latest` (ms): a clock that was ahead may have planned them. */
  due(environmentNumber: number, now: number, latest: number, limit: number): Promise<AlertNotification[]>;
  /** Changes nothing once the message was sent or given up. */
  saveNotification(environmentNumber: number, notification: AlertNotification): Promise<void>;
  /**
   * Counts the newest events from `from` to before `to` (ms), at most `limit`, and the blocked ones among them: of all types, and of those
   * with an account-bound meaning that the server sent.
   */
  decisionsWithin(
    environmentNumber: number,
    range: { from: number; to: number },
    limit: number,
  ): Promise<{ all: DecisionCounts; reported: DecisionCounts }>;
  /** Deletes alerts resolved, and rejections counted, before the given times (ms). */
  prune(environmentNumber: number, alertsBefore: number, rejectionsBefore: number): Promise<void>;
}

/** Refused events of one reason in one span of `REJECTION_SPAN`. */
export interface RejectionCount {
  /**
   * `origin`: the origin is not allowed, and `word` is that origin. `event`: `word` is the code of the error. `issue`: `word`
   * is the code of an issue in the body and its place, such as `required /account`.
   */
  kind: 'origin' | 'event' | 'issue';
  word: string;
  /** Start of the span, ms. */
  at: number;
  count: number;
}

export interface RejectionStore {
  /** Adds the counts. */
  add(counts: readonly (RejectionCount & { environmentNumber: number })[]): Promise<void>;
  /** Spans that begin at `since` (ms) or later, and the span that contains `since`. */
  since(environmentNumber: number, since: number): Promise<RejectionCount[]>;
}
