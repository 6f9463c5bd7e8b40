// Decisions by hour as stacked bars, most severe on top, with the data in a table below.
import { useMemo } from 'react';
import type uPlot from 'uplot';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import type { Overview } from '../api/types.ts';
import { Legend } from '../components/Legend.tsx';
import { Card } from '../components/Page.tsx';
import { Plot } from '../components/Plot.tsx';
import { count, DECISION_TEXT } from '../components/wording.ts';

/** Drawn back to front: first the total, then the sums without the topmost decisions. */
const TOP_DOWN = [...DECISIONS].reverse();

function stackedOptions(style: (variable: string) => string): Omit<uPlot.Options, 'width' | 'height'> {
  const ink = style('--ink-soft');
  const line = style('--line');
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '12px system-ui' };
  return {
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, 23.6] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.08, 4)] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        values: (_plot, splits) => splits.map((hour) => `${String(hour).padStart(2, '0')}`),
        incrs: [1, 2, 3, 6],
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

/** Draws bars 0.8 hours wide; uPlot's own path builder is not available before uPlot is loaded. */
const barPaths: uPlot.Series.PathBuilder = (plot, series, from, to) => {
  const fill = new Path2D();
  const [hours, values] = [plot.data[0], plot.data[series] ?? []];
  const floor = plot.valToPos(0, 'y', true);
  for (let at = from; at <= to; at++) {
    const [hour, value] = [hours[at], values[at]];
    if (hour === undefined || value === undefined || value === null || value === 0) continue;
    const [left, right] = [plot.valToPos(hour - 0.4, 'x', true), plot.valToPos(hour + 0.4, 'x', true)];
    const top = plot.valToPos(value, 'y', true);
    fill.rect(left, top, right - left, floor - top);
  }
  return { stroke: null, fill } as unknown as uPlot.Series.Paths;
};

export function DecisionsByHour({ overview }: { overview: Overview }) {
  const { hours } = overview;
  const data = useMemo(() => stacked(hours), [hours]);
  return (
    <Card
      title="Decisions by hour"
      aside={<Legend entries={DECISIONS.map((tone) => ({ tone, name: DECISION_TEXT[tone].name }))} />}
    >
      <Plot
        label={`Decisions by hour of ${overview.date}, UTC: ${count(overview.events, 'event')} in total`}
        options={stackedOptions}
        data={data}
        table={{
          columns: ['Hour', 'Events', ...DECISIONS.map((decision) => DECISION_TEXT[decision].name)],
          rows: hours.map((row, hour) => [
            `${String(hour).padStart(2, '0')}:00`,
            row.events,
            ...DECISIONS.map((decision) => row[decision]),
          ]),
        }}
      />
    </Card>
  );
}

function stacked(hours: Overview['hours']): uPlot.AlignedData {
  const sums = TOP_DOWN.map((_, index) =>
    hours.map((hour) => TOP_DOWN.slice(index).reduce((sum, decision) => sum + hour[decision], 0)),
  );
  return [hours.map((_, hour) => hour), ...sums] as uPlot.AlignedData;
}
