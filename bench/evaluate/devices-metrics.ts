// Judges the resolver's answers against the truth: the figures of the devices table.

/** One line of the truth file; it is never shown to the resolver. */
export interface Truth {
  instance: string;
  kind: string;
  /** The instance whose id or signals an attack copied. */
  victim: string | null;
  cause: readonly string[];
}

/** What the resolver said of one event. */
export interface Answer {
  deviceId: string;
  created: boolean;
  method: string;
  confidence: number;
  candidateCount: number;
}

/** One honest visit, judged. */
export interface Visit {
  at: number;
  os: string;
  instance: string;
  answer: Answer;
  cause: readonly string[];
  /** Whether the instance was here before. */
  returning: boolean;
  /** Days since its last visit; 0 for the first. */
  days: number;
  /** Whether it came back without an id that it had shown before. */
  lostStorage: boolean;
  /** Whether the answered device is one that this instance made. */
  right: boolean;
}

export interface Attack {
  kind: string;
  answer: Answer;
  /** Whether the answered device is one that the victim made. */
  taken: boolean;
}

interface Instance {
  lastAt: number;
  ids: Set<string>;
}

/** Collects judged answers in time order. A device belongs to the instance whose event made it. */
export class Judgment {
  readonly visits: Visit[] = [];
  readonly attacks: Attack[] = [];
  readonly #owners = new Map<string, string>();
  readonly #instances = new Map<string, Instance>();

  add(truth: Truth, answer: Answer, event: { at: number; os: string; persistentId: string | null }): void {
    if (answer.created) this.#owners.set(answer.deviceId, truth.instance);
    const owner = this.#owners.get(answer.deviceId);
    if (truth.kind !== 'visit') {
      this.attacks.push({ kind: truth.kind, answer, taken: !answer.created && owner === truth.victim });
      return;
    }
    const earlier = this.#instances.get(truth.instance);
    const { persistentId } = event;
    this.visits.push({
      at: event.at,
      os: event.os,
      instance: truth.instance,
      answer,
      cause: truth.cause,
      returning: earlier !== undefined,
      days: earlier === undefined ? 0 : (event.at - earlier.lastAt) / 86_400_000,
      lostStorage: earlier !== undefined && !(persistentId !== null && earlier.ids.has(persistentId)),
      right: owner === truth.instance,
    });
    const ids = earlier?.ids ?? new Set<string>();
    if (persistentId !== null) ids.add(persistentId);
    this.#instances.set(truth.instance, { lastAt: event.at, ids });
  }

  /** Whether the answer was right: the instance's own device when it has one, a new one when it has none. */
  static answeredRight(visit: Visit): boolean {
    return visit.answer.created ? !visit.returning : visit.right;
  }
}

/** Items by the key of each, in the order of first appearance (Map.groupBy needs Node 21). */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

export interface Share {
  count: number;
  of: number;
}

export function share<T>(items: readonly T[], test: (item: T) => boolean): Share {
  return { count: items.filter(test).length, of: items.length };
}

/** Wilson's 95 % interval of a proportion. */
export function wilson({ count, of }: Share): [number, number] {
  if (of === 0) return [0, 1];
  const z = 1.959964;
  const p = count / of;
  const middle = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}

/** Shares of the table that are counted visit by visit. */
export function visitShares(visits: readonly Visit[]) {
  const links = visits.filter((visit) => !visit.answer.created);
  const returning = visits.filter((visit) => visit.returning);
  return {
    precision: share(links, (visit) => visit.right),
    wrong: share(visits, (visit) => !visit.answer.created && !visit.right),
    recall: share(returning, (visit) => !visit.answer.created && visit.right),
    recallAfterLoss: share(
      returning.filter((visit) => visit.lostStorage),
      (visit) => !visit.answer.created && visit.right,
    ),
    firstNew: share(
      visits.filter((visit) => !visit.returning),
      (visit) => visit.answer.created,
    ),
  };
}

/** Devices that honest visits of more than one instance were given to. */
export function mixedDevices(visits: readonly Visit[]): Share {
  const instances = new Map<string, Set<string>>();
  for (const visit of visits) {
    const set = instances.get(visit.answer.deviceId) ?? new Set();
    instances.set(visit.answer.deviceId, set.add(visit.instance));
  }
  return share([...instances.values()], (set) => set.size > 1);
}

/** FP-Stalker's tracking durations as shares of what was possible: the longest chain, and the mean of the chains. */
export function tracking(visits: readonly Visit[]): { longest: number; average: number } {
  const byInstance = new Map<string, Map<string, [number, number]>>();
  const whole = new Map<string, [number, number]>();
  for (const visit of visits) {
    const chains = byInstance.get(visit.instance) ?? new Map<string, [number, number]>();
    byInstance.set(visit.instance, chains);
    for (const [map, key] of [
      [chains, visit.answer.deviceId],
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
  /** Mean confidence of the answers in the bin, 0 to 1. */
  confidence: number;
}

const BINS = [0, 20, 40, 60, 70, 80, 90, 95, 99, 101];

/** How often answers of a confidence were right. */
export function calibration(visits: readonly Visit[], edges: readonly number[] = BINS): Bin[] {
  return edges.slice(0, -1).map((from, index) => {
    const to = edges[index + 1] as number;
    const inside = visits.filter(({ answer }) => answer.confidence >= from && answer.confidence < to);
    const sum = inside.reduce((total, { answer }) => total + answer.confidence, 0);
    return {
      from,
      to,
      ...share(inside, Judgment.answeredRight),
      confidence: inside.length === 0 ? 0 : sum / inside.length / 100,
    };
  });
}
