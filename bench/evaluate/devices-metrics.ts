// Compares the resolver's results with the truth and computes the metrics of the device evaluation.
import { DAY } from '../../src/vocabulary/clock.ts';

/** One line of the truth file, which the resolver never reads. */
export interface Truth {
  instance: string;
  kind: string;
  /** The instance whose id or signals an attack copied. */
  victim: string | null;
  /** The group that the instance belongs to, such as `fleet`; null for most. */
  group: string | null;
  cause: readonly string[];
}

/** The resolver's result for one event. */
export interface ResolverResult {
  deviceId: string;
  created: boolean;
  method: string;
  confidence: number;
  candidateCount: number;
}

/** An honest visit with its result. */
export interface Visit {
  at: number;
  os: string;
  instance: string;
  result: ResolverResult;
  cause: readonly string[];
  /** Whether the instance has visited before. */
  returning: boolean;
  /** Days since the instance's last visit; 0 for the first. */
  days: number;
  /** Whether a returning instance sent no id that it had sent before. */
  lostStorage: boolean;
  /** Whether the resolved device was created by this instance. */
  ownDevice: boolean;
}

export interface Attack {
  kind: string;
  result: ResolverResult;
  /** Whether the attack was resolved to a device that the victim created. */
  taken: boolean;
}

interface Instance {
  lastAt: number;
  ids: Set<string>;
}

/** Without their ids, identical phones of a couple in one account cannot be distinguished, so they are counted separately. */
const COUPLE = 'couple_one_account';

/** Collects results in time order. A device belongs to the instance whose event created it. */
export class Evaluation {
  readonly visits: Visit[] = [];
  readonly couples: Visit[] = [];
  readonly attacks: Attack[] = [];
  readonly #owners = new Map<string, string>();
  readonly #instances = new Map<string, Instance>();

  add(truth: Truth, result: ResolverResult, event: { at: number; os: string; persistentId: string | null }): void {
    if (result.created) this.#owners.set(result.deviceId, truth.instance);
    const owner = this.#owners.get(result.deviceId);
    if (truth.kind !== 'visit') {
      this.attacks.push({ kind: truth.kind, result, taken: !result.created && owner === truth.victim });
      return;
    }
    const earlier = this.#instances.get(truth.instance);
    const { persistentId } = event;
    (truth.group === COUPLE ? this.couples : this.visits).push({
      at: event.at,
      os: event.os,
      instance: truth.instance,
      result,
      cause: truth.cause,
      returning: earlier !== undefined,
      days: earlier === undefined ? 0 : (event.at - earlier.lastAt) / DAY,
      lostStorage: earlier !== undefined && !(persistentId !== null && earlier.ids.has(persistentId)),
      ownDevice: owner === truth.instance,
    });
    const ids = earlier?.ids ?? new Set<string>();
    if (persistentId !== null) ids.add(persistentId);
    this.#instances.set(truth.instance, { lastAt: event.at, ids });
  }

  /** Whether the result is correct: the instance's own device if it has one, a new one if not. */
  static isCorrect(visit: Visit): boolean {
    return visit.result.created ? !visit.returning : visit.ownDevice;
  }
}

export interface Share {
  count: number;
  of: number;
}

export function share<T>(items: readonly T[], test: (item: T) => boolean): Share {
  return { count: items.filter(test).length, of: items.length };
}

/** The metrics that are shares of visits. */
export function visitShares(visits: readonly Visit[]) {
  const links = visits.filter((visit) => !visit.result.created);
  const returning = visits.filter((visit) => visit.returning);
  return {
    precision: share(links, (visit) => visit.ownDevice),
    wrong: share(visits, (visit) => !visit.result.created && !visit.ownDevice),
    recall: share(returning, (visit) => !visit.result.created && visit.ownDevice),
    recallAfterLoss: share(
      returning.filter((visit) => visit.lostStorage),
      (visit) => !visit.result.created && visit.ownDevice,
    ),
    firstNew: share(
      visits.filter((visit) => !visit.returning),
      (visit) => visit.result.created,
    ),
  };
}

/** Share of devices that honest visits of more than one instance were resolved to. */
export function mixedDevices(visits: readonly Visit[]): Share {
  const instances = new Map<string, Set<string>>();
  for (const visit of visits) {
    const set = instances.get(visit.result.deviceId) ?? new Set();
    instances.set(visit.result.deviceId, set.add(visit.instance));
  }
  return share([...instances.values()], (set) => set.size > 1);
}

/** FP-Stalker's maximum and average tracking duration, as shares of the possible duration. */
export function tracking(visits: readonly Visit[]): { longest: number; average: number } {
  const byInstance = new Map<string, Map<string, [number, number]>>();
  const whole = new Map<string, [number, number]>();
  for (const visit of visits) {
    const chains = byInstance.get(visit.instance) ?? new Map<string, [number, number]>();
    byInstance.set(visit.instance, chains);
    for (const [map, key] of [
      [chains, visit.result.deviceId],
      [whole, visit.instance],
    ] as const) {
      const span = map.get(key) ?? [visit.at, visit.at];
      span[1] = visit.at;
      map.set(key, span);
    }
  }
  let [longest, average, possible] = [0, 0, 0];
  for (const [instance, chains] of byInstance) {
    const spans = [...chains.values()].map(([from, to]) => to - from);
    const [from, to] = whole.get(instance) as [number, number];
    longest += Math.max(...spans);
    average += spans.reduce((sum, span) => sum + span, 0) / spans.length;
    possible += to - from;
  }
  return { longest: longest / possible, average: average / possible };
}

export interface Bin extends Share {
  from: number;
  to: number;
  /** Mean confidence of the results in the bin, 0 to 1. */
  confidence: number;
}

const BINS = [0, 20, 40, 60, 70, 80, 90, 95, 99, 101];

/** How often results are correct, by confidence. */
export function calibration(visits: readonly Visit[], edges: readonly number[] = BINS): Bin[] {
  return edges.slice(0, -1).map((from, index) => {
    const to = edges[index + 1] as number;
    const inside = visits.filter(({ result }) => result.confidence >= from && result.confidence < to);
    const sum = inside.reduce((total, { result }) => total + result.confidence, 0);
    return {
      from,
      to,
      ...share(inside, Evaluation.isCorrect),
      confidence: inside.length === 0 ? 0 : sum / inside.length / 100,
    };
  });
}
