// The order of a list that is sorted by activity: its query parameters, its pages and its keys.
import Type from 'typebox';
import type { DeviceSearch } from '../../flows/devices/search-devices.ts';
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

/**
 * The page of a search: it continues where the search stopped. Without rows, the way back begins at the last one that was read: else there
 * would be none from the pages before the first match.
 */
export function searchPage<B>(
  page: Page<B>,
  position: Position | null,
  { stoppedAt, searchedTo }: Pick<DeviceSearch, 'stoppedAt' | 'searchedTo'>,
): Page<B> {
  const [ahead, behind] = position?.direction === 'prev' ? (['prev', 'next'] as const) : (['next', 'prev'] as const);
  return {
    ...page,
    ...(stoppedAt !== null && { [ahead]: [stoppedAt.value, stoppedAt.id] }),
    ...(page.rows.length === 0 &&
      position !== null &&
      searchedTo !== null && { [behind]: [searchedTo.value, searchedTo.id] }),
  };
}
