// A list as a table: one link per row, j and k to move between rows, and cards instead of columns on a narrow screen.
import { useCallback, useRef } from 'react';
import { formatNumber } from '../../../src/vocabulary/format-count.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import classes from './ListTable.module.css';
import { useOutdated } from './outdated.ts';

export interface Column<T> {
  name: string;
  cell: (row: T) => React.ReactNode;
  /** Right-aligned. */
  numeric?: boolean;
  /** Shown on a card without the column name above the value. */
  unlabeled?: boolean;
  /** Contains a control, such as a check box, instead of the row's link. */
  control?: boolean;
  /** Never wrapped. */
  nowrap?: boolean;
  /** Hidden below this window width: `medium` 1100 px, `narrow` 720 px. */
  hideBelow?: 'medium' | 'narrow';
}

/** A column of numbers, grouped in thousands. */
export function countColumn<T>(
  name: string,
  countOf: (row: T) => number,
  hideBelow?: Column<T>['hideBelow'],
): Column<T> {
  return { name, numeric: true, hideBelow, cell: (row) => formatNumber(countOf(row)) };
}

interface ListTableProps<T> {
  /** What the table shows, for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** The address of the row's screen, or null if it has none; the first column without a control becomes a link to it. */
  rowHref?: (row: T) => string | null;
  /** Rows closer together, in smaller type. */
  compact?: boolean;
  /** Keys of rows that have just arrived, to highlight them. */
  newKeys?: ReadonlySet<string>;
}

/** The address of the row that was opened last: after Back, the keys continue from there instead of the first row. */
let lastOpened: string | null = null;

/** Moves the focus between row links with j and k, starting at the row opened last or else the first. */
function useRowKeys(table: React.RefObject<HTMLTableElement | null>, enabled: boolean): void {
  const move = useCallback(
    (by: number) => {
      const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const focused = links.indexOf(document.activeElement as HTMLElement);
      const at = focused === -1 ? links.findIndex((link) => link.getAttribute('href') === lastOpened) : focused;
      links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
    },
    [table],
  );
  useShortcuts(enabled ? { j: () => move(1), k: () => move(-1) } : {});
}

export function ListTable<T>({ caption, columns, rows, rowKey, rowHref, compact, newKeys }: ListTableProps<T>) {
  const table = useRef<HTMLTableElement>(null);
  const outdated = useOutdated();
  useRowKeys(table, rowHref !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.scroll} aria-label={`${caption}, table`} aria-busy={outdated} tabIndex={0}>
      <table className={classes.table} ref={table} data-compact={compact}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-numeric={column.numeric} data-hide-below={column.hideBelow}>
                {column.control ? <span className="visually-hidden">{column.name}</span> : column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              columns={columns}
              href={rowHref?.(row) ?? null}
              isNew={newKeys?.has(rowKey(row))}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface TableRowProps<T> {
  row: T;
  columns: readonly Column<T>[];
  href: string | null;
  isNew: boolean | undefined;
}

function TableRow<T>({ row, columns, href, isNew }: TableRowProps<T>) {
  const linked = columns.findIndex(({ control }) => control !== true);
  return (
    <tr data-new={isNew} data-linked={href !== null}>
      {columns.map((column, index) => (
        <td
          key={column.name}
          data-name={column.name}
          data-numeric={column.numeric}
          data-hide-below={column.hideBelow}
          data-unlabeled={column.unlabeled}
          data-nowrap={column.nowrap}
          data-control={column.control}
        >
          {index === linked && href !== null ? (
            <a
              className={classes.link}
              href={href}
              data-row-link
              onClick={() => {
                lastOpened = href;
              }}
            >
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}
