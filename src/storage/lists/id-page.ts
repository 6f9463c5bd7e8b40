// One page of a list whose ids are its order: from an id towards older or towards newer rows.
import type { IdPage } from '../../records/id-page.ts';
import type { Querier, Row, Value } from '../engine.ts';

/** `sql` ends in a WHERE; `id` orders and bounds. Rows come in the direction of reading. */
export function paged(
  read: Querier,
  sql: string,
  id: string,
  values: readonly Value[],
  { from, limit }: IdPage,
): Promise<Row[]> {
  if (from === null) return read.all(`${sql} ORDER BY ${id} DESC LIMIT ?`, ...values, limit);
  const bound = from.direction === 'older' ? `${id} < ? ORDER BY ${id} DESC` : `${id} > ? ORDER BY ${id}`;
  return read.all(`${sql} AND ${bound} LIMIT ?`, ...values, from.id, limit);
}
