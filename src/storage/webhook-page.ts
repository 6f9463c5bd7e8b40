// One page of a list whose ids are its order: from an id towards older or towards newer rows.
import type { IdPage } from '../records/webhooks.ts';
import type { Querier, Row, Value } from './engine.ts';

/** `sql` ends in a WHERE to which the bound is added. Rows come in the direction of reading. */
export async function readPage(querier: Querier, sql: string, values: readonly Value[], page: IdPage): Promise<Row[]> {
  const { from, limit } = page;
  if (from === null) return querier.all(`${sql} ORDER BY id DESC LIMIT ?`, ...values, limit);
  const older = from.direction === 'older';
  const bound = older ? 'AND id < ? ORDER BY id DESC' : 'AND id > ? ORDER BY id';
  return querier.all(`${sql} ${bound} LIMIT ?`, ...values, from.id, limit);
}
