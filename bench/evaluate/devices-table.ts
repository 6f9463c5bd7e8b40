// Formats a device evaluation as the tables in docs/devices.md: targets, systems, days, causes, attacks, calibration.
import { groupBy } from '../../src/vocabulary/group-by.ts';
import { percentile, wilsonInterval } from '../statistics.ts';
import {
  calibration,
  type Evaluation,
  mixedDevices,
  type Share,
  share,
  tracking,
  type Visit,
  visitShares,
} from './devices-metrics.ts';

export type Rows = readonly (readonly string[])[];

/** A Markdown table with aligned columns. */
export function markdown(head: readonly string[], rows: Rows): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] as number)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** For example `0.9993 (12/13) [0.9981, 0.9997]`: proportion, counts, 95 % Wilson interval. */
export function proportion(value: Share): string {
  if (value.of === 0) return 'none';
  const [low, high] = wilsonInterval(value.count, value.of);
  return `${(value.count / value.of).toFixed(4)} (${value.count}/${value.of}) [${low.toFixed(4)}, ${high.toFixed(4)}]`;
}

const ratio = ({ count, of }: Share): number => (of === 0 ? Number.NaN : count / of);
/** Returns `-` for a target without data. */
const holds = (fine: boolean, measured: Share): string => (measured.of === 0 ? '-' : fine ? 'yes' : 'NO');

/** Rows of the target table; `trusting` is the run in which every known device is trusted. */
export function targetRows(whole: Evaluation, trusting: Evaluation, milliseconds: readonly number[]): Rows {
  const { visits, attacks } = whole;
  const { precision, wrong, recall, recallAfterLoss, firstNew } = visitShares(visits);
  const systems = bySystem(visits).map(([os, of]) => ({ os, ...visitShares(of) }));
  const desktopAndroid = systems.filter(({ os }) => os === 'Windows' || os === 'Android');
  const taken = (kind: string) =>
    share(
      attacks.filter((attack) => attack.kind === kind),
      (attack) => attack.taken,
    );
  const copies = trusting.attacks.filter(({ kind }) => kind === 'signal_clone' || kind === 'near_clone');
  const trustedCopies = share(copies, (attack) => attack.taken);
  const track = tracking(visits);
  const confident = calibration(visits, [90, 101])[0] as Share;
  const bins = calibration(visits).filter(({ of }) => of > 0);
  const candidates = Math.max(...visits.map(({ result }) => result.candidateCount));
  const worstPrecision = Math.min(...systems.filter((one) => one.precision.of > 0).map((one) => ratio(one.precision)));
  const slowest = percentile(milliseconds, 0.99);
  const row = (name: string, target: string, value: Share, fine: (ratio: number) => boolean) => [
    name,
    target,
    proportion(value),
    holds(fine(ratio(value)), value),
  ];
  const plain = (name: string, target: string, value: string, fine: boolean) => [
    name,
    target,
    value,
    fine ? 'yes' : 'NO',
  ];
  const mixed = mixedDevices(visits);
  const couples = visitShares(whole.couples).wrong;
  return [
    row('link precision', '>= .9995', precision, (p) => p >= 0.9995),
    plain('link precision of the worst system', '>= .999', worstPrecision.toFixed(4), worstPrecision >= 0.999),
    row('wrong device per honest observation', '<= .0003', wrong, (p) => p <= 0.0003),
    row('mixed devices', '<= .0001', mixed, (p) => p <= 0.0001),
    ['identical phones of one account, wrong device', 'none', proportion(couples), '-'],
    row('recall of returning visits', '>= .96', recall, (p) => p >= 0.96),
    ...desktopAndroid.map((one) => row(`recall, ${one.os}`, '>= .98', one.recall, (p) => p >= 0.98)),
    row('recall after storage loss', '>= .70', recallAfterLoss, (p) => p >= 0.7),
    plain('average maximum tracking / possible', '>= .80', track.longest.toFixed(4), track.longest >= 0.8),
    plain('average tracking / possible', '>= .72', track.average.toFixed(4), track.average >= 0.72),
    row('first visit called new', '>= .999', firstNew, (p) => p >= 0.999),
    row('stolen id taken', '0', taken('id_clone'), (p) => p === 0),
    row('near clone taken', '<= .02', taken('near_clone'), (p) => p <= 0.02),
    row('trusted device given to a copy of its signals', '0', trustedCopies, (p) => p === 0),
    row('confidence >= 90 is right', '>= .999', confident, (p) => p >= 0.999),
    plain('calibration: farthest bin of at least 20 results', '<= 5 points', farthest(bins), farthestOf(bins) <= 0.05),
    plain('candidates compared', '<= 256', String(candidates), candidates <= 256),
    plain('ms per event, p99 (reads, assessments, writes)', '<= 5', slowest.toFixed(2), slowest <= 5),
  ];
}

function farthestOf(bins: readonly { confidence: number; count: number; of: number }[]): number {
  return Math.max(0, ...bins.filter(({ of }) => of >= 20).map((bin) => Math.abs(bin.confidence - ratio(bin))));
}

function farthest(bins: Parameters<typeof farthestOf>[0]): string {
  return `${(100 * farthestOf(bins)).toFixed(1)} points`;
}

function bySystem(visits: readonly Visit[]): [string, Visit[]][] {
  return [...groupBy(visits, ({ os }) => os)].sort(([, one], [, other]) => other.length - one.length);
}

const GROUP_HEAD = ['precision', 'recall', 'recall after loss'];

function groupRows(groups: readonly (readonly [string, readonly Visit[]])[]): Rows {
  return groups.map(([name, visits]) => {
    const { precision, recall, recallAfterLoss } = visitShares(visits);
    return [name, proportion(precision), proportion(recall), proportion(recallAfterLoss)];
  });
}

export function systemTable({ visits }: Evaluation): string {
  return markdown(['system', ...GROUP_HEAD], groupRows(bySystem(visits)));
}

const DAYS = [0, 1, 3, 7, 14, 30, 60, Number.POSITIVE_INFINITY];

/** Returning visits by days since the last one. */
export function daysTable({ visits }: Evaluation): string {
  const groups = DAYS.slice(0, -1).map((from, index) => {
    const to = DAYS[index + 1] as number;
    const name = Number.isFinite(to) ? `${from} to ${to}` : `over ${from}`;
    return [name, visits.filter((visit) => visit.returning && visit.days >= from && visit.days < to)] as const;
  });
  return markdown(['days', ...GROUP_HEAD], groupRows(groups));
}

/** Returning visits by what changed; a visit with two causes counts in both rows. */
export function causeTable({ visits }: Evaluation): string {
  const causes = [...new Set(visits.flatMap(({ cause }) => cause))].sort();
  const groups = causes.map(
    (name) => [name, visits.filter((visit) => visit.returning && visit.cause.includes(name))] as const,
  );
  const nothing = visits.filter((visit) => visit.returning && visit.cause.length === 0);
  return markdown(['changed', ...GROUP_HEAD], groupRows([['nothing', nothing], ...groups]));
}

/** Attacks by kind: share resolved to the victim's device, and the resolution methods. */
export function attackTable({ attacks }: Evaluation): string {
  const kinds = [...groupBy(attacks, ({ kind }) => kind)];
  return markdown(
    ['attack', "given the victim's device", 'methods'],
    kinds.map(([kind, of]) => {
      const methods = [...groupBy(of, ({ result }) => result.method)].map(([name, all]) => `${name} ${all.length}`);
      return [kind, proportion(share(of, (attack) => attack.taken)), methods.join(', ')];
    }),
  );
}

export function calibrationTable({ visits }: Evaluation): string {
  return markdown(
    ['confidence', 'mean', 'right'],
    calibration(visits)
      .filter(({ of }) => of > 0)
      .map((bin) => [`${bin.from} to ${bin.to - 1}`, bin.confidence.toFixed(3), proportion(bin)]),
  );
}

/** One row per ablation, to show what each part contributes. */
export function ablationTable(variants: readonly (readonly [string, Evaluation])[]): string {
  return markdown(
    ['variant', 'precision', 'wrong device', 'mixed devices', 'recall', 'recall after loss', 'devices created'],
    variants.map(([name, { visits }]) => {
      const { precision, wrong, recall, recallAfterLoss } = visitShares(visits);
      const created = visits.filter(({ result }) => result.created).length;
      const digits = (value: Share) => ratio(value).toFixed(4);
      return [
        name,
        digits(precision),
        `${digits(wrong)} (${wrong.count})`,
        String(mixedDevices(visits).count),
        digits(recall),
        digits(recallAfterLoss),
        String(created),
      ];
    }),
  );
}
