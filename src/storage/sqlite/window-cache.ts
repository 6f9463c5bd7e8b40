// Caches history windows in the one process that owns the database: it receives every event, so the windows stay exact.
import type { EventKeys, EventRow } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import { PARTITION_CAP, PARTITIONS, type Partition, partitionOf, type WindowName } from '../../vocabulary/windows.ts';
import type { Reader } from '../engine.ts';
import { QueriedWindows, WINDOW_SPAN, type Windows, windowsOf } from '../events/windows.ts';

/**
 * Rows cached in total, an empty window counting as one: about 2 KB each of V8's heap. A customer returns about twice a
 * day, so most windows are short.
 */
const MAX_ROWS = 30_000;
/** A partition grows to twice what a read returns before its oldest rows are dropped. */
const GROWTH = 2;

interface CachedPartition {
  /** Oldest first; rows of the same time in the order of insertion. */
  rows: PastEvent[];
  /** The partition is exact for events at this time or later. */
  asOf: number;
}

/** The partitions of a window that have rows; a session's window has one partition for all types. */
interface CachedWindow {
  partitions: Map<Partition, CachedPartition>;
  asOf: number;
}

/** Windows by cache key (name, environment and window key); evicts the least recently used first. */
export class WindowCache {
  readonly #windows = new Map<string, CachedWindow>();
  #rows = 0;

  has(cacheKey: string): boolean {
    return this.#windows.has(cacheKey);
  }

  /** The window at `at`, newest first, or null when the cached rows do not cover that time. */
  read(name: WindowName, cacheKey: string, at: number): readonly PastEvent[] | null {
    const window = this.#windows.get(cacheKey);
    if (window === undefined || at < window.asOf) return null;
    const partitions = [...window.partitions];
    if (partitions.some(([, { asOf }]) => at < asOf)) return null;
    this.#windows.delete(cacheKey);
    this.#windows.set(cacheKey, window);
    const since = at - WINDOW_SPAN[name];
    partitions.sort(([one], [other]) => PARTITIONS.indexOf(one) - PARTITIONS.indexOf(other));
    return merged(partitions.map(([partition, { rows }]) => newestFirst(rows, at, since, PARTITION_CAP[partition])));
  }

  /** Stores the newest rows of a window, newest first, including rows later than `at`, the time it was read for. */
  set(name: WindowName, cacheKey: string, at: number, newest: readonly PastEvent[]): void {
    const partitions = new Map<Partition, CachedPartition>();
    for (let index = newest.length - 1; index >= 0; index -= 1) {
      const row = newest[index] as PastEvent;
      const partition = partitionIn(name, row);
      const cached = partitions.get(partition);
      if (cached === undefined) partitions.set(partition, { rows: [row], asOf: at });
      else cached.rows.push(row);
    }
    for (const [partition, cached] of partitions) {
      // A full partition may not be all rows: it is exact from its newest row on.
      if (cached.rows.length >= PARTITION_CAP[partition])
        cached.asOf = Math.max(at, (cached.rows.at(-1) as PastEvent).at);
    }
    this.#windows.set(cacheKey, { partitions, asOf: at });
    this.#rows += newest.length + 1;
    for (const oldest of this.#windows.keys()) {
      if (this.#rows <= MAX_ROWS) break;
      this.delete(oldest);
    }
  }

  /** Adds an event to a window, if that is cached. */
  add(name: WindowName, cacheKey: string, event: PastEvent): void {
    const window = this.#windows.get(cacheKey);
    if (window === undefined) return;
    const partition = partitionIn(name, event);
    const cached = window.partitions.get(partition) ?? { rows: [], asOf: window.asOf };
    window.partitions.set(partition, cached);
    const { rows } = cached;
    let index = rows.length;
    while (index > 0 && (rows[index - 1] as PastEvent).at > event.at) index -= 1;
    rows.splice(index, 0, event);
    this.#rows += 1;
    if (rows.length > GROWTH * PARTITION_CAP[partition]) this.#trim(partition, cached);
  }

  delete(cacheKey: string): void {
    const window = this.#windows.get(cacheKey);
    if (window === undefined) return;
    for (const { rows } of window.partitions.values()) this.#rows -= rows.length;
    this.#rows -= 1;
    this.#windows.delete(cacheKey);
  }

  clear(): void {
    this.#windows.clear();
    this.#rows = 0;
  }

  #trim(partition: Partition, cached: CachedPartition): void {
    const dropped = cached.rows.length - PARTITION_CAP[partition];
    cached.rows = cached.rows.slice(dropped);
    this.#rows -= dropped;
    // Only from the newest row on do the remaining rows contain all that a read returns.
    cached.asOf = Math.max(cached.asOf, (cached.rows.at(-1) as PastEvent).at);
  }
}

function partitionIn(name: WindowName, row: PastEvent): Partition {
  return name === 'session' ? 'attempt' : partitionOf(row.type);
}

function newestFirst(rows: readonly PastEvent[], at: number, since: number, most: number): PastEvent[] {
  const found: PastEvent[] = [];
  for (let index = rows.length - 1; index >= 0 && found.length < most; index -= 1) {
    const row = rows[index] as PastEvent;
    if (row.at <= since) break;
    if (row.at <= at) found.push(row);
  }
  return found;
}

/** Merges partitions, newest first; of rows with the same time those of the first partition come first. */
function merged(partitions: readonly PastEvent[][]): readonly PastEvent[] {
  const filled = partitions.filter((rows) => rows.length > 0);
  if (filled.length <= 1) return filled[0] ?? NO_EVENTS;
  return filled.flat().sort((one, other) => other.at - one.at);
}

const NO_EVENTS: readonly PastEvent[] = Object.freeze([]);

/** The windows of one transaction: `undo` evicts everything it read or wrote. */
export class CachedWindows implements Windows {
  readonly #cache: WindowCache;
  readonly #queried: QueriedWindows;
  readonly #touched: string[] = [];

  constructor(reader: Reader, cache: WindowCache) {
    this.#cache = cache;
    this.#queried = new QueriedWindows(reader);
  }

  async read(name: WindowName, environmentNumber: number, key: string, at: number): Promise<readonly PastEvent[]> {
    const cacheKey = cacheKeyOf(name, environmentNumber, key);
    if (!this.#cache.has(cacheKey)) {
      // Without an upper bound: events that arrived out of order belong to the windows of later events.
      const since = at - WINDOW_SPAN[name];
      const newest = await this.#queried.between(name, environmentNumber, key, since, Number.MAX_SAFE_INTEGER);
      this.#touched.push(cacheKey);
      this.#cache.set(name, cacheKey, at, newest);
    }
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

function cacheKeyOf(name: WindowName, environmentNumber: number, key: string): string {
  return `${name}:${environmentNumber}:${key}`;
}
