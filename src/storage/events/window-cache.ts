// Caches history windows where nobody else adds to them: in the process that owns the database, or under an account's lock.
import type { EventKeys, EventRow } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import { PARTITION_CAP, PARTITIONS, type Partition, partitionOf, type WindowName } from '../../vocabulary/windows.ts';
import { NO_EVENTS, type QueriedWindows, WINDOW_SPAN, type Windows, windowsOf } from './windows.ts';

/**
 * Rows cached in total, where an empty window counts as one: about 2 KB each of V8's heap. A customer returns about twice a day, so
 * most windows are short.
 */
const MAX_ROWS = 30_000;
/** A partition grows to twice what a read returns before its oldest rows are dropped. */
const GROWTH = 2;

const CAPS = PARTITIONS.map((partition) => PARTITION_CAP[partition]);
const POSITION = Object.fromEntries(PARTITIONS.map((partition, position) => [partition, position])) as Record<
  Partition,
  number
>;
const ATTEMPT = POSITION.attempt;

interface CachedPartition {
  /** Oldest first; rows of the same time in the order of insertion. */
  rows: PastEvent[];
  /** The partition is exact for events at this time or later. */
  asOf: number;
}

/** The partitions of a window in the order of `PARTITIONS`, without empty ones; a session's window has one partition for all types. */
interface CachedWindow {
  partitions: (CachedPartition | undefined)[];
  asOf: number;
  /** Rows of all partitions. */
  size: number;
}

/**
 * Windows by cache key (name, environment and window key). The least recently used half is evicted at once: removing windows
 * one by one from the front of a map took 12 microseconds per event of a new device.
 */
export class WindowCache {
  #recent = new Map<string, CachedWindow>();
  #earlier = new Map<string, CachedWindow>();
  /** Rows in `#recent`, each window counting as one more. */
  #recentRows = 0;

  /** The window at `at`, newest first; null when the cached rows do not cover that time, undefined when the window is not cached. */
  read(name: WindowName, cacheKey: string, at: number): readonly PastEvent[] | null | undefined {
    const window = this.#use(cacheKey);
    if (window === undefined) return undefined;
    const { partitions } = window;
    if (at < window.asOf || partitions.some((partition) => partition !== undefined && at < partition.asOf)) return null;
    return window.size === 0 ? NO_EVENTS : newestFirst(partitions, at, at - WINDOW_SPAN[name]);
  }

  /** Stores the newest rows of a window, newest first, including rows later than `at`, the time it was read for. */
  set(name: WindowName, cacheKey: string, at: number, newest: readonly PastEvent[]): void {
    const partitions: CachedWindow['partitions'] = [];
    for (let index = newest.length - 1; index >= 0; index -= 1) {
      const row = newest[index] as PastEvent;
      const partition = partitionIn(name, row);
      const cached = partitions[partition];
      if (cached === undefined) partitions[partition] = { rows: [row], asOf: at };
      else cached.rows.push(row);
    }
    for (const [partition, cached] of partitions.entries()) {
      // A full partition may not contain all rows: it is exact from its newest row on.
      if (cached !== undefined && cached.rows.length >= capOf(partition))
        cached.asOf = Math.max(at, (cached.rows.at(-1) as PastEvent).at);
    }
    this.delete(cacheKey);
    this.#store(cacheKey, { partitions, asOf: at, size: newest.length });
  }

  /** Adds an event to a window if the window is cached. */
  add(name: WindowName, cacheKey: string, event: PastEvent): void {
    const window = this.#use(cacheKey);
    if (window === undefined) return;
    const partition = partitionIn(name, event);
    const cached = window.partitions[partition] ?? { rows: [], asOf: window.asOf };
    window.partitions[partition] = cached;
    const { rows } = cached;
    let index = rows.length;
    while (index > 0 && (rows[index - 1] as PastEvent).at > event.at) index -= 1;
    if (index === rows.length) rows.push(event);
    else rows.splice(index, 0, event);
    const dropped = rows.length > GROWTH * capOf(partition) ? trim(cached, capOf(partition)) : 0;
    window.size += 1 - dropped;
    this.#recentRows += 1 - dropped;
    this.#evict();
  }

  delete(cacheKey: string): void {
    const window = this.#recent.get(cacheKey);
    if (window !== undefined) this.#recentRows -= window.size + 1;
    this.#recent.delete(cacheKey);
    this.#earlier.delete(cacheKey);
  }

  clear(): void {
    this.#recent.clear();
    this.#earlier.clear();
    this.#recentRows = 0;
  }

  /** Returns the window and marks it as recently used. */
  #use(cacheKey: string): CachedWindow | undefined {
    const recent = this.#recent.get(cacheKey);
    if (recent !== undefined) return recent;
    const earlier = this.#earlier.get(cacheKey);
    if (earlier === undefined) return undefined;
    this.#earlier.delete(cacheKey);
    this.#store(cacheKey, earlier);
    return earlier;
  }

  #store(cacheKey: string, window: CachedWindow): void {
    this.#recent.set(cacheKey, window);
    this.#recentRows += window.size + 1;
    this.#evict();
  }

  #evict(): void {
    if (this.#recentRows <= MAX_ROWS / 2) return;
    this.#earlier = this.#recent;
    this.#recent = new Map();
    this.#recentRows = 0;
  }
}

/** Drops the oldest rows beyond `cap`; returns their number. */
function trim(cached: CachedPartition, cap: number): number {
  const dropped = cached.rows.length - cap;
  cached.rows = cached.rows.slice(dropped);
  // The remaining rows contain everything that a read returns only from the newest row's time on.
  cached.asOf = Math.max(cached.asOf, (cached.rows.at(-1) as PastEvent).at);
  return dropped;
}

/** The position in `PARTITIONS`. */
function partitionIn(name: WindowName, row: PastEvent): number {
  return name === 'session' ? ATTEMPT : POSITION[partitionOf(row.type)];
}

function capOf(partition: number): number {
  return CAPS[partition] as number;
}

/** One partition's rows that remain to be merged, from `next` down to `last`. */
interface Cursor {
  rows: readonly PastEvent[];
  next: number;
  last: number;
}

/**
 * Merges the partitions' rows after `since` and up to `at`, newest first; of rows with the same time those of the first
 * partition come first. Without copies: over full windows, sorting took 29 microseconds per event.
 */
function newestFirst(partitions: CachedWindow['partitions'], at: number, since: number): readonly PastEvent[] {
  const cursors: Cursor[] = [];
  for (const [partition, cached] of partitions.entries()) {
    if (cached === undefined) continue;
    const { rows } = cached;
    let next = rows.length - 1;
    while (next >= 0 && (rows[next] as PastEvent).at > at) next -= 1;
    cursors.push({ rows, next, last: Math.max(0, next - capOf(partition) + 1) });
  }
  const found: PastEvent[] = [];
  for (;;) {
    let newest: Cursor | null = null;
    let newestAt = since;
    for (const cursor of cursors) {
      if (cursor.next < cursor.last) continue;
      const time = (cursor.rows[cursor.next] as PastEvent).at;
      if (time <= newestAt) continue;
      newest = cursor;
      newestAt = time;
    }
    if (newest === null) return found;
    found.push(newest.rows[newest.next] as PastEvent);
    newest.next -= 1;
  }
}

/** The windows of one transaction: `undo` evicts everything it read or wrote. */
export class CachedWindows implements Windows {
  readonly #cache: WindowCache;
  readonly #queried: QueriedWindows;
  readonly #touched: string[] = [];

  /** @param queried reads the windows that are not in `cache`. */
  constructor(queried: QueriedWindows, cache: WindowCache) {
    this.#cache = cache;
    this.#queried = queried;
  }

  async read(name: WindowName, environmentNumber: number, key: string, at: number): Promise<readonly PastEvent[]> {
    const cacheKey = cacheKeyOf(name, environmentNumber, key);
    const cached = this.#cache.read(name, cacheKey, at);
    if (cached !== undefined) return cached ?? this.#queried.read(name, environmentNumber, key, at);
    // Without an upper bound: events that arrived out of order belong to the windows of later events.
    const since = at - WINDOW_SPAN[name];
    const newest = await this.#queried.between(name, environmentNumber, key, since, Number.MAX_SAFE_INTEGER);
    this.#touched.push(cacheKey);
    this.#cache.set(name, cacheKey, at, newest);
    return this.#cache.read(name, cacheKey, at) ?? this.#queried.read(name, environmentNumber, key, at);
  }

  async ofIdOwner(
    eventKeys: EventKeys,
    _: string,
    idOwner: () => Promise<string | null>,
  ): Promise<readonly PastEvent[]> {
    const deviceId = await idOwner();
    return deviceId === null ? [] : this.read('device', eventKeys.environmentNumber, deviceId, eventKeys.at);
  }

  add(event: EventRow): void {
    for (const { name, key, past } of windowsOf(event)) {
      const cacheKey = cacheKeyOf(name, event.environmentNumber, key);
      this.#touched.push(cacheKey);
      this.#cache.add(name, cacheKey, past);
    }
  }

  undo(): void {
    for (const cacheKey of this.#touched) this.#cache.delete(cacheKey);
  }
}

export function cacheKeyOf(name: WindowName, environmentNumber: number, key: string): string {
  return `${name}:${environmentNumber}:${key}`;
}
