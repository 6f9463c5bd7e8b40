// One page of a list whose ids are its order: newest first, on one side of an id.
import type { Page } from '../records/webhooks.ts';
import type { Querier, Row, Value } from './engine.ts';

/** `sql` ends in a WHERE to which the bound is added. The answer is newest first in either direction. */
export async function pageOf(querier: Querier, sql: string, values: readonly Value[], page: Page): Promise<Row[]> {
  const { from, limit } = page;
  if (from === null) return querier.all(`${sql} ORDER BY id DESC LIMIT ?`, ...values, limit);
  if (from.direction === 'older')
    return querier.all(`${sql} AND id < ? ORDER BY id DESC LIMIT ?`, ...values, from.id, limit);
  return (await querier.all(`${sql} AND id > ? ORDER BY id LIMIT ?`, ...values, from.id, limit)).reverse();
}
