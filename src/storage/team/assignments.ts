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
/** Until the commit: the removal of a member deletes the assignments that it finds afterwards. */
const LOCK_MEMBER = select`id FROM users WHERE id = ? ${macro.lock_rows}`;
const INSERT = insertInto('event_assignments')`(environment_id, event_id, member_id, member_name, assigned_at)
  VALUES (?, ?, ?, ?, ?) ON CONFLICT (environment_id, event_id) DO NOTHING`;
const REPLACE = update('event_assignments')`SET member_id = ?, member_name = ?, assigned_at = ?
  WHERE environment_id = ? AND event_id = ?`;
const DELETE = deleteFrom('event_assignments')`WHERE environment_id = ? AND event_id = ?`;
/**
 * Locks in the order of the ids, so that two batches never deadlock. Locks the events, because an assignment that does not exist yet
 * cannot be locked: of 96 batches, 12 at a time, 20 ended in a deadlock, each after a second.
 */
const LOCK_EVENTS = select`e.id FROM events e
  WHERE e.environment_id = ? AND e.id ${macro.in_texts} ORDER BY e.id ${macro.lock_e}`;
const MEMBERS_OF_MANY = select`event_id, member_id FROM event_assignments
  WHERE environment_id = ? AND event_id ${macro.in_texts} ORDER BY event_id ${macro.lock_rows}`;
const OF_MANY = select`event_id, member_id, member_name, assigned_at FROM event_assignments
  WHERE environment_id = ? AND event_id ${macro.in_texts} AND member_id <> ? ORDER BY event_id`;
const PUT_MANY = sql`(environment_id, event_id, member_id, member_name, assigned_at)
  SELECT ?, value, ?, ?, CAST(? AS ${macro.int8}) FROM ${macro.each_text} WHERE true
  ON CONFLICT (environment_id, event_id) DO UPDATE SET member_id = excluded.member_id,
    member_name = excluded.member_name, assigned_at = excluded.assigned_at
  WHERE event_assignments.member_id <> excluded.member_id`;
const PUT_ALL = insertInto('event_assignments')`${PUT_MANY}`;
const PUT_OWN = insertInto('event_assignments')`${PUT_MANY} AND event_assignments.member_id = ?`;
const DELETE_MANY = sql`WHERE environment_id = ? AND event_id ${macro.in_texts}`;
const DELETE_ALL = deleteFrom('event_assignments')`${DELETE_MANY}`;
const DELETE_OWN = deleteFrom('event_assignments')`${DELETE_MANY} AND member_id = ?`;

export function assignmentStore(engine: Engine): AssignmentStore {
  return {
    find: async (environmentNumber, eventId) => {
      const row = await first(engine.read.all(FIND, environmentNumber, eventId));
      return row === null ? null : assignment(row);
    },
    assign: (environmentNumber, eventId, next, expected, describe) =>
      engine.write(async (querier) => {
        if (await isGone(querier, next)) return 'member_gone';
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
    assignMany: (environmentNumber, eventIds, next, takenFrom, describe) =>
      engine.write(async (querier) => {
        if (await isGone(querier, next)) return 'member_gone';
        const ids = [...eventIds].sort();
        const key = [environmentNumber, JSON.stringify(ids)] as const;
        await querier.all(LOCK_EVENTS, ...key);
        const before = new Map(
          (await querier.all(MEMBERS_OF_MANY, ...key)).map((row) => [row.event_id, row.member_id]),
        );
        await saveMany(querier, key, next, takenFrom);
        const others = await querier.all(OF_MANY, ...key, next?.member.id ?? '');
        const skipped = others.map((row) => ({ eventId: row.event_id as string, ...assignment(row) }));
        const skippedIds = new Set(skipped.map(({ eventId }) => eventId));
        const nextId = next?.member.id;
        const changed = ids.filter((id) => before.get(id) !== nextId && !skippedIds.has(id));
        if (changed.length > 0) await appendAuditEvent(querier, describe(changed));
        return { changed, skipped };
      }),
  };
}

async function isGone(querier: Querier, next: Assignment | null): Promise<boolean> {
  return next !== null && (await first(querier.all(LOCK_MEMBER, next.member.id))) === null;
}

/** One statement for all events, because 10,000 of them would otherwise be as many round trips. */
async function saveMany(
  querier: Querier,
  [environmentNumber, ids]: readonly [number, string],
  next: Assignment | null,
  takenFrom: string | null,
): Promise<void> {
  const own = takenFrom === null ? [] : [takenFrom];
  if (next === null) {
    await querier.run(takenFrom === null ? DELETE_ALL : DELETE_OWN, environmentNumber, ids, ...own);
    return;
  }
  const { member, assignedAt } = next;
  const values = [environmentNumber, member.id, member.name, assignedAt, ids, ...own];
  await querier.run(takenFrom === null ? PUT_ALL : PUT_OWN, ...values);
}

/** Returns false if another transaction has assigned the event since it was found unassigned. */
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
