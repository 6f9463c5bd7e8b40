// Stores batches of outcomes, for both engines.
import type { OutcomeBatch, OutcomeBatchStore } from '../../records/outcome-batches.ts';
import type { Engine } from '../engine.ts';
import { first, locate, locateAnywhere } from '../reads.ts';
import { insertInto, select, update } from '../sql.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { changeAudited } from '../tenants/change-audited.ts';

const INSERT = insertInto('outcome_batches')`(environment_id, id, submitted_at, submitted_by_id, event_ids)
  VALUES (?, ?, ?, ?, ?)`;
const FIND = select`id, submitted_at, submitted_by_id, undone_at, event_ids FROM outcome_batches
  WHERE environment_id = ? AND id = ?`;
export const LOCATE_BATCH = locateAnywhere('outcome_batches');
const UNDO = update('outcome_batches')`SET undone_at = ? WHERE environment_id = ? AND id = ? AND undone_at IS NULL`;

interface BatchRow {
  id: string;
  submitted_at: number;
  submitted_by_id: string;
  undone_at: number | null;
  event_ids: string;
}

export function outcomeBatchStore(engine: Engine): OutcomeBatchStore {
  const { read } = engine;
  return {
    create: (environmentNumber, { id, submittedAt, submittedById, eventIds }, auditEvent) =>
      engine.write(async (querier) => {
        await querier.run(INSERT, environmentNumber, id, submittedAt, submittedById, JSON.stringify(eventIds));
        await appendAuditEvent(querier, auditEvent);
      }),
    find: async (environmentNumber, id) => {
      const row = await first(read.all<BatchRow>(FIND, environmentNumber, id));
      return row === null ? null : outcomeBatch(row);
    },
    locate: (id) => locate(read, LOCATE_BATCH, id),
    markUndone: (environmentNumber, id, at, auditEvent) =>
      changeAudited(engine, auditEvent, UNDO, at, environmentNumber, id),
  };
}

function outcomeBatch(row: BatchRow): OutcomeBatch {
  return {
    id: row.id,
    submittedAt: row.submitted_at,
    submittedById: row.submitted_by_id,
    undoneAt: row.undone_at,
    eventIds: JSON.parse(row.event_ids) as string[],
  };
}
