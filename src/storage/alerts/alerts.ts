// Stores alerts, their messages and the lease of the process that sends them, for both engines.
import type { Alert, AlertNotification, AlertStore, DecisionCounts } from '../../records/alerts.ts';
import { REJECTION_SPAN } from '../../vocabulary/alerts.ts';
import { ACTIVE_TYPE_NAMES } from '../../vocabulary/event-types.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { Engine, Querier, Row } from '../engine.ts';
import { paged } from '../reads.ts';
import { deleteFrom, EMPTY, insertInto, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { alertChannelStore } from './channels.ts';
import { alertRuleStore } from './rules.ts';

const ALERT = sql`id, rule_id, rule_name, kind, target, what, path, value, threshold, since, opened_at, last_seen_at,
  resolved_at`;
const NOTIFICATION = sql`id, alert_id, channel_id, type, status, due_at, sent_at, attempts, error`;
export const TO_WATCH = select`environment_id AS number FROM alert_rules UNION SELECT environment_id FROM alerts
  WHERE resolved_at IS NULL UNION SELECT environment_id FROM alert_notifications WHERE status = 'pending'`;
/** A lease that ends later than any can that was taken by now was taken by a clock that was ahead. */
const LEASE = insertInto('alert_leases')`(environment_id, token, until) VALUES (?, ?, ?)
  ON CONFLICT (environment_id) DO UPDATE SET token = excluded.token, until = excluded.until
  WHERE alert_leases.until <= ? OR alert_leases.until > ?`;
/** Locked: whoever takes the lease next sees the alert that this process opens. */
const HELD = select`1 AS held FROM alert_leases WHERE environment_id = ? AND token = ? AND until > ? ${macro.lock_rows}`;
const RELEASE = update('alert_leases')`SET until = 0 WHERE environment_id = ? AND token = ?`;
const OPEN = insertInto('alerts')`(environment_id, ${ALERT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)
  ON CONFLICT DO NOTHING`;
const SEE = update('alerts')`SET what = ?, path = ?, value = ?, last_seen_at = ? WHERE environment_id = ? AND id = ?`;
/** Not if another process has seen it since, which has the lease of one that stood still. */
const RESOLVE = update('alerts')`SET resolved_at = ? WHERE environment_id = ? AND id = ? AND resolved_at IS NULL
  AND last_seen_at = ?`;
const TOLD = select`channel_id FROM alert_notifications WHERE environment_id = ? AND alert_id = ?
  AND type = 'alert.opened' AND status = 'sent'`;
const ALERTS = sql`${ALERT} FROM alerts WHERE environment_id = ?`;
const LIST_OPEN = select`${ALERTS} AND resolved_at IS NULL ORDER BY id`;
const BY_ID = select`${ALERTS} AND id ${macro.in_texts}`;
const STATUS = { open: sql` AND resolved_at IS NULL`, resolved: sql` AND resolved_at IS NOT NULL` };
const INSERT_NOTIFICATION = insertInto('alert_notifications')`(environment_id, ${NOTIFICATION})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const NOTIFICATIONS_OF = select`${NOTIFICATION} FROM alert_notifications
  WHERE environment_id = ? AND alert_id ${macro.in_texts} ORDER BY id`;
const DUE = select`${NOTIFICATION} FROM alert_notifications
  WHERE environment_id = ? AND status = 'pending' AND (due_at <= ? OR due_at > ?) ORDER BY due_at LIMIT ?`;
/** A process that stood still until another one sent the message must not make it due again. */
const SAVE = update('alert_notifications')`SET status = ?, due_at = ?, sent_at = ?, attempts = ?, error = ?
  WHERE environment_id = ? AND id = ? AND status = 'pending'`;
/**
 * Ids begin with the time, so the newest events are one range of the primary key. Returns one row for the events that the server
 * reported, and one for the others.
 */
const DECISIONS = select`reported, CAST(count(*) AS ${macro.int8}) AS events,
  CAST(coalesce(sum(CASE WHEN decision = 'block' THEN 1 ELSE 0 END), 0) AS ${macro.int8}) AS blocked,
  min(CASE WHEN decision = 'block' THEN created_at END) AS first_block_at
  FROM (SELECT decision, created_at, CASE WHEN credential = 'secret' AND type ${macro.in_texts} THEN 1 ELSE 0 END AS reported
    FROM events WHERE environment_id = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?) AS newest GROUP BY reported`;
const ACTIVE_TYPES = JSON.stringify(ACTIVE_TYPE_NAMES);
const OLD = sql`environment_id = ? AND resolved_at IS NOT NULL AND resolved_at < ?`;
const PRUNE_NOTIFICATIONS = deleteFrom('alert_notifications')`WHERE environment_id = ?
  AND alert_id IN (SELECT id FROM alerts WHERE ${OLD})`;
const PRUNE_ALERTS = deleteFrom('alerts')`WHERE ${OLD}`;
const PRUNE_REJECTIONS = deleteFrom('rejection_counts')`WHERE environment_id = ? AND bucket < ?`;

export function alertStore(engine: Engine): AlertStore {
  const { read } = engine;
  return {
    channels: alertChannelStore(engine),
    rules: alertRuleStore(engine),
    environmentsToWatch: async () => (await read.all<{ number: number }>(TO_WATCH)).map(({ number }) => number),
    lease: (environmentNumber, token, now, until) =>
      engine.write(async (querier) => {
        const at = (await engine.clock?.(querier)) ?? now;
        const duration = until - now;
        const ends = at + duration;
        // An older program takes leases by its own clock, which may be ahead by seconds.
        return (await querier.run(LEASE, environmentNumber, token, ends, at, ends + duration)) > 0;
      }),
    release: (environmentNumber, token) =>
      engine.write(async (querier) => {
        await querier.run(RELEASE, environmentNumber, token);
      }),
    open: (environmentNumber, token, alert, notifications) =>
      engine.write(async (querier) => {
        const at = (await engine.clock?.(querier)) ?? alert.openedAt;
        if ((await querier.all(HELD, environmentNumber, token, at)).length === 0) return false;
        if (!(await insertAlert(querier, environmentNumber, alert))) return false;
        for (const one of notifications) await insertNotification(querier, environmentNumber, one);
        return true;
      }),
    see: (environmentNumber, { id, what, path, value, lastSeenAt }) =>
      engine.write(async (querier) => {
        await querier.run(SEE, what, path, value, lastSeenAt, environmentNumber, id);
      }),
    resolve: (environmentNumber, { id, lastSeenAt }, at, newId) =>
      engine.write(async (querier) => {
        if ((await querier.run(RESOLVE, at, environmentNumber, id, lastSeenAt)) === 0) return;
        const told = await querier.all<{ channel_id: string }>(TOLD, environmentNumber, id);
        for (const { channel_id } of told) {
          const more = { id: newId(), alertId: id, channelId: channel_id, type: 'alert.resolved' } as const;
          const state = { status: 'pending', dueAt: at, sentAt: null, attempts: 0, error: null } as const;
          await insertNotification(querier, environmentNumber, { ...more, ...state });
        }
      }),
    listOpen: async (environmentNumber) => (await read.all(LIST_OPEN, environmentNumber)).map(alertRecord),
    list: async (environmentNumber, status, page) => {
      const body = sql`${ALERTS}${status === null ? EMPTY : STATUS[status]}`;
      return (await paged(read, body, sql`id`, [environmentNumber], page)).map(alertRecord);
    },
    alertsById: async (environmentNumber, ids) =>
      (await read.all(BY_ID, environmentNumber, JSON.stringify(ids))).map(alertRecord),
    notificationsOf: async (environmentNumber, alertIds) =>
      (await read.all(NOTIFICATIONS_OF, environmentNumber, JSON.stringify(alertIds))).map(notification),
    due: async (environmentNumber, now, latest, limit) =>
      (await read.all(DUE, environmentNumber, now, latest, limit)).map(notification),
    saveNotification: (environmentNumber, { id, status, dueAt, sentAt, attempts, error }) =>
      engine.write(async (querier) => {
        await querier.run(SAVE, status, dueAt, sentAt, attempts, error, environmentNumber, id);
      }),
    async decisionsWithin(environmentNumber, { from, to }, limit) {
      const range = [idFloor('event', from), idFloor('event', to)] as const;
      const rows = await read.all(DECISIONS, ACTIVE_TYPES, environmentNumber, ...range, limit);
      return { all: decisionCounts(rows), reported: decisionCounts(rows.filter((row) => row.reported === 1)) };
    },
    prune: (environmentNumber, alertsBefore, rejectionsBefore) =>
      engine.write(async (querier) => {
        await querier.run(PRUNE_NOTIFICATIONS, environmentNumber, environmentNumber, alertsBefore);
        await querier.run(PRUNE_ALERTS, environmentNumber, alertsBefore);
        await querier.run(PRUNE_REJECTIONS, environmentNumber, Math.floor(rejectionsBefore / REJECTION_SPAN));
      }),
  };
}

function decisionCounts(rows: readonly Row[]): DecisionCounts {
  const sum = (column: 'events' | 'blocked') => rows.reduce((total, row) => total + (row[column] as number), 0);
  const blocks = rows.flatMap((row) => (row.first_block_at === null ? [] : [row.first_block_at as number]));
  return {
    events: sum('events'),
    blocked: sum('blocked'),
    firstBlockAt: blocks.length === 0 ? null : Math.min(...blocks),
  };
}

async function insertAlert(querier: Querier, environmentNumber: number, alert: Alert): Promise<boolean> {
  const { id, ruleId, ruleName, kind, target, what, path, value, threshold, since, openedAt, lastSeenAt } = alert;
  const values = [id, ruleId, ruleName, kind, target, what, path, value, threshold, since, openedAt, lastSeenAt];
  return (await querier.run(OPEN, environmentNumber, ...values)) > 0;
}

async function insertNotification(querier: Querier, environmentNumber: number, one: AlertNotification) {
  const { id, alertId, channelId, type, status, dueAt, sentAt, attempts, error } = one;
  const values = [id, alertId, channelId, type, status, dueAt, sentAt, attempts, error];
  await querier.run(INSERT_NOTIFICATION, environmentNumber, ...values);
}

function alertRecord(row: Row): Alert {
  return {
    id: row.id as string,
    ruleId: row.rule_id as string,
    ruleName: row.rule_name as string,
    kind: row.kind as Alert['kind'],
    target: row.target as string,
    what: row.what as string,
    path: row.path as string,
    value: row.value as number,
    threshold: row.threshold as number,
    since: row.since as number,
    openedAt: row.opened_at as number,
    lastSeenAt: row.last_seen_at as number,
    resolvedAt: row.resolved_at as number | null,
  };
}

function notification(row: Row): AlertNotification {
  return {
    id: row.id as string,
    alertId: row.alert_id as string,
    channelId: row.channel_id as string,
    type: row.type as AlertNotification['type'],
    status: row.status as AlertNotification['status'],
    dueAt: row.due_at as number,
    sentAt: row.sent_at as number | null,
    attempts: row.attempts as number,
    error: row.error as string | null,
  };
}
