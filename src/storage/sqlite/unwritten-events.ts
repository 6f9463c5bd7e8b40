// Events of a commit that are assessed but not written yet. A read of anything that they change writes them first.
import type { CandidateKey, CandidatePool } from '../../devices/observation.ts';
import type { EventHistory, EventKeys, EventWrites } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import type { WindowName } from '../../vocabulary/windows.ts';
import { EventTransaction, type TransactionParts } from '../events/event-transaction.ts';
import { ShortWindows } from '../events/short-windows.ts';
import { CachedWindows, cacheKeyOf, type WindowCache } from '../events/window-cache.ts';
import type { SqliteConnection } from './connection.ts';
import { DeferredWrites } from './deferred-writes.ts';
import { NOT_TOGETHER } from './jobs.ts';

/**
 * Only the window of an address is read, and the cached window includes unwritten events. The same is true of an account and of a
 * fingerprint, unless an event has changed other facts about them. So a flood on one of these is written together, not one by one.
 */
const IN_WINDOWS_ONLY = /^(?:account|address|fingerprint):/;
const factsOf = (key: string) => `facts of ${key}`;

/** Whether an event changes what is read about its account besides the window. */
const changesAccount = ({ account, pair, recovery, networkProof }: EventWrites) =>
  account?.created === true || pair?.proven === true || recovery || networkProof !== null;

export class UnwrittenEvents extends DeferredWrites {
  /** Keys that the events share with others, and their devices. */
  readonly #keys = new Set<string>();
  #devices = new Set<string>();
  readonly #devicesOfGroup = new Set<string>();

  /** The devices of the unwritten events; replaced by another set once they are written. */
  get devices(): ReadonlySet<string> {
    return this.#devices;
  }

  /** Called before events that are assessed concurrently. */
  beginGroup(): void {
    this.#devicesOfGroup.clear();
  }

  /** Whether an event that is assessed concurrently with the caller's was saved with the device. */
  isInGroup(deviceId: string): boolean {
    return this.#devicesOfGroup.has(deviceId);
  }

  add(keys: readonly string[], writes: EventWrites): void {
    const { event } = writes;
    const changed = { account: changesAccount(writes), fingerprint: writes.fingerprintRecognized };
    for (const key of keys) {
      this.#keys.add(key);
      if (changed.account && key.startsWith('account:')) this.#keys.add(factsOf(key));
      if (changed.fingerprint && key.startsWith('fingerprint:')) this.#keys.add(factsOf(key));
    }
    this.#keys.add(cacheKeyOf('device', event.environmentNumber, event.deviceId));
    this.#devices.add(event.deviceId);
    this.#devicesOfGroup.add(event.deviceId);
  }

  /** Writes all events if one of them changes what is found by the key. */
  flushIf(key: string): void {
    if (this.#keys.has(key)) this.flush();
  }

  override discard(): void {
    super.discard();
    if (this.#keys.size === 0) return;
    this.#keys.clear();
    this.#devices = new Set();
  }
}

/** Reads windows from the database, with all of their events. */
export class WrittenWindows extends ShortWindows {
  readonly #unwritten: UnwrittenEvents;

  constructor(connection: SqliteConnection, unwritten: UnwrittenEvents) {
    super(connection);
    this.#unwritten = unwritten;
  }

  override between(name: WindowName, environmentNumber: number, key: string, since: number, until: number) {
    this.#unwritten.flushIf(cacheKeyOf(name, environmentNumber, key));
    return super.between(name, environmentNumber, key, since, until);
  }
}

/** The windows of one event. Its keys do not name its device: another event may be saved with it while the window is being read. */
export class SharedWindows extends CachedWindows {
  readonly #unwritten: UnwrittenEvents;

  constructor(queried: WrittenWindows, cache: WindowCache, unwritten: UnwrittenEvents) {
    super(queried, cache);
    this.#unwritten = unwritten;
  }

  override async read(name: WindowName, environmentNumber: number, key: string, at: number) {
    const rows: readonly PastEvent[] = await super.read(name, environmentNumber, key, at);
    if (name === 'device' && this.#unwritten.isInGroup(key)) throw NOT_TOGETHER;
    return rows;
  }
}

/** One of several events that are assessed concurrently; its writes are deferred. */
export class SharedTransaction extends EventTransaction {
  readonly #unwritten: UnwrittenEvents;
  readonly #keys: readonly string[];
  /** Devices whose rows the event may have read before they were written. */
  #stale: ReadonlySet<string>;
  /** The device of the presented id: whether the id stays there depends on who has used it, even if the event is saved with another. */
  #idOwner: string | null = null;

  constructor(parts: Omit<TransactionParts, 'querier'>, unwritten: UnwrittenEvents, keys: readonly string[]) {
    super({ ...parts, querier: unwritten });
    this.#unwritten = unwritten;
    this.#keys = keys;
    this.#stale = unwritten.devices;
  }

  override async loadHistory(eventKeys: EventKeys): Promise<EventHistory> {
    for (const key of this.#keys) this.#unwritten.flushIf(IN_WINDOWS_ONLY.test(key) ? factsOf(key) : key);
    this.#stale = this.#unwritten.devices;
    const history = await super.loadHistory(eventKeys);
    this.#idOwner = history.idOwner?.device.id ?? null;
    return history;
  }

  override loadCandidates(
    eventKeys: EventKeys,
    keys: readonly CandidateKey[],
    frequencyKeys: readonly string[],
  ): Promise<CandidatePool> {
    this.#unwritten.flush();
    return super.loadCandidates(eventKeys, keys, frequencyKeys);
  }

  /** If events turn out to share a device, which their keys do not name, this one is assessed again once the other is written. */
  override async save(writes: EventWrites): Promise<void> {
    for (const id of [writes.device.id, this.#idOwner]) {
      if (id !== null && (this.#stale.has(id) || this.#unwritten.isInGroup(id))) throw NOT_TOGETHER;
    }
    this.#unwritten.add(this.#keys, writes);
    await super.save(writes);
  }
}
