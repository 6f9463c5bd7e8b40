// Stores notes, for both engines.
import type { Note, NoteStore } from '../../records/notes.ts';
import type { Engine, Row } from '../engine.ts';
import { first, locate, locateAnywhere, paged } from '../reads.ts';
import { deleteFrom, insertInto, placeholders, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { changeAudited } from '../tenants/change-audited.ts';
import { checkRowLimit } from '../tenants/check-row-limit.ts';

const NOTE = sql`id, kind, target, created_by_id, created_by_name, body, created_at, updated_at`;
const INSERT = insertInto('notes')`(environment_id, ${NOTE}) VALUES (${placeholders(9)})`;
const OF_TARGET = sql`${NOTE} FROM notes WHERE environment_id = ? AND kind = ? AND target = ?`;
const COUNT = select`CAST(count(*) AS ${macro.int8}) AS count FROM notes WHERE environment_id = ? AND kind = ? AND target = ?`;
const OF_TARGETS = select`${NOTE} FROM notes WHERE environment_id = ? AND kind = ? AND target ${macro.in_texts} ORDER BY id`;
const FIND = select`${NOTE} FROM notes WHERE environment_id = ? AND id = ?`;
export const LOCATE_NOTE = locateAnywhere('notes');
const ACCOUNT = select`account_key FROM accounts WHERE environment_id = ? AND account_key = ?`;
const UPDATE = update('notes')`SET body = ?, updated_at = ? WHERE environment_id = ? AND id = ?`;
const DELETE = deleteFrom('notes')`WHERE environment_id = ? AND id = ?`;

export function noteStore(engine: Engine): NoteStore {
  const { read } = engine;
  return {
    create: (environmentNumber, note, accountKey, limit, auditEvent) =>
      engine.write(async (querier) => {
        if (accountKey !== null) {
          // A note saved during an erasure would outlive it.
          await engine.lockAccount(querier, environmentNumber, accountKey);
          if ((await querier.all(ACCOUNT, environmentNumber, accountKey)).length === 0) return false;
        }
        const { id, target, text, createdBy, createdAt, updatedAt } = note;
        const detail = `At most ${limit} notes can be on one ${target.kind}.`;
        const rowLimit = { limit, count: COUNT, code: 'note_limit', detail } as const;
        await checkRowLimit(querier, environmentNumber, rowLimit, target.kind, target.key);
        const values = [id, target.kind, target.key, createdBy.id, createdBy.name, text, createdAt, updatedAt];
        await querier.run(INSERT, environmentNumber, ...values);
        await appendAuditEvent(querier, auditEvent);
        return true;
      }),
    list: async (environmentNumber, { kind, key }, page) =>
      (await paged(read, OF_TARGET, sql`id`, [environmentNumber, kind, key], page)).map(noteRecord),
    ofTargets: async (environmentNumber, kind, keys) =>
      keys.length === 0
        ? []
        : (await read.all(OF_TARGETS, environmentNumber, kind, JSON.stringify(keys))).map(noteRecord),
    find: async (environmentNumber, id) => {
      const row = await first(read.all(FIND, environmentNumber, id));
      return row === null ? null : noteRecord(row);
    },
    locate: (id) => locate(read, LOCATE_NOTE, id),
    update: (environmentNumber, { id, text, updatedAt }, auditEvent) =>
      changeAudited(engine, auditEvent, UPDATE, text, updatedAt, environmentNumber, id),
    remove: (environmentNumber, id, auditEvent) => changeAudited(engine, auditEvent, DELETE, environmentNumber, id),
  };
}

function noteRecord(row: Row): Note {
  return {
    id: row.id as string,
    target: { kind: row.kind as Note['target']['kind'], key: row.target as string },
    text: row.body as string,
    createdBy: { id: row.created_by_id as string, name: row.created_by_name as string },
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
  };
}
