// Caches history windows in the one process that owns the database: it receives every event, so the windows stay exact.
import type { EventKeys, EventRow } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import { WINDOW_CAP } from '../../vocabulary/window-cap.ts';
import type { Reader } from '../engine.ts';
import { pastEvent, QueriedWindows, WINDOW_SPAN, type WindowName, type Windows, windowKey } from '../events/windows.ts';

/**
 * Rows cached in total, an empty window counting as one: about 2 KB each of V8's heap. A customer returns about twice a
 * day, so most windows are short.
 */
const MAX_ROWS = 30_000;
/** A window grows to twice what a read returns before its oldest rows are dropped. */
const MAX_WINDOW_ROWS = 2 * WINDOW_CAP;
const NAMES: readonly WindowName[] = ['account', 'address', 'device', 'fingerprint', 'session'];

interface CachedWindow {
  /** Oldest first; rows of the same time in the order of insertion. */
  rows: PastEvent[];
  /** The window is exact for events at this time or later. */
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
    this.#windows.delete(cacheKey);
    this.#windows.set(cacheKey, window);
    return newestFirst(window.rows, at, at - WINDOW_SPAN[name]);
  }

  /** Stores the newest rows of a window, newest first, including rows later than `at`, the time it was read for. */
  set(cacheKey: string, at: number, newest: readonly PastEvent[]): void {
    // 200 rows may not be all rows: the window is exact from the newest of them on.
    const asOf = newest.length < WINDOW_CAP ? at : Math.max(at, (newest[0] as PastEvent).at);
    this.#windows.set(cacheKey, { rows: [...newest].reverse(), asOf });
    this.#rows += newest.length + 1;
    for (const oldest of this.#windows.keys()) {
      if (this.#rows <= MAX_ROWS) break;
      this.delete(oldest);
    }
  }

  /** Adds an event to a window, if that is cached. */
  add(cacheKey: string, event: PastEvent): void {
    const window = this.#windows.get(cacheKey);
    if (window === undefined) return;
    const { rows } = window;
    let index = rows.length;
    while (index > 0 && (rows[index - 1] as PastEvent).at > event.at) index -= 1;
    rows.splice(index, 0, event);
    this.#rows += 1;
    if (rows.length > MAX_WINDOW_ROWS) this.#trim(window);
  }

  delete(cacheKey: string): void {
    const window = this.#windows.get(cacheKey);
    if (window === undefined) return;
    this.#rows -= window.rows.length + 1;
    this.#windows.delete(cacheKey);
  }

  clear(): void {
    this.#windows.clear();
    this.#rows = 0;
  }

  #trim(window: CachedWindow): void {
    const dropped = window.rows.length - WINDOW_CAP;
    window.rows = window.rows.slice(dropped);
    this.#rows -= dropped;
    // Only from the newest row on do the remaining rows contain the newest 200.
    window.asOf = Math.max(window.asOf, (window.rows.at(-1) as PastEvent).at);
  }
}

function newestFirst(rows: readonly PastEvent[], at: number, since: number): readonly PastEvent[] {
  const found: PastEvent[] = [];
  for (let index = rows.length - 1; index >= 0 && found.length < WINDOW_CAP; index -= 1) {
    const row = rows[index] as PastEvent;
    if (row.at <= since) break;
    if (row.at <= at) found.push(row);
  }
  return found;
}

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
      this.#cache.set(cacheKey, at, newest);
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
    const past = pastEvent(event);
    for (const name of NAMES) {
      const key = windowKey(name, past);
      if (key === null) continue;
      const cacheKey = cacheKeyOf(name, event.environmentNumber, key);
      this.#touched.push(cacheKey);
      this.#cache.add(cacheKey, past);
    }
  }

  undo(): void {
    for (const cacheKey of this.#touched) this.#cache.delete(cacheKey);
  }
}

function cacheKeyOf(name: WindowName, environmentNumber: number, key: string): string {
  return `${name}:${environmentNumber}:${key}`;
}
