// The order of a list that is sorted by activity: its query parameters, its pages and its keys.
import Type from 'typebox';
import type { Positioned, SortedPage } from '../../records/sorted-lists.ts';
import { ACTIVITY_SORTS, SORT_ORDERS, type SortOrder } from '../../vocabulary/words.ts';
import { oneOf } from '../schemas/schema.ts';
import { type Page, type Position, pageOf } from './paging.ts';

export const ORDER_PARAMETER = {
  order: Type.Optional(oneOf(SORT_ORDERS, { description: 'Descending or ascending.', default: 'desc' })),
};

/** `sort` and `order` of a list of devices or networks; `first` is the order without parameters. */
export const SORT_PARAMETERS = {
  sort: Type.Optional(
    oneOf(ACTIVITY_SORTS, {
      description: 'What the list is sorted by; `first_seen` by the arrival of the first event.',
      default: 'first_seen',
    }),
  ),
  ...ORDER_PARAMETER,
};

/** Reads one row more than the page contains: the extra row shows that another page follows. */
export function sortedPage<S extends string>(
  sort: S,
  order: SortOrder = 'desc',
  position: Position | null,
  limit: number,
): SortedPage<S> {
  if (position === null) return { sort, order, limit: limit + 1, from: null };
  const [value = '', id] = position.key;
  return { sort, order, limit: limit + 1, from: { value, id: String(id), direction: position.direction } };
}

/** The page of rows that were read with `sortedPage`, without their positions. */
export function sortedRows<T, B>(
  rows: readonly Positioned<T>[],
  position: Position | null,
  limit: number,
  bodyOf: (row: T) => B,
) {
  const page = pageOf(rows, position, limit, ({ value, id }) => [value, id]);
  return { ...page, rows: page.rows.map(({ row }) => bodyOf(row)) };
}

/** The page of a search that stopped at a row before the page was full: it continues there. */
export function continuedAt<B>(
  page: Page<B>,
  position: Position | null,
  stoppedAt: Pick<Positioned<unknown>, 'value' | 'id'> | null,
): Page<B> {
  if (stoppedAt === null) return page;
  const key = [stoppedAt.value, stoppedAt.id];
  return position?.direction === 'prev' ? { ...page, prev: key } : { ...page, next: key };
}
