// Policies, written once for both engines: versions are appended whole, and the environment's row says which is in force.
import type { Rule, Thresholds } from '../../policy/policy.ts';
import type { PolicyActor, PolicyStore, PolicyVersion } from '../../records/policies.ts';
import { type Engine, first, type Querier, type Row } from '../engine.ts';
import { appendAuditEvent } from './record-change.ts';

const COLUMNS = 'p.version, p.thresholds, p.rules, p.updated_at, p.updated_by';
const VERSION = `SELECT ${COLUMNS} FROM policies p WHERE p.environment_id = ? AND p.version = ?`;
const ACTIVE = `SELECT ${COLUMNS} FROM environments e
  JOIN policies p ON p.environment_id = e.number AND p.version = e.policy_version WHERE e.number = ?`;
const VERSIONS = `SELECT ${COLUMNS} FROM policies p WHERE p.environment_id = ?`;
/** Locks the environment's row: changes of one policy take their turns, and the next sees what this one kept. */
const TAKE_TURN = 'SELECT e.policy_version FROM environments e WHERE e.number = ? {{lock_e}}';
const APPEND = `INSERT INTO policies (environment_id, version, thresholds, rules, updated_at, updated_by)
  VALUES (?, ?, ?, ?, ?, ?)`;
const PUT_IN_FORCE = 'UPDATE environments SET policy_version = ? WHERE number = ?';
const KNOW_RULE = 'INSERT INTO policy_rules (rule_id, environment_id) VALUES (?, ?) ON CONFLICT (rule_id) DO NOTHING';
/** Where the rule was made, and the rules in force there: it may be deleted since. */
const LOCATE_RULE = `SELECT e.number, p.rules FROM policy_rules r JOIN environments e ON e.number = r.environment_id
  JOIN policies p ON p.environment_id = e.number AND p.version = e.policy_version WHERE r.rule_id = ?`;

export function policyStore(engine: Engine): PolicyStore {
  const { read } = engine;
  return {
    active: (environmentNumber) => one(read, ACTIVE, environmentNumber),
    version: (environmentNumber, version) => one(read, VERSION, environmentNumber, version),
    async versions(environmentNumber, { from, limit }) {
      if (from === null) {
        const rows = await read.all(`${VERSIONS} ORDER BY p.version DESC LIMIT ?`, environmentNumber, limit);
        return rows.map(versionRecord);
      }
      const bound = from.direction === 'older' ? '< ? ORDER BY p.version DESC' : '> ? ORDER BY p.version';
      const sql = `${VERSIONS} AND p.version ${bound} LIMIT ?`;
      return (await read.all(sql, environmentNumber, from.version, limit)).map(versionRecord);
    },
    change: (environmentNumber, edit) =>
      engine.write(async (querier) => {
        const turn = await first(querier.all<{ policy_version: number }>(TAKE_TURN, environmentNumber));
        const before = turn === null ? null : await one(querier, VERSION, environmentNumber, turn.policy_version);
        if (before === null) return null;
        const edited = edit(before);
        if (edited === null) return { before, after: before };
        const { thresholds, rules, change } = edited;
        const version = before.version + 1;
        const after = { version, thresholds, rules, updatedAt: change.at, updatedBy: change.actor };
        await append(querier, environmentNumber, after);
        const known = new Set(idsIn(before.rules));
        for (const id of idsIn(rules)) if (!known.has(id)) await querier.run(KNOW_RULE, id, environmentNumber);
        await appendAuditEvent(querier, change);
        return { before, after };
      }),
    async locateRule(id) {
      const found = await first(read.all<{ number: number; rules: string }>(LOCATE_RULE, id));
      return found !== null && idsIn(JSON.parse(found.rules) as Rule[]).includes(id) ? found.number : null;
    },
  };
}

/** Storage may hold what is no rule. */
function idsIn(rules: readonly (Rule | null)[]): string[] {
  return rules.map((rule) => rule?.id).filter((id) => typeof id === 'string');
}

async function append(querier: Querier, environmentNumber: number, policy: PolicyVersion): Promise<void> {
  const { version, thresholds, rules, updatedAt, updatedBy } = policy;
  const author = updatedBy === null ? null : JSON.stringify(updatedBy);
  const texts = [JSON.stringify(thresholds), JSON.stringify(rules)] as const;
  await querier.run(APPEND, environmentNumber, version, ...texts, updatedAt, author);
  await querier.run(PUT_IN_FORCE, version, environmentNumber);
}

async function one(querier: Querier, sql: string, ...values: number[]): Promise<PolicyVersion | null> {
  const row = await first(querier.all(sql, ...values));
  return row === null ? null : versionRecord(row);
}

function versionRecord(row: Row): PolicyVersion {
  return {
    version: row.version as number,
    thresholds: JSON.parse(row.thresholds as string) as Thresholds,
    rules: JSON.parse(row.rules as string) as Rule[],
    updatedAt: row.updated_at as number,
    updatedBy: row.updated_by === null ? null : (JSON.parse(row.updated_by as string) as PolicyActor),
  };
}
