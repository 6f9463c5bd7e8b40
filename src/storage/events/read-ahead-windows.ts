// Reads the windows of many events ahead into a cache that stays exact while only their transaction adds to it.
import type { EventKeys, EventWrites } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import type { WindowName } from '../../vocabulary/windows.ts';
import type { Reader } from '../engine.ts';
import { CachedWindows, cacheKeyOf, WindowCache } from './window-cache.ts';
import { type QueriedWindows, WINDOW_SPAN, type Windows } from './windows.ts';

/** Shared by the events of one transaction. */
export class ReadAheadWindows {
  readonly #queriedBy: (reader: Reader) => QueriedWindows;
  readonly #cache = new WindowCache();
  readonly #reading = new Map<string, Promise<readonly PastEvent[]>>();

  /** @param queriedBy how the engine reads a window. */
  constructor(queriedBy: (reader: Reader) => QueriedWindows) {
    this.#queriedBy = queriedBy;
  }

  /** Windows that read through `reader`, each once: events are expected in the order of their times. */
  ahead(reader: Reader): Windows {
    const queried = this.#queriedBy(reader);
    const read = async (name: WindowName, environmentNumber: number, key: string, at: number) => {
      const cacheKey = cacheKeyOf(name, environmentNumber, key);
      const reading = this.#reading.get(cacheKey);
      if (reading !== undefined) return reading;
      // Without an upper bound: the window serves later events as well.
      const started = queried.between(name, environmentNumber, key, at - WINDOW_SPAN[name], Number.MAX_SAFE_INTEGER);
      this.#reading.set(cacheKey, started);
      const newest = await started;
      this.#cache.set(name, cacheKey, at, newest);
      return newest;
    };
    const ofIdOwner = async (eventKeys: EventKeys, _: string, idOwner: () => Promise<string | null>) => {
      const deviceId = await idOwner();
      return deviceId === null ? [] : read('device', eventKeys.environmentNumber, deviceId, eventKeys.at);
    };
    return { read, ofIdOwner, add: () => {} };
  }

  /** The windows of the events while they are recorded. */
  recording(reader: Reader): Windows {
    return new CachedWindows(this.#queriedBy(reader), this.#cache);
  }

  /** Stores an empty window for a device that an event creates, because the device has no earlier events. */
  expectDevice({ event, device }: EventWrites): void {
    if (!device.created) return;
    this.#cache.set('device', cacheKeyOf('device', event.environmentNumber, device.id), event.at, []);
  }
}
