// Stores alert channels, for both engines.
import type { AlertChannel, AlertChannelStore } from '../../records/alerts.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Engine, Querier, Row } from '../engine.ts';
import { locate, locateAnywhere } from '../reads.ts';
import { deleteFrom, insertInto, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { changeAuditedWithin } from '../tenants/change-audited.ts';
import { checkRowLimit, lockEnvironment } from '../tenants/check-row-limit.ts';

const COLUMNS = sql`id, kind, name, target, sealed_secret, created_at, last_success_at, last_failure_at,
  consecutive_failures, last_error`;
const INSERT = insertInto('alert_channels')`(environment_id, id, kind, name, target, sealed_secret, created_at,
  consecutive_failures) VALUES (?, ?, ?, ?, ?, ?, ?, 0)`;
const COUNT = select`CAST(count(*) AS ${macro.int8}) AS count FROM alert_channels WHERE environment_id = ?`;
const LIST = select`${COLUMNS} FROM alert_channels WHERE environment_id = ? ORDER BY id`;
export const LOCATE_CHANNEL = locateAnywhere('alert_channels');
const USING = select`name, channels FROM alert_rules WHERE environment_id = ? ORDER BY id`;
const DELETE = deleteFrom('alert_channels')`WHERE environment_id = ? AND id = ?`;
const SUCCEEDED = update('alert_channels')`SET last_success_at = ?, consecutive_failures = 0, last_error = NULL
  WHERE environment_id = ? AND id = ?`;
const FAILED = update('alert_channels')`SET last_failure_at = ?, consecutive_failures = consecutive_failures + 1,
  last_error = ? WHERE environment_id = ? AND id = ?`;

export function alertChannelStore(engine: Engine): AlertChannelStore {
  const { read } = engine;
  return {
    create: (environmentNumber, channel, limit, auditEvent) =>
      engine.write(async (querier) => {
        const detail = `An environment has at most ${limit} alert channels.`;
        await checkRowLimit(querier, environmentNumber, { limit, count: COUNT, code: 'alert_channel_limit', detail });
        const { id, kind, name, target, encryptedUrl, createdAt } = channel;
        await querier.run(INSERT, environmentNumber, id, kind, name, target, encryptedUrl, createdAt);
        await appendAuditEvent(querier, auditEvent);
      }),
    list: async (environmentNumber) => (await read.all(LIST, environmentNumber)).map(alertChannel),
    locate: (id) => locate(read, LOCATE_CHANNEL, id),
    remove: (environmentNumber, id, auditEvent) =>
      engine.write(async (querier) => {
        // Rules are saved under the same lock: none begins to send to the channel meanwhile.
        await lockEnvironment(querier, environmentNumber);
        await requireUnused(querier, environmentNumber, id);
        return changeAuditedWithin(querier, auditEvent, DELETE, environmentNumber, id);
      }),
    recordResult: (environmentNumber, id, at, error) =>
      engine.write(async (querier) => {
        if (error === null) await querier.run(SUCCEEDED, at, environmentNumber, id);
        else await querier.run(FAILED, at, error, environmentNumber, id);
      }),
  };
}

async function requireUnused(querier: Querier, environmentNumber: number, id: string): Promise<void> {
  const rules = await querier.all<{ name: string; channels: string }>(USING, environmentNumber);
  const using = rules.filter(({ channels }) => (JSON.parse(channels) as string[]).includes(id));
  if (using.length === 0) return;
  const names = using.map(({ name }) => `"${name}"`).join(', ');
  throw new Failure('conflict', 'alert_channel_in_use', `These rules send to this channel: ${names}.`);
}

function alertChannel(row: Row): AlertChannel {
  return {
    id: row.id as string,
    kind: row.kind as AlertChannel['kind'],
    name: row.name as string,
    target: row.target as string,
    encryptedUrl: row.sealed_secret as string | null,
    createdAt: row.created_at as number,
    lastSuccessAt: row.last_success_at as number | null,
    lastFailureAt: row.last_failure_at as number | null,
    consecutiveFailures: row.consecutive_failures as number,
    lastError: row.last_error as string | null,
  };
}
