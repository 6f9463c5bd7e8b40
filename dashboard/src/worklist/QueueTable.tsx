// A page of events to review. Newly labeled events disappear before the list is read again.
import type { EventItem, List } from '../api/types.ts';
import { Loading } from '../components/Feedback.tsx';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { Pager } from '../components/Pager.tsx';
import { useFilters } from '../shell/filters.ts';

interface QueueTableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  read: { isFetching: boolean };
  list: List<T>;
  /** Whether a row no longer belongs to the list. */
  hasLeft: (row: T) => boolean;
  rowHref: (row: T) => string;
}

export function QueueTable<T extends EventItem>(props: QueueTableProps<T>) {
  const { caption, columns, read, list, hasLeft, rowHref } = props;
  const filters = useFilters();
  const rows = list.data.filter((row) => !hasLeft(row));
  // The whole page was labeled at once: the next rows arrive with the following read.
  if (rows.length === 0) return <Loading />;
  return (
    <>
      <ListTable caption={caption} columns={columns} rows={rows} rowKey={(row) => row.id} rowHref={rowHref} />
      <Pager list={list} busy={read.isFetching} onCursor={(cursor) => filters.set({ cursor })} />
    </>
  );
}
