// The pointer on a bar chart: a click picks one bar, dragging picks several.
import { type MouseEvent, type RefObject, useState } from 'react';
import type uPlot from 'uplot';

interface BarPointer {
  onPick: ((index: number) => void) | undefined;
  onRange: ((first: number, last: number) => void) | undefined;
}

/** `drag` is the part of the chart that the pointer has been dragged over so far, in px. */
export function useBarPointer(drawn: RefObject<uPlot | undefined>, { onPick, onRange }: BarPointer) {
  const [bars, setBars] = useState<{ from: number; to: number } | null>(null);
  /** The index of the bar at the pointer, or null outside the bars. */
  const barAt = (event: MouseEvent<HTMLElement>): number | null => {
    const plot = drawn.current;
    if (plot === undefined) return null;
    const left = event.clientX - plot.over.getBoundingClientRect().left;
    const index = Math.round(plot.posToVal(left, 'x'));
    return index >= 0 && index < (plot.data[0]?.length ?? 0) ? index : null;
  };
  const handlers = {
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      const index = barAt(event);
      if (index === null || event.button !== 0) return;
      // The browser would select the text around the chart.
      event.preventDefault();
      setBars({ from: index, to: index });
    },
    /** Returns the bar at the pointer. */
    onMouseMove: (event: MouseEvent<HTMLElement>): number | null => {
      const index = barAt(event);
      if (event.buttons === 0) setBars(null);
      else if (bars !== null && index !== null && onRange !== undefined) setBars({ from: bars.from, to: index });
      return index;
    },
    onMouseUp: () => {
      setBars(null);
      if (bars === null) return;
      if (bars.from === bars.to) onPick?.(bars.from);
      else onRange?.(Math.min(bars.from, bars.to), Math.max(bars.from, bars.to));
    },
  };
  const several = bars !== null && bars.from !== bars.to && drawn.current !== undefined;
  return { drag: several ? extent(drawn.current as uPlot, bars.from, bars.to) : null, handlers };
}

function extent(plot: uPlot, one: number, other: number): { left: number; width: number } {
  const [left, right] = [Math.min(one, other) - 0.5, Math.max(one, other) + 0.5].map((at) => plot.valToPos(at, 'x'));
  return { left: plot.over.offsetLeft + (left ?? 0), width: (right ?? 0) - (left ?? 0) };
}
