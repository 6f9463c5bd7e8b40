// A uPlot chart with its data in a table below, because screen readers cannot read a canvas.
import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import classes from './Plot.module.css';
import { useBarPointer } from './use-bar-pointer.ts';

export interface PlotTable {
  columns: readonly string[];
  /** `href` of the first cell, where there is one. */
  rows: readonly { cells: readonly (string | number)[]; href?: string }[];
}

interface PlotProps {
  /** What the chart shows, in one sentence with its main number. */
  label: string;
  /**
   * Returns the options without the size; called again when the color scheme changes. `style` reads a CSS variable. A new
   * function draws a new chart and interrupts a drag, so pass the same one while only `data` changes.
   */
  options: (style: (variable: string) => string) => Omit<uPlot.Options, 'width' | 'height'>;
  data: uPlot.AlignedData;
  table: PlotTable;
  height?: number;
  /** Called with the index of a bar that was clicked; the table has the same links for the keyboard. */
  onPick?: (index: number) => void;
  /** Called with the indexes of the first and last bars that the pointer was dragged over. */
  onRange?: (first: number, last: number) => void;
  /** The text about the bar under the pointer. */
  tip?: (index: number) => string;
}

function useSchemeVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const observer = new MutationObserver(() => setVersion((before) => before + 1));
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => observer.disconnect();
  }, []);
  return version;
}

export function Plot({ label, options, data, table, height = 220, onPick, onRange, tip }: PlotProps) {
  const drawn = useRef<uPlot | undefined>(undefined);
  const [hover, setHover] = useState<{ left: number; text: string } | null>(null);
  const { drag, handlers } = useBarPointer(drawn, { onPick, onRange });
  const container = useRef<HTMLDivElement>(null);
  const scheme = useSchemeVersion();
  const [failed, setFailed] = useState(false);
  const latest = useRef(data);
  useEffect(() => {
    latest.current = data;
    drawn.current?.setData(data);
  }, [data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `scheme` triggers reading the style sheet's colors again
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let plot: uPlot | undefined;
    let disposed = false;
    const style = (variable: string) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    const width = () => Math.max(element.clientWidth, 100);
    import('./uplot.ts')
      .then(({ Chart }) => {
        if (disposed) return;
        plot = new Chart({ ...options(style), width: width(), height }, latest.current, element);
        drawn.current = plot;
      })
      // The table below still shows the numbers if the browser cannot draw the chart.
      .catch(() => setFailed(true));
    const observer = new ResizeObserver(() => plot?.setSize({ width: width(), height }));
    observer.observe(element);
    return () => {
      disposed = true;
      observer.disconnect();
      plot?.destroy();
      drawn.current = undefined;
    };
  }, [options, height, scheme]);
  return (
    <figure className={classes.figure}>
      {!failed && (
        <div className={classes.area}>
          <div
            ref={container}
            role="img"
            aria-label={label}
            className={classes.canvas}
            data-pickable={onPick !== undefined}
            style={{ minHeight: height }}
            {...handlers}
            onMouseMove={(event) => {
              const index = handlers.onMouseMove(event);
              const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
              setHover(index === null || tip === undefined ? null : { left, text: tip(index) });
            }}
            onMouseLeave={() => setHover(null)}
          />
          {drag !== null && <span className={classes.drag} style={drag} aria-hidden />}
          {hover !== null && (
            <span className={classes.tip} style={{ left: hover.left }} aria-hidden>
              {hover.text}
            </span>
          )}
        </div>
      )}
      <details className={classes.numbers} open={failed || undefined}>
        <summary>Show data</summary>
        <DataTable label={label} table={table} />
      </details>
    </figure>
  );
}

function DataTable({ label, table }: { label: string; table: PlotTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.scroll} tabIndex={0} aria-label="Chart data">
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.cells[0]}>
              {row.cells.map((cell, index) => (
                <td key={table.columns[index]}>
                  {index === 0 && row.href !== undefined ? <a href={row.href}>{cell}</a> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
