// Decisions by hour or day as stacked bars, most severe on top. Clicking a bar opens its events; dragging opens those of several bars.
import { useMemo } from 'react';
import type uPlot from 'uplot';
import { formatCount, formatNumber } from '../../../src/vocabulary/format-count.ts';
import { DECISIONS, type Decision } from '../../../src/vocabulary/words.ts';
import { Legend } from '../components/Legend.tsx';
import { Card } from '../components/Page.tsx';
import { Plot } from '../components/Plot.tsx';
import { DECISION_TEXT } from '../components/wording.ts';
import { useEnvironment } from '../shell/environment.ts';
import { screenHref } from '../shell/links.ts';

/** The order of drawing, back to front: first the total, then the sums without the topmost decisions. */
const TOP_DOWN = [...DECISIONS].reverse();

/** `names` contains the label of each bar. */
function stackedOptions(
  names: readonly string[],
  style: (variable: string) => string,
): Omit<uPlot.Options, 'width' | 'height'> {
  const ink = style('--ink-soft');
  const line = style('--line');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '12px system-ui' };
  return {
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, names.length - 0.4] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.08, 4)] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        values: (_plot, splits) => splits.map((index) => names[index] ?? ''),
        incrs: [1, 2, 3, 6, 7, 14, 30],
        space: Math.max(...names.map((name) => name.length)) * 9,
      },
      { ...axis, size: 56, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 1e6] },
    ],
    series: [
      {},
      ...TOP_DOWN.map((decision) => ({
        label: DECISION_TEXT[decision].name,
        fill: style(`--${decision}`),
        stroke: style(`--${decision}`),
        width: 0,
        points: { show: false },
        paths: barPaths,
      })),
    ],
  };
}

/** Draws bars 0.8 units wide; uPlot's own path builder is not available before uPlot is loaded. */
const barPaths: uPlot.Series.PathBuilder = (plot, series, from, to) => {
  const fill = new Path2D();
  const [points, values] = [plot.data[0], plot.data[series] ?? []];
  const floor = plot.valToPos(0, 'y', true);
  for (let at = from; at <= to; at++) {
    const [point, value] = [points[at], values[at]];
    if (point === undefined || value === undefined || value === null || value === 0) continue;
    const [left, right] = [plot.valToPos(point - 0.4, 'x', true), plot.valToPos(point + 0.4, 'x', true)];
    const top = plot.valToPos(value, 'y', true);
    fill.rect(left, top, right - left, floor - top);
  }
  return { stroke: null, fill } as unknown as uPlot.Series.Paths;
};

export interface Bar {
  /** The label below the bar, and the longer one in the table. */
  name: string;
  title: string;
  events: number;
  decisions: Readonly<Record<Decision, number>>;
  /** The address of the bar's events, or of its day. */
  href: string;
  /** The time range of the bar. */
  from: string;
  to: string;
}

interface DecisionBarsProps {
  title: string;
  /** The start of the description for screen readers; the total follows. */
  label: string;
  /** The name of the bars' unit in the table. */
  unit: string;
  bars: readonly Bar[];
  /** Further filters, besides the time, for the events that dragging opens. */
  query?: Readonly<Record<string, string>>;
}

export function DecisionBars({ title, label, unit, bars, query = {} }: DecisionBarsProps) {
  const environment = useEnvironment();
  const go = (href: string | undefined) => {
    if (href !== undefined) window.location.hash = href.slice(1);
  };
  const data = useMemo(() => stacked(bars), [bars]);
  // A string compares equal after a refresh that changes only the numbers, so the chart is not redrawn.
  const labels = bars.map(({ name }) => name).join('\n');
  const options = useMemo(
    () => (style: (variable: string) => string) => stackedOptions(labels.split('\n'), style),
    [labels],
  );
  const total = bars.reduce((sum, { events }) => sum + events, 0);
  return (
    <Card
      title={title}
      aside={<Legend entries={DECISIONS.map((tone) => ({ tone, name: DECISION_TEXT[tone].name }))} />}
    >
      <Plot
        label={`${label}: ${formatCount(total, 'event')} in total`}
        options={options}
        data={data}
        onPick={(index) => go(bars[index]?.href)}
        onRange={(first, last) =>
          go(screenHref(environment, 'events', { ...query, from: bars[first]?.from, to: bars[last]?.to }))
        }
        tip={(index) => barText(bars[index])}
        table={{
          columns: [unit, 'Events', ...DECISIONS.map((decision) => DECISION_TEXT[decision].name)],
          rows: bars.map(({ title: name, events, decisions, href }) => ({
            cells: [name, events, ...DECISIONS.map((decision) => decisions[decision])],
            href,
          })),
        }}
      />
    </Card>
  );
}

function barText(bar: Bar | undefined): string {
  if (bar === undefined) return '';
  const made = DECISIONS.filter((decision) => bar.decisions[decision] > 0).map(
    (decision) => `${formatNumber(bar.decisions[decision])} ${DECISION_TEXT[decision].name.toLowerCase()}`,
  );
  return `${bar.title}: ${made.join(', ') || 'no events'}`;
}

function stacked(bars: readonly Bar[]): uPlot.AlignedData {
  const sums = TOP_DOWN.map((_, index) =>
    bars.map(({ decisions }) => TOP_DOWN.slice(index).reduce((sum, decision) => sum + decisions[decision], 0)),
  );
  return [bars.map((_, index) => index), ...sums] as uPlot.AlignedData;
}
