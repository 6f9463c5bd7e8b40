// The windows of the events of a batch: a window that several of them need is read once.
import type { EventKeys } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import { PARTITION_CAP, type Partition, partitionOf, type WindowName } from '../../vocabulary/windows.ts';
import type { Batcher } from '../engine.ts';
import { type QueriedWindows, WINDOW_SPAN, type Windows } from '../events/windows.ts';
import type { BatchConnection } from './batch-connection.ts';
import { lateralWindows } from './lateral-windows.ts';

interface WindowReader {
  windows: QueriedWindows;
  at: number;
  resolve: (rows: readonly PastEvent[]) => void;
  reject: (error: unknown) => void;
}

interface RequestedWindow {
  name: WindowName;
  environmentNumber: number;
  key: string;
  readers: WindowReader[];
}

/**
 * Collects the windows that the events of a batch need at the same moment. Otherwise each event of a flooded address would
 * read, send and parse the same rows, up to 700: such an event cost 2.5 times the CPU of others.
 */
export class BatchWindows {
  readonly #batch: BatchConnection;
  /** Reads for several events. An event that the batch does not admit is refused by its other reads. */
  readonly #shared: QueriedWindows;
  #requested = new Map<string, RequestedWindow>();

  constructor(batch: BatchConnection) {
    this.#batch = batch;
    this.#shared = lateralWindows(batch.member());
  }

  /** The windows as one event sees them, which reads through `querier`. */
  member(querier: Batcher): Windows {
    const windows = lateralWindows(querier);
    return {
      read: (name, environmentNumber, key, at) =>
        new Promise((resolve, reject) => this.#request(name, environmentNumber, key, { windows, at, resolve, reject })),
      ofIdOwner: (eventKeys: EventKeys, persistentId: string) => windows.ofIdOwner(eventKeys, persistentId),
      add: () => {},
    };
  }

  #request(name: WindowName, environmentNumber: number, key: string, reader: WindowReader): void {
    if (this.#requested.size === 0) this.#batch.beforeReads(() => this.#read());
    const text = `${name}:${environmentNumber}:${key}`;
    const requested = this.#requested.get(text);
    if (requested === undefined) this.#requested.set(text, { name, environmentNumber, key, readers: [reader] });
    else requested.readers.push(reader);
  }

  #read(): void {
    const requested = [...this.#requested.values()];
    this.#requested = new Map();
    for (const one of requested) {
      const [only, ...others] = one.readers as [WindowReader];
      if (others.length > 0) this.#readOnce(one);
      else readAlone(one, only);
    }
  }

  /** Reads what the earliest and the latest event need; each takes its part. */
  #readOnce(requested: RequestedWindow): void {
    const { name, environmentNumber, key, readers } = requested;
    const times = readers.map(({ at }) => at);
    const since = Math.min(...times) - WINDOW_SPAN[name];
    this.#shared.between(name, environmentNumber, key, since, Math.max(...times)).then(
      (newest) => {
        for (const reader of readers) {
          const window = windowAt(name, newest, reader.at);
          if (window === null) readAlone(requested, reader);
          else reader.resolve(window);
        }
      },
      (error) => {
        for (const { reject } of readers) reject(error);
      },
    );
  }
}

function readAlone(
  { name, environmentNumber, key }: RequestedWindow,
  { windows, at, resolve, reject }: WindowReader,
): void {
  windows.read(name, environmentNumber, key, at).then(resolve, reject);
}

/** The part of `newest`, which may have later rows, that an event at `at` reads; null if older rows of its window are missing. */
function windowAt(name: WindowName, newest: readonly PastEvent[], at: number): readonly PastEvent[] | null {
  const since = at - WINDOW_SPAN[name];
  const [first, last] = [newest[0], newest.at(-1)];
  if (first === undefined || last === undefined || (first.at <= at && last.at > since)) return newest;
  if (first.at > at && hidesOlder(name, newest, at)) return null;
  return newest.filter((row) => row.at <= at && row.at > since);
}

/** Whether a partition is full and has rows later than `at`: without them it would contain as many older rows. */
function hidesOlder(name: WindowName, newest: readonly PastEvent[], at: number): boolean {
  const rows = new Map<Partition, { count: number; newestAt: number }>();
  for (const row of newest) {
    // A session's rows are not divided.
    const partition = name === 'session' ? 'attempt' : partitionOf(row.type);
    const counted = rows.get(partition);
    if (counted === undefined) rows.set(partition, { count: 1, newestAt: row.at });
    else counted.count += 1;
  }
  return [...rows].some(([partition, { count, newestAt }]) => count >= PARTITION_CAP[partition] && newestAt > at);
}
