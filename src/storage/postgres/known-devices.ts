// Caches the rows of candidate devices: events of a transaction read the same ones again and again, up to 256 each.
import type { Row } from '../engine.ts';

/** Reads the rows of devices that are stored. */
export type ReadDevices = (ids: readonly string[]) => Promise<Row[]>;

export class KnownDevices {
  /** Null for a device that is not stored. */
  readonly #rows = new Map<string, Row | null>();
  /** Devices that were read and have changed since. */
  readonly #changed = new Set<string>();
  readonly #reading = new Map<string, Promise<void>>();
  #requested: string[] = [];
  #read: Promise<void> | null = null;

  /** For reads ahead: each device is read once, with all others that are requested before `prepare` is called. */
  async ahead(ids: readonly string[], beforeReads: (prepare: () => void) => void, read: ReadDevices): Promise<Row[]> {
    for (const id of ids) {
      if (this.#reading.has(id)) continue;
      this.#requested.push(id);
      this.#read ??= new Promise((resolve, reject) =>
        beforeReads(() => {
          this.#readRequested(read).then(resolve, reject);
        }),
      );
      this.#reading.set(id, this.#read);
    }
    await Promise.all(new Set(ids.map((id) => this.#reading.get(id))));
    return this.#found(ids);
  }

  /** For an event: reads the unknown devices, and with them whatever has changed. */
  async current(ids: readonly string[], read: ReadDevices): Promise<Row[]> {
    const unknown = ids.filter((id) => !this.#rows.has(id));
    if (unknown.length > 0) await this.#load([...new Set([...unknown, ...this.#changed])], read);
    return this.#found(ids);
  }

  /** Reads what has changed, together with other reads. */
  async refresh(read: ReadDevices): Promise<void> {
    if (this.#changed.size > 0) await this.#load([...this.#changed], read);
  }

  /** Called when a write changes a device. */
  change(id: string): void {
    if (this.#rows.delete(id)) this.#changed.add(id);
  }

  async #readRequested(read: ReadDevices): Promise<void> {
    const ids = this.#requested;
    this.#requested = [];
    this.#read = null;
    await this.#load(ids, read);
  }

  async #load(ids: readonly string[], read: ReadDevices): Promise<void> {
    for (const id of ids) this.#changed.delete(id);
    const rows = new Map((await read(ids)).map((row) => [row.id as string, row] as const));
    for (const id of ids) this.#rows.set(id, rows.get(id) ?? null);
  }

  #found(ids: readonly string[]): Row[] {
    return ids.map((id) => this.#rows.get(id) ?? null).filter((row) => row !== null);
  }
}
