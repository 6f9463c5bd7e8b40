// Prints a login evaluation as Markdown tables.

import { wilsonInterval } from '../statistics.ts';
import { isHonest } from './logins-input.ts';
import {
  byScenario,
  type Campaign,
  counted,
  type Evaluated,
  honestLogins,
  isStopped,
  recallAt,
  type Scenario,
  type Share,
  takeovers,
  total,
} from './logins-measure.ts';
import { attackShare, largestFall, scoreBands, thresholds } from './logins-reliability.ts';
import { signalPowers } from './logins-signals.ts';
import type { Target } from './target.ts';

function percent(fraction: number): string {
  return (100 * fraction).toFixed(2);
}

/** For example `12.34 % (10.11-15.00)`: the share and its 95 % Wilson interval. */
function share(one: Share): string {
  if (one.of === 0) return '-';
  const [low, high] = wilsonInterval(one.hits, one.of);
  return `${percent(one.hits / one.of)} % (${percent(low)}-${percent(high)})`;
}

/** Median and 90th percentile (nearest rank) over the campaigns; a campaign without such an event counts as `never`. */
function spread(campaigns: readonly Campaign[], key: 'firstStopped' | 'firstBlocked'): string {
  if (campaigns.length === 0) return '';
  const sorted = campaigns.map((one) => one[key] ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const at = (q: number): string => {
    const value = sorted[Math.ceil(q * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
    return Number.isFinite(value) ? String(value) : 'never';
  };
  return `${at(0.5)} / ${at(0.9)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((text, column) => Math.max(text.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  console.log(line(head));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) console.log(line(row));
  console.log();
}

/** Prints recall by attack scenario, then challenges and blocks by honest scenario. */
export function printScenarios(scenarios: readonly Scenario[]): void {
  const attacks = scenarios.filter(({ honest }) => !honest);
  table(
    [
      'attack scenario',
      'events',
      'challenged or blocked',
      'blocked',
      'campaigns caught',
      'events to first challenge, median / p90',
      'to first block',
    ],
    attacks.map((one) => [
      one.scenario,
      String(one.stopped.of),
      share(one.stopped),
      share(one.blocked),
      `${one.campaigns.filter(({ firstStopped }) => firstStopped !== null).length} of ${one.campaigns.length}`,
      spread(one.campaigns, 'firstStopped'),
      spread(one.campaigns, 'firstBlocked'),
    ]),
  );
  table(
    ['honest scenario', 'events', 'challenged or blocked', 'blocked'],
    scenarios
      .filter(({ honest }) => honest)
      .map((one) => [one.scenario, String(one.stopped.of), share(one.stopped), share(one.blocked)]),
  );
}

export function printTargets(targets: readonly Target[]): void {
  table(
    ['target', 'expected', 'measured', 'holds'],
    targets.map(({ metric, expected, measured, holds }) => [
      metric,
      expected,
      typeof measured === 'number' ? measured.toFixed(3) : `${share(measured)}, ${measured.hits} of ${measured.of}`,
      holds ? 'yes' : 'NO',
    ]),
  );
}

/** Prints how the attack share grows with the score, and precision and recall by threshold. */
export function printReliability(evaluated: Evaluated): void {
  const bands = scoreBands(evaluated);
  table(
    ['score', 'honest events', 'attack events', 'attack share'],
    bands.map((band) => [
      band.from === 90 ? '90-100' : `${band.from}-${band.from + 9}`,
      String(band.honest),
      String(band.attack),
      share(attackShare(band)),
    ]),
  );
  const fall = largestFall(bands);
  console.log(
    `Largest fall of the attack share from one band of 50 events or more to the next: ${fall.toFixed(1)} points.\n`,
  );
  table(
    ['challenge from', 'precision', 'attack events', 'honest events'],
    thresholds(evaluated).map(({ score, precision, recall, honest }) => [
      String(score),
      precision.of === 0 ? '-' : `${percent(precision.hits / precision.of)} %`,
      `${percent(recall.hits / recall.of)} %`,
      `${percent(honest.hits / honest.of)} %`,
    ]),
  );
}

/** A system that was run over the same events. Only systems with a score can be compared at other shares of honest events. */
export interface ComparedSystem {
  name: string;
  evaluated: Evaluated;
  hasScore: boolean;
}

/** Prints Assay, the rule sets and the models over the same events. */
export function printComparison(systems: readonly ComparedSystem[]): void {
  table(
    [
      '',
      'attack events stopped',
      'campaigns caught',
      'takeover logins stopped',
      'honest events stopped',
      'honest events blocked',
      'attack events at 1 % honest',
      'takeover logins at 1 %',
      'at 2 %',
    ],
    systems.map(({ name, evaluated, hasScore }) => {
      const scenarios = byScenario(evaluated);
      const campaigns = scenarios.filter(({ honest }) => !honest).flatMap((one) => one.campaigns);
      const { all, withHistory } = takeovers(evaluated);
      const stopped = all.filter((index) => isStopped(evaluated.verdicts[index] as never)).length;
      const logins = honestLogins(evaluated);
      const honest = counted(evaluated, (_, line) => isHonest(line));
      const attacks = counted(evaluated, (_, line) => !isHonest(line));
      const scored = (indices: readonly number[], negatives: readonly number[], rate: number): string => {
        const { hits, of } = recallAt(evaluated, indices, negatives, rate);
        return hasScore ? `${percent(hits / of)} %` : '-';
      };
      return [
        name,
        share(total(scenarios, ({ honest }) => !honest, 'stopped')),
        share({ hits: campaigns.filter(({ firstStopped }) => firstStopped !== null).length, of: campaigns.length }),
        share({ hits: stopped, of: all.length }),
        share(total(scenarios, ({ honest }) => honest, 'stopped')),
        share(total(scenarios, ({ honest }) => honest, 'blocked')),
        scored(attacks, honest, 0.01),
        scored(withHistory, logins, 0.01),
        scored(withHistory, logins, 0.02),
      ];
    }),
  );
}

/** Prints, by class, what Assay and the learned ceiling stop at the same share of honest events, widest gap first. */
export function printGap(assay: Evaluated, ceiling: Evaluated): void {
  const learned = new Map(byScenario(ceiling).map((one) => [one.scenario, one]));
  const rows = byScenario(assay).map(({ scenario, honest, stopped }) => {
    const ours = stopped.hits / stopped.of;
    const theirs = (learned.get(scenario)?.stopped.hits ?? 0) / stopped.of;
    return { scenario, honest, ours, theirs, gap: honest ? ours - theirs : theirs - ours, events: stopped.of };
  });
  table(
    ['class', '', 'events', 'Assay', 'learned ceiling', 'events to gain'],
    rows
      .sort((a, b) => b.gap * b.events - a.gap * a.events)
      .map(({ scenario, honest, ours, theirs, gap, events }) => [
        scenario,
        honest ? 'honest' : 'attack',
        String(events),
        `${percent(ours)} %`,
        `${percent(theirs)} %`,
        (gap * events).toFixed(0),
      ]),
  );
}

/** Below this number of events a measurement is not significant; the signal then needs a property or attack test to stay. */
const RARE = 5;

/** Prints the discriminating power of each signal on this population. */
export function printSignals(evaluated: Evaluated): void {
  const ofAll = ({ hits, of }: Share): string => `${percent(hits / of)} % (${hits})`;
  table(
    ['signal', 'weight', 'honest events', 'attack events', 'likelihood ratio', 'events'],
    signalPowers(evaluated).map(({ code, weight, honest, attack, ratio }) => {
      const events = honest.hits + attack.hits;
      return [
        code,
        weight > 0 ? `+${weight}` : String(weight),
        ofAll(honest),
        ofAll(attack),
        events === 0 ? '-' : ratio.toPrecision(2),
        events < RARE ? `${events}, fewer than ${RARE}` : String(events),
      ];
    }),
  );
}
