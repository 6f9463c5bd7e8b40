// Events as a table with the columns that the reader chose, or the default ones.
import type { EventItem } from '../api/types.ts';
import { type Column, ListTable } from '../components/ListTable.tsx';
import { checkColumn, type Selection } from '../components/Selection.tsx';
import { accountName, eventName } from '../components/wording.ts';
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
  /** The reader's choice. Chosen columns are shown at every width; some of the default ones are hidden in a narrow window. */
  layout?: Layout;
  /** The selected rows; every row gets a check box. */
  selection?: Selection;
  /** The address of the list, so that an event leads to the next one. */
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
  return checkColumn(selection, (row) => `${eventName(row.event_type)}, ${accountName(row)}`);
}
