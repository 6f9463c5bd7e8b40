// Stores assignments of events, for both engines.
import type { Assignment, AssignmentStore } from '../../records/assignments.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Engine, Querier, Row } from '../engine.ts';
import { first } from '../reads.ts';
import { deleteFrom, insertInto, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';

const ONE = sql`member_id, member_name, assigned_at FROM event_assignments WHERE environment_id = ? AND event_id = ?`;
const FIND = select`${ONE}`;
const LOCK = select`${ONE} ${macro.lock_rows}`;
const INSERT = insertInto('event_assignments')`(environment_id, event_id, member_id, member_name, assigned_at)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT (environment_id, event_id) DO NOTHING`;
const REPLACE = update('event_assignments')`SET member_id = ?, member_name = ?, assigned_at = ?
  WHERE environment_id = ? AND event_id = ?`;
const DELETE = deleteFrom('event_assignments')`WHERE environment_id = ? AND event_id = ?`;

export function assignmentStore(engine: Engine): AssignmentStore {
  return {
    find: async (environmentNumber, eventId) => {
      const row = await first(engine.read.all(FIND, environmentNumber, eventId));
      return row === null ? null : assignment(row);
    },
    assign: (environmentNumber, eventId, next, expected, describe) =>
      engine.write(async (querier) => {
        const key = [environmentNumber, eventId] as const;
        const row = await first(querier.all(LOCK, ...key));
        const before = row === null ? null : assignment(row);
        if ((before?.member.id ?? null) === (next?.member.id ?? null)) return before;
        if (expected !== undefined && expected !== (before?.member.id ?? null)) throw changed(before);
        if (!(await save(querier, key, before, next))) {
          const winner = await first(querier.all(FIND, ...key));
          throw changed(winner === null ? null : assignment(winner));
        }
        await appendAuditEvent(querier, describe(before));
        return next;
      }),
  };
}

/** False when another transaction has assigned the event since it was found without an assignment. */
async function save(
  querier: Querier,
  key: readonly [number, string],
  before: Assignment | null,
  next: Assignment | null,
): Promise<boolean> {
  if (next === null) return (await querier.run(DELETE, ...key)) > 0;
  const { member, assignedAt } = next;
  if (before === null) return (await querier.run(INSERT, ...key, member.id, member.name, assignedAt)) > 0;
  return (await querier.run(REPLACE, member.id, member.name, assignedAt, ...key)) > 0;
}

function changed(current: Assignment | null): Failure {
  const who = current === null ? 'Nobody has this event now.' : `${current.member.name} has this event now.`;
  return new Failure('conflict', 'assignee_changed', `It was assigned again meanwhile. ${who}`, {
    extra: { current_member_id: current?.member.id ?? null },
  });
}

function assignment(row: Row): Assignment {
  return {
    member: { id: row.member_id as string, name: row.member_name as string },
    assignedAt: row.assigned_at as number,
  };
}
