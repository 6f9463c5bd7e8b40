// Stores saved views, for both engines.
import type { SavedView, SavedViewStore } from '../../records/saved-views.ts';
import type { Engine, Row } from '../engine.ts';
import { first, locate, locateAnywhere } from '../reads.ts';
import { deleteFrom, insertInto, placeholders, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { changeAudited } from '../tenants/change-audited.ts';
import { checkRowLimit } from '../tenants/check-row-limit.ts';

const VIEW = sql`id, list, name, shared, query, created_by_id, created_by_name, created_at, updated_at`;
const INSERT = insertInto('saved_views')`(environment_id, ${VIEW}) VALUES (${placeholders(10)})`;
const COUNT = select`CAST(count(*) AS ${macro.int8}) AS count FROM saved_views
  WHERE environment_id = ? AND created_by_id = ?`;
const LIST = select`${VIEW} FROM saved_views WHERE environment_id = ? AND (shared = 1 OR created_by_id = ?) ORDER BY id`;
const FIND = select`${VIEW} FROM saved_views WHERE environment_id = ? AND id = ?`;
export const LOCATE_VIEW = locateAnywhere('saved_views');
const UPDATE = update('saved_views')`SET name = ?, shared = ?, query = ?, updated_at = ?
  WHERE environment_id = ? AND id = ? AND updated_at = ?`;
const DELETE = deleteFrom('saved_views')`WHERE environment_id = ? AND id = ?`;

export function savedViewStore(engine: Engine): SavedViewStore {
  const { read } = engine;
  return {
    create: (environmentNumber, view, limit, auditEvent) =>
      engine.write(async (querier) => {
        const detail = `A member has at most ${limit} saved views.`;
        const rowLimit = { limit, count: COUNT, code: 'saved_view_limit', detail } as const;
        await checkRowLimit(querier, environmentNumber, rowLimit, view.createdBy.id);
        const { id, list, name, createdBy, createdAt, updatedAt } = view;
        const saved = [id, list, name, view.shared ? 1 : 0, JSON.stringify(view.query)];
        await querier.run(INSERT, environmentNumber, ...saved, createdBy.id, createdBy.name, createdAt, updatedAt);
        if (auditEvent !== null) await appendAuditEvent(querier, auditEvent);
      }),
    list: async (environmentNumber, memberId) => (await read.all(LIST, environmentNumber, memberId)).map(savedView),
    find: async (environmentNumber, id) => {
      const row = await first(read.all(FIND, environmentNumber, id));
      return row === null ? null : savedView(row);
    },
    locate: (id) => locate(read, LOCATE_VIEW, id),
    update: (environmentNumber, { id, name, shared, query, updatedAt }, seen, auditEvent) =>
      changeAudited(
        engine,
        auditEvent,
        UPDATE,
        name,
        shared ? 1 : 0,
        JSON.stringify(query),
        updatedAt,
        environmentNumber,
        id,
        seen,
      ),
    remove: (environmentNumber, id, auditEvent) => changeAudited(engine, auditEvent, DELETE, environmentNumber, id),
  };
}

function savedView(row: Row): SavedView {
  return {
    id: row.id as string,
    list: row.list as SavedView['list'],
    name: row.name as string,
    shared: row.shared === 1,
    query: JSON.parse(row.query as string) as SavedView['query'],
    createdBy: { id: row.created_by_id as string, name: row.created_by_name as string },
    createdAt: row.created_at as number,
    updatedAt: row.updated_at as number,
  };
}
