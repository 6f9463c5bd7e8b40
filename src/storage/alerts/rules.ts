// Stores alert rules, for both engines.
import type { AlertRule, AlertRuleStore, QuietHours } from '../../records/alerts.ts';
import { invalid } from '../../vocabulary/failure.ts';
import type { Engine, Querier, Row, Value } from '../engine.ts';
import { locate, locateAnywhere } from '../reads.ts';
import { deleteFrom, insertInto, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { changeAudited, changeAuditedWithin } from '../tenants/change-audited.ts';
import { checkRowLimit, lockEnvironment } from '../tenants/check-row-limit.ts';

const COLUMNS = sql`id, created_at, updated_at, kind, status, name, threshold, window_minutes, min_events, channels,
  quiet_hours`;
const INSERT = insertInto('alert_rules')`(environment_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const COUNT = select`CAST(count(*) AS ${macro.int8}) AS count FROM alert_rules WHERE environment_id = ?`;
const LIST = select`${COLUMNS} FROM alert_rules WHERE environment_id = ? ORDER BY id`;
export const LOCATE_RULE = locateAnywhere('alert_rules');
const UPDATE = update('alert_rules')`SET updated_at = ?, kind = ?, status = ?, name = ?, threshold = ?,
  window_minutes = ?, min_events = ?, channels = ?, quiet_hours = ? WHERE environment_id = ? AND id = ? AND updated_at = ?`;
const CHANNELS = select`id FROM alert_channels WHERE environment_id = ?`;
const DELETE = deleteFrom('alert_rules')`WHERE environment_id = ? AND id = ?`;

export function alertRuleStore(engine: Engine): AlertRuleStore {
  const { read } = engine;
  return {
    create: (environmentNumber, rule, limit, auditEvent) =>
      engine.write(async (querier) => {
        const detail = `An environment has at most ${limit} alert rules.`;
        await checkRowLimit(querier, environmentNumber, { limit, count: COUNT, code: 'alert_rule_limit', detail });
        await requireChannels(querier, environmentNumber, rule);
        await querier.run(INSERT, environmentNumber, rule.id, rule.createdAt, ...changeable(rule));
        await appendAuditEvent(querier, auditEvent);
      }),
    list: async (environmentNumber) => (await read.all(LIST, environmentNumber)).map(alertRule),
    locate: (id) => locate(read, LOCATE_RULE, id),
    update: (environmentNumber, rule, seen, auditEvent) =>
      engine.write(async (querier) => {
        await lockEnvironment(querier, environmentNumber);
        await requireChannels(querier, environmentNumber, rule);
        const values = [...changeable(rule), environmentNumber, rule.id, seen];
        return changeAuditedWithin(querier, auditEvent, UPDATE, ...values);
      }),
    remove: (environmentNumber, id, auditEvent) => changeAudited(engine, auditEvent, DELETE, environmentNumber, id),
  };
}

/** Call it under the lock of the environment, which the deletion of a channel takes, too. @throws Failure `invalid`. */
async function requireChannels(querier: Querier, environmentNumber: number, { channels }: AlertRule): Promise<void> {
  const known = new Set((await querier.all<{ id: string }>(CHANNELS, environmentNumber)).map(({ id }) => id));
  const unknown = channels.findIndex((id) => !known.has(id));
  if (unknown < 0) return;
  const detail = 'This environment has no alert channel with this id.';
  throw invalid({ pointer: `/channels/${unknown}`, code: 'unknown_channel', detail });
}

/** The values that can change, from `updated_at` on, in the order of the columns. */
function changeable(rule: AlertRule): Value[] {
  const { updatedAt, kind, status, name, threshold, windowMinutes, minEvents, channels, quietHours } = rule;
  return [
    ...[updatedAt, kind, status, name, threshold, windowMinutes, minEvents, JSON.stringify(channels)],
    quietHours === null ? null : JSON.stringify(quietHours),
  ];
}

function alertRule(row: Row): AlertRule {
  return {
    id: row.id as string,
    name: row.name as string,
    kind: row.kind as AlertRule['kind'],
    threshold: row.threshold as number,
    windowMinutes: row.window_minutes as number,
    minEvents: row.min_events as number,
    channels: JSON.parse(row.channels as string) as string[],
    quietHours: row.quiet_hours === null ? null : (JSON.parse(row.quiet_hours as string) as QuietHours),
    status: row.status as AlertRule['status'],
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
  };
}
