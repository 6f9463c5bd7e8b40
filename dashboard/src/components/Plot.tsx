// A uPlot canvas with its numbers in a table beside it: a canvas says nothing to a screen reader.
import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import classes from './Plot.module.css';

export interface PlotTable {
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

interface PlotProps {
  /** What the plot shows, in one sentence with its main figure. */
  label: string;
  /** Options without the size; read again when `version` changes. */
  options: (style: (variable: string) => string) => Omit<uPlot.Options, 'width' | 'height'>;
  data: uPlot.AlignedData;
  table: PlotTable;
  height?: number;
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

export function Plot({ label, options, data, table, height = 220 }: PlotProps) {
  const holder = useRef<HTMLDivElement>(null);
  const scheme = useSchemeVersion();
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `scheme` re-reads the colors of the style sheet
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    let plot: uPlot | undefined;
    let gone = false;
    const style = (variable: string) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    const width = () => Math.max(element.clientWidth, 100);
    import('./uplot.ts')
      .then(({ Chart }) => {
        if (!gone) plot = new Chart({ ...options(style), width: width(), height }, data, element);
      })
      // The numbers stand below; a browser that cannot draw them still shows them.
      .catch(() => setFailed(true));
    const observer = new ResizeObserver(() => plot?.setSize({ width: width(), height }));
    observer.observe(element);
    return () => {
      gone = true;
      observer.disconnect();
      plot?.destroy();
    };
  }, [options, data, height, scheme]);
  return (
    <figure className={classes.figure}>
      {!failed && (
        <div ref={holder} role="img" aria-label={label} className={classes.canvas} style={{ minHeight: height }} />
      )}
      <details className={classes.numbers} open={failed || undefined}>
        <summary>Numbers</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
        <section className={classes.scroll} tabIndex={0} aria-label="Numbers of the plot">
          <table>
            <caption className="hidden">{label}</caption>
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
                <tr key={row[0]}>
                  {row.map((cell, index) => (
                    <td key={table.columns[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}
