// A list as a table: one link a row, j and k to move between rows, cards instead of columns on a narrow screen.
import { useCallback, useRef } from 'react';
import { useShortcuts } from '../shell/shortcuts.ts';
import classes from './ListTable.module.css';

export interface Column<T> {
  name: string;
  cell: (row: T) => React.ReactNode;
  /** Numbers stand at the right edge. */
  numeric?: boolean;
  /** On a card its value speaks for itself: no name above it. */
  bare?: boolean;
  /** Kept on one line. */
  tight?: boolean;
  /** Left out below this width of the window: `medium` 1100 px, `narrow` 720 px. */
  drop?: 'medium' | 'narrow';
}

interface ListTableProps<T> {
  /** What the table shows, for those who hear it. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** The row's screen; the first column becomes its link. */
  hrefOf?: (row: T) => string;
  /** Rows that have just arrived. */
  fresh?: ReadonlySet<string>;
}

/** Moves the focus between the links of the rows; with no row in focus, to the first. */
function useRowKeys(table: React.RefObject<HTMLTableElement | null>, on: boolean): void {
  const move = useCallback(
    (by: number) => {
      const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.indexOf(document.activeElement as HTMLElement);
      links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
    },
    [table],
  );
  useShortcuts(on ? { j: () => move(1), k: () => move(-1) } : {});
}

export function ListTable<T>({ caption, columns, rows, keyOf, hrefOf, fresh }: ListTableProps<T>) {
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table, hrefOf !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.scroll} aria-label={`${caption}, table`} tabIndex={0}>
      <table className={classes.table} ref={table}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-numeric={column.numeric} data-drop={column.drop}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-fresh={fresh?.has(keyOf(row))} data-linked={hrefOf !== undefined}>
              {columns.map((column, index) => (
                <td
                  key={column.name}
                  data-name={column.name}
                  data-numeric={column.numeric}
                  data-drop={column.drop}
                  data-bare={column.bare}
                  data-tight={column.tight}
                >
                  {index === 0 && hrefOf !== undefined ? (
                    <a className={classes.link} href={hrefOf(row)} data-row-link>
                      {column.cell(row)}
                    </a>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
