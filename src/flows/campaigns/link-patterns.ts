// Links stopped events of scattered sources that show one attack pattern in close succession. Pure.
import { ATTACK_PATTERNS, type AttackPattern, PATTERN_SIGNALS, type StoppedEvent } from '../../records/campaigns.ts';
import { HOUR } from '../../vocabulary/clock.ts';
import { eventClass } from '../../vocabulary/event-types.ts';
import { isReported, reportedOrAll } from '../events/reported-events.ts';
import type { DisjointSets } from './disjoint-sets.ts';

/** With attempts 27 minutes apart on average, one pause in 7,000 is longer than this. */
const GAP = 4 * HOUR;
/**
 * Sources without the pattern that may appear between two that show it. One in fifteen stopped honest sources shows it by chance.
 * The next such source is this close in 29 % of cases, and ten of them in a row occur once in 70,000, however large the site is.
 */
const MAX_OTHERS = 4;
/** Fewer events of unconnected sources are no evidence of one attack. */
const MIN_EVENTS = 10;
/** A source of at most so many events may join. A common phone's fingerprint alone connects that many. */
export const MAX_SOURCE_EVENTS = 9;
/** So many larger sources at once, each on changing addresses and accounts, are the browsers that one tool pretends to be in turn. */
const MIN_PROFILES = 3;
/** Minimum share of events with a signal of the attack; the other events were stopped for other reasons. */
const MIN_SIGNAL_SHARE = 1 / 3;
/**
 * For stuffing: the largest share of events from sources that try one account again. Measured on 12 populations: at most
 * 0.18 in attacks, 0.5 and more in outages and on days when passwords expire.
 */
const MAX_RETRY_SHARE = 1 / 4;

interface Source {
  pattern: AttackPattern | null;
  /** Whether only its browser repeats: the source is part of an attack if there are others like it. */
  isProfile: boolean;
  /** The events that the server sent, or all (`reportedOrAll`). */
  indexes: readonly number[];
  /** Whether all known events of the source were sent under the public key. */
  isClaimed: boolean;
}

/** Merges the sources that a pattern connects into one set, then calls `found` with the pattern. */
export function linkPatterns(
  events: readonly StoppedEvent[],
  sets: DisjointSets,
  found: (pattern: AttackPattern, index: number) => void,
): void {
  const sources = scatteredSources(events, sets);
  for (const pattern of ATTACK_PATTERNS) {
    const rotating = attacksOf(events, sources, pattern, hasProfiles);
    const rotated = new Set(rotating.flatMap((attack) => attack.sources));
    const others = sources.filter((source) => !source.isProfile && !rotated.has(source));
    for (const { attempts } of [...rotating, ...attacksOf(events, others, pattern)]) {
      const [first, ...rest] = attempts;
      if (first === undefined) continue;
      for (const index of rest) sets.union(first, index);
      found(pattern, first);
    }
  }
}

interface Attack {
  sources: readonly Source[];
  attempts: readonly number[];
}

/**
 * The attacks among what the server reports, and those among claims. Together, thirty claims of two wrong passwords each looked like people who
 * try again, and a claimed wrong password after each attempt, with five claimed logins after that, divided a campaign of sixty attempts
 * into sixty of two; and sixty claimed wrong passwords made an attack of customers who tried again in an outage.
 */
function attacksOf(
  events: readonly StoppedEvent[],
  sources: readonly Source[],
  pattern: AttackPattern,
  qualifies: (sources: readonly Source[]) => boolean = () => true,
): Attack[] {
  return [sources.filter(({ isClaimed }) => isClaimed), sources.filter(({ isClaimed }) => !isClaimed)]
    .flatMap((examined) => sequencesOf(events, examined, pattern))
    .filter(qualifies)
    .map((sequence) => ({ sources: sequence, attempts: attemptsOf(events, sequence, pattern) }))
    .filter(({ attempts }) => attempts.length >= MIN_EVENTS);
}

function hasProfiles(sources: readonly Source[]): boolean {
  return sources.filter(({ isProfile }) => isProfile).length >= MIN_PROFILES;
}

/** The sets that could be one attempt or a few, in the order of their first events. */
function scatteredSources(events: readonly StoppedEvent[], sets: DisjointSets): Source[] {
  return [...sets.members().values()].flatMap((all) => {
    const indexes = reportedOrAll(events, all);
    const reported = indexes.map((index) => events[index] as StoppedEvent);
    const isClaimed = !reported.some(isReported);
    const isProfile = !isScattered(reported);
    if (isProfile && !isOnChangingAccounts(reported)) return [];
    return [{ indexes, pattern: majorityPattern(reported), isProfile, isClaimed }];
  });
}

/** Whether addresses, devices, fingerprints and accounts hardly repeat, or there are too few events to tell. */
function isScattered(events: readonly StoppedEvent[]): boolean {
  if (events.length <= MAX_SOURCE_EVENTS) return true;
  return SCATTERED.every((keyOf) => {
    const values = new Set(events.map((event) => keyOf(event) ?? event.id));
    return values.size * 2 >= events.length;
  });
}

/**
 * Whether addresses and accounts hardly repeat although the browser does. A tool that took twelve browsers in turn, each attempt from
 * another address, was twelve campaigns of a twelfth of the attack. In an outage, people with one phone model try their accounts again.
 */
function isOnChangingAccounts(events: readonly StoppedEvent[]): boolean {
  const addresses = new Set(events.map(({ address, id }) => address ?? id));
  const accounts = new Set(events.map(({ accountKey, id }) => accountKey ?? id));
  return addresses.size * 2 >= events.length && accounts.size >= events.length * (1 - MAX_RETRY_SHARE);
}

const SCATTERED: readonly ((event: StoppedEvent) => string | null)[] = [
  ({ address }) => address,
  ({ deviceId }) => deviceId,
  ({ fingerprint }) => fingerprint,
  ({ accountKey }) => accountKey,
];

/**
 * A failure with a signal of stuffing has the pattern whether or not the device is new: page views under the public key that named
 * each account before its attempt made all devices known, and a campaign of a hundred attempts was not found.
 */
function patternOf({ attackSignal, type, recognized, isNewDevice }: StoppedEvent): AttackPattern | null {
  if (PATTERN_SIGNALS.card_testing.some((code) => code === attackSignal)) return 'card_testing';
  const isUnknown = !recognized && (isNewDevice || attackSignal !== null);
  return isUnknown && eventClass(type) === 'failure' ? 'stuffing' : null;
}

/** The pattern of at least half of the events. */
function majorityPattern(events: readonly StoppedEvent[]): AttackPattern | null {
  const patterns = events.map(patternOf);
  return (
    ATTACK_PATTERNS.find((pattern) => patterns.filter((one) => one === pattern).length * 2 >= events.length) ?? null
  );
}

/** Whether one source tried one account again, as people often do and stuffing rarely does. */
function isRetry(events: readonly StoppedEvent[], [first, ...others]: readonly number[]): boolean {
  const accountOf = (index: number | undefined) => events[index as number]?.accountKey;
  return others.length > 0 && others.every((index) => accountOf(index) === accountOf(first));
}

/** The sources of the pattern, in runs without a gap or other sources in between. */
function sequencesOf(events: readonly StoppedEvent[], sources: readonly Source[], pattern: AttackPattern): Source[][] {
  const attempts = sources
    .flatMap((source) => source.indexes.map((index, position) => ({ source, index, isFirst: position === 0 })))
    .sort((one, other) => one.index - other.index);
  const sequences: Source[][] = [];
  let sequence: Set<Source> | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;
  let others = 0;
  for (const { source, index, isFirst } of attempts) {
    if (source.pattern !== pattern) {
      if (source.pattern === null && isFirst) others += 1;
      continue;
    }
    const { at } = events[index] as StoppedEvent;
    if (sequence !== null && (at - lastAt > GAP || others > MAX_OTHERS)) {
      sequences.push([...sequence]);
      sequence = null;
    }
    sequence = (sequence ?? new Set<Source>()).add(source);
    lastAt = at;
    others = 0;
  }
  if (sequence !== null) sequences.push([...sequence]);
  return sequences;
}

/** The events of a sequence that are one attack; none if the sequence may be honest people whose logins fail. */
function attemptsOf(events: readonly StoppedEvent[], sequence: readonly Source[], pattern: AttackPattern): number[] {
  const all = sequence.flatMap(({ indexes }) => indexes);
  const signaled = all.filter((index) => events[index]?.attackSignal !== null).length;
  if (signaled < all.length * MIN_SIGNAL_SHARE) return [];
  if (pattern !== 'stuffing') return all;
  const attempts = sequence.flatMap(({ indexes }) => (isRetry(events, indexes) ? [] : indexes));
  return all.length - attempts.length > all.length * MAX_RETRY_SHARE ? [] : attempts;
}
