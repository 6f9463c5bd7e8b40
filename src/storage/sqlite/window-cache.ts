// Windows remembered by the one process that owns the database: it sees every event, so they are exact, not stale.
import type { EventKeys, EventRow } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import type { Querier } from '../engine.ts';
import {
  pastEvent,
  QueriedWindows,
  WINDOW_CAP,
  WINDOW_SPAN,
  type WindowName,
  type Windows,
  windowKey,
} from '../events/windows.ts';

/** Rows remembered in all, an empty window counting as one: about 2 KB each of V8's heap. A customer comes back twice a day, so most windows are short. */
const ROWS_REMEMBERED = 30_000;
/** A window grows to twice what is ever asked for before its oldest rows are dropped. */
const LONGEST = 2 * WINDOW_CAP;
const NAMES: readonly WindowName[] = ['account', 'address', 'device', 'fingerprint', 'session'];

interface Remembered {
  /** Oldest first; of one moment in the order of storing. */
  rows: PastEvent[];
  /** The window is right for events at this time or later. */
  asOf: number;
}

/** Windows by name, environment and key, the least recently used forgotten first. */
export class WindowCache {
  readonly #windows = new Map<string, Remembered>();
  #rows = 0;

  /** Whether anything is remembered of the window. */
  has(place: string): boolean {
    return this.#windows.has(place);
  }

  /** The window at `at`, newest first, or null when it is not known. */
  read(name: WindowName, place: string, at: number): readonly PastEvent[] | null {
    const kept = this.#windows.get(place);
    if (kept === undefined || at < kept.asOf) return null;
    this.#windows.delete(place);
    this.#windows.set(place, kept);
    return newestFirst(kept.rows, at, at - WINDOW_SPAN[name]);
  }

  /** Remembers the newest rows of a window, newest first, among them those after `at` for which it was read. */
  remember(place: string, at: number, newest: readonly PastEvent[]): void {
    // 200 rows may not be all: what they say holds from the newest of them on.
    const asOf = newest.length < WINDOW_CAP ? at : Math.max(at, (newest[0] as PastEvent).at);
    this.#windows.set(place, { rows: [...newest].reverse(), asOf });
    this.#rows += newest.length + 1;
    for (const oldest of this.#windows.keys()) {
      if (this.#rows <= ROWS_REMEMBERED) break;
      this.forget(oldest);
    }
  }

  /** Adds an event to a window that is remembered. */
  add(place: string, event: PastEvent): void {
    const kept = this.#windows.get(place);
    if (kept === undefined) return;
    const { rows } = kept;
    let index = rows.length;
    while (index > 0 && (rows[index - 1] as PastEvent).at > event.at) index -= 1;
    rows.splice(index, 0, event);
    this.#rows += 1;
    if (rows.length > LONGEST) this.#trim(kept);
  }

  forget(place: string): void {
    const kept = this.#windows.get(place);
    if (kept === undefined) return;
    this.#rows -= kept.rows.length + 1;
    this.#windows.delete(place);
  }

  forgetAll(): void {
    this.#windows.clear();
    this.#rows = 0;
  }

  #trim(kept: Remembered): void {
    const dropped = kept.rows.length - WINDOW_CAP;
    kept.rows = kept.rows.slice(dropped);
    this.#rows -= dropped;
    // Only from the newest row on do the rows that are left hold the newest 200.
    kept.asOf = Math.max(kept.asOf, (kept.rows.at(-1) as PastEvent).at);
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

/** The windows of one transaction: what it read or wrote is forgotten when it is undone. */
export class CachedWindows implements Windows {
  readonly #cache: WindowCache;
  readonly #queried: QueriedWindows;
  readonly #touched: string[] = [];

  constructor(querier: Querier, cache: WindowCache) {
    this.#cache = cache;
    this.#queried = new QueriedWindows(querier);
  }

  async read(name: WindowName, environmentNumber: number, key: string, at: number): Promise<readonly PastEvent[]> {
    const place = placeOf(name, environmentNumber, key);
    if (!this.#cache.has(place)) {
      // Without an end in time: events that came out of order are part of what later events look back on.
      const since = at - WINDOW_SPAN[name];
      const newest = await this.#queried.between(name, environmentNumber, key, since, Number.MAX_SAFE_INTEGER);
      this.#touched.push(place);
      this.#cache.remember(place, at, newest);
    }
    return this.#cache.read(name, place, at) ?? this.#queried.read(name, environmentNumber, key, at);
  }

  async ofIdOwner(
    eventKeys: EventKeys,
    _: string,
    holder: () => Promise<string | null>,
  ): Promise<readonly PastEvent[]> {
    const device = await holder();
    return device === null ? [] : this.read('device', eventKeys.environmentNumber, device, eventKeys.at);
  }

  add(event: EventRow): void {
    const past = pastEvent(event);
    for (const name of NAMES) {
      const key = windowKey(name, past);
      if (key === null) continue;
      const place = placeOf(name, event.environmentNumber, key);
      this.#touched.push(place);
      this.#cache.add(place, past);
    }
  }

  undo(): void {
    for (const place of this.#touched) this.#cache.forget(place);
  }
}

function placeOf(name: WindowName, environmentNumber: number, key: string): string {
  return `${name}:${environmentNumber}:${key}`;
}
