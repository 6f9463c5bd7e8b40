// Stores policies, for both engines: versions are appended whole, and the environment's row names the active one.
import type { Rule, Thresholds } from '../../policy/policy.ts';
import type { PolicyActor, PolicyStore, PolicyVersion } from '../../records/policies.ts';
import type { Engine, Querier, Reader, Row } from '../engine.ts';
import { first } from '../reads.ts';
import { insertInto, placeholders, type Statement, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from './append-audit-event.ts';

const COLUMNS = sql`p.version, p.thresholds, p.rules, p.updated_at, p.updated_by, p.comment`;
const VERSIONS = sql`${COLUMNS} FROM policies p WHERE p.environment_id = ?`;
const VERSION = select`${VERSIONS} AND p.version = ?`;
const NEWEST = select`${VERSIONS} ORDER BY p.version DESC LIMIT ?`;
const OLDER = select`${VERSIONS} AND p.version < ? ORDER BY p.version DESC LIMIT ?`;
const NEWER = select`${VERSIONS} AND p.version > ? ORDER BY p.version LIMIT ?`;
const ACTIVE = select`${COLUMNS} FROM environments e
  JOIN policies p ON p.environment_id = e.number AND p.version = e.policy_version WHERE e.number = ?`;
/** Locks the environment's row: changes of one policy run in sequence, and each sees the version before it. */
const LOCK_POLICY = select`e.policy_version FROM environments e WHERE e.number = ? ${macro.lock_e}`;
const APPEND = insertInto('policies')`(environment_id, version, thresholds, rules, updated_at, updated_by, comment)
  VALUES (${placeholders(7)})`;
const ACTIVATE = update('environments')`SET policy_version = ? WHERE number = ?`;
const REGISTER_RULE = insertInto('policy_rules')`(rule_id, environment_id) VALUES (?, ?)
  ON CONFLICT (rule_id) DO NOTHING`;
/** The environment where the rule was created, and its active version. */
const LOCATE_RULE = select`e.number, e.policy_version FROM policy_rules r JOIN environments e ON e.number = r.environment_id
  WHERE r.rule_id = ?`;

export function policyStore(engine: Engine): PolicyStore {
  const { read } = engine;
  return {
    active: (environmentNumber) => one(read, ACTIVE, environmentNumber),
    version: (environmentNumber, version) => one(read, VERSION, environmentNumber, version),
    async versions(environmentNumber, { from, limit }) {
      if (from === null) return (await read.all(NEWEST, environmentNumber, limit)).map(versionRecord);
      const statement = from.direction === 'older' ? OLDER : NEWER;
      return (await read.all(statement, environmentNumber, from.version, limit)).map(versionRecord);
    },
    change: (environmentNumber, edit) =>
      engine.write(async (querier) => {
        const locked = await first(querier.all<{ policy_version: number }>(LOCK_POLICY, environmentNumber));
        const before = locked === null ? null : await one(querier, VERSION, environmentNumber, locked.policy_version);
        if (before === null) return null;
        const edited = edit(before);
        if (edited === null) return { before, after: before };
        const { thresholds, rules, auditEvent, comment } = edited;
        const version = before.version + 1;
        const after = { version, thresholds, rules, updatedAt: auditEvent.at, updatedBy: auditEvent.actor, comment };
        await append(querier, environmentNumber, after);
        const known = new Set(idsIn(before.rules));
        for (const id of idsIn(rules)) if (!known.has(id)) await querier.run(REGISTER_RULE, id, environmentNumber);
        await appendAuditEvent(querier, auditEvent);
        return { before, after };
      }),
    async locateRule(id) {
      const found = await first(read.all<{ number: number; policy_version: number }>(LOCATE_RULE, id));
      // The rule may have been deleted since.
      const active = found === null ? null : await one(read, VERSION, found.number, found.policy_version);
      return found !== null && active !== null && idsIn(active.rules).includes(id) ? found.number : null;
    },
  };
}

/** Tolerates stored entries that are not rules. */
function idsIn(rules: readonly (Rule | null)[]): string[] {
  return rules.map((rule) => rule?.id).filter((id) => typeof id === 'string');
}

async function append(querier: Querier, environmentNumber: number, policy: PolicyVersion): Promise<void> {
  const { version, thresholds, rules, updatedAt, updatedBy, comment } = policy;
  const actor = updatedBy === null ? null : JSON.stringify(updatedBy);
  const texts = [JSON.stringify(thresholds), JSON.stringify(rules)] as const;
  await querier.run(APPEND, environmentNumber, version, ...texts, updatedAt, actor, comment);
  await querier.run(ACTIVATE, version, environmentNumber);
}

async function one(read: Reader, statement: Statement, ...values: number[]): Promise<PolicyVersion | null> {
  const row = await first(read.all(statement, ...values));
  return row === null ? null : versionRecord(row);
}

function versionRecord(row: Row): PolicyVersion {
  return {
    version: row.version as number,
    thresholds: JSON.parse(row.thresholds as string) as Thresholds,
    rules: JSON.parse(row.rules as string) as Rule[],
    updatedAt: row.updated_at as number,
    updatedBy: row.updated_by === null ? null : (JSON.parse(row.updated_by as string) as PolicyActor),
    comment: row.comment as string | null,
  };
}
