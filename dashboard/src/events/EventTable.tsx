// Events as a table with the columns that its reader chose, or the usual ones.
import type { EventItem } from '../api/types.ts';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { checkColumn, type Selection } from '../components/Selection.tsx';
import { eventName } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { eventHref } from '../shell/links.ts';
import { eventColumns } from './event-columns.tsx';
import { type ColumnName, DEFAULT_COLUMNS, type Layout } from './layout.ts';

interface EventTableProps {
  rows: readonly EventItem[];
  newIds?: ReadonlySet<string>;
  caption?: string;
  /** A column to leave out because it would be the same in every row. */
  omit?: ColumnName;
  /** What the reader chose. Chosen columns are shown at every width; the usual ones give way on a narrow window. */
  layout?: Layout;
  /** Which rows are chosen; each gets a check box. */
  selection?: Selection;
  /** The address of the list, for the way on from an event to the next. */
  list?: string;
}

export function EventTable({ rows, newIds, caption = 'Events', omit, layout, selection, list }: EventTableProps) {
  const environment = useEnvironment();
  const names = layout?.columns ?? DEFAULT_COLUMNS.filter((name) => name !== omit);
  const chosen = names.join() !== DEFAULT_COLUMNS.filter((name) => name !== omit).join();
  const columns = eventColumns(environment, names);
  if (selection !== undefined) columns.unshift(selectColumn(selection));
  return (
    <ListTable
      caption={caption}
      columns={chosen ? columns.map((column) => ({ ...column, hideBelow: undefined })) : columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => eventHref(environment, row.id, list)}
      compact={layout?.compact}
      newKeys={newIds}
    />
  );
}

export function selectColumn(selection: Selection): Column<EventItem> {
  return checkColumn(selection, (row) => `${eventName(row.event_type)}, ${row.external_account_id ?? 'no account'}`);
}
