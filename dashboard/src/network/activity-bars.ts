// Turns the hours of a network into bars: one per hour for up to three days, otherwise one per day or several days. Pure.
import { HOUR } from '../../../src/vocabulary/clock.ts';
import { DECISIONS } from '../../../src/vocabulary/words.ts';
import type { NetworkActivity } from '../api/types.ts';
import { enteredTime, inputValue, type TimeZoneChoice } from '../components/time-zone.ts';
import type { Bar } from '../overview/DecisionBars.tsx';
import { shiftDate } from '../overview/day.ts';

type Hours = NetworkActivity['hours'];

const MAX_HOURS = 72;
/** A shorter range would show an attack of minutes as one bar as wide as the screen. */
const MIN_HOURS = 24;
/** The most bars in a chart: more would be narrower than their labels. */
const MAX_BARS = 92;
/** The possible numbers of days per bar. */
const STEPS = [1, 7, 28, 364];

export interface ActivityBars {
  bars: Omit<Bar, 'href'>[];
  unit: 'Hour' | 'Day' | 'Days';
}

/** Bars without gaps from the first hour with events to the last, at least 24 hours, in the chosen zone. */
export function activityBars(hours: Hours, zone: TimeZoneChoice): ActivityBars {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return { bars: [], unit: 'Hour' };
  const [start, end] = [Date.parse(first.hour), Date.parse(last.hour)];
  const hourCount = Math.max(MIN_HOURS, (end - start) / HOUR + 1);
  if (hourCount <= MAX_HOURS) {
    const starts = Array.from({ length: hourCount }, (_, index) =>
      new Date(end - (hourCount - 1 - index) * HOUR).toISOString(),
    );
    return { unit: 'Hour', bars: starts.map((from) => hourBar(hours, from, zone, hourCount === MIN_HOURS)) };
  }
  const day = (iso: string) => inputValue(iso, zone).slice(0, 10);
  const dayCount = Math.round((Date.parse(day(last.hour)) - Date.parse(day(first.hour))) / (24 * HOUR)) + 1;
  const step = STEPS.find((one) => dayCount / one <= MAX_BARS) ?? 364;
  const days = Array.from({ length: Math.ceil(dayCount / step) }, (_, index) =>
    shiftDate(day(first.hour), index * step),
  );
  return { unit: step === 1 ? 'Day' : 'Days', bars: days.map((from) => daysBar(hours, from, step, zone)) };
}

function hourBar(hours: Hours, from: string, zone: TimeZoneChoice, short: boolean): Omit<Bar, 'href'> {
  const title = inputValue(from, zone).replace('T', ' ');
  const to = new Date(Date.parse(from) + HOUR).toISOString();
  return { name: title.slice(short ? 11 : 5), title, ...totals(hours, from, to), from, to };
}

function daysBar(hours: Hours, day: string, step: number, zone: TimeZoneChoice): Omit<Bar, 'href'> {
  const next = shiftDate(day, step);
  const [from, to] = [enteredTime(`${day}T00:00`, zone), enteredTime(`${next}T00:00`, zone)];
  const title = step === 1 ? day : `${day} to ${shiftDate(next, -1)}`;
  return { name: day.slice(step > 7 ? 0 : 5), title, ...totals(hours, from, to), from, to };
}

function totals(hours: Hours, from: string, to: string): Pick<Bar, 'events' | 'decisions'> {
  const within = hours.filter(({ hour }) => hour >= from && hour < to);
  const decisions = Object.fromEntries(
    DECISIONS.map((decision) => [decision, within.reduce((sum, hour) => sum + hour.decisions[decision], 0)]),
  ) as Bar['decisions'];
  return { events: DECISIONS.reduce((sum, decision) => sum + decisions[decision], 0), decisions };
}
