// One transaction for many events in order, such as the lines of an import, on one PostgreSQL server.
import type { EventHistory, EventKeys, EventReads, EventWrites } from '../../records/ingest.ts';
import type { Row } from '../engine.ts';
import { EventTransaction, type TransactionParts } from '../events/event-transaction.ts';
import { READ_DEVICES } from '../events/ingest-reads.ts';
import { ReadAheadWindows } from '../events/read-ahead-windows.ts';
import { BatchConnection } from './batch-connection.ts';
import type { PostgresConnection } from './connection.ts';
import { lockNames } from './key-locks.ts';
import { lateralWindows } from './lateral-windows.ts';
import { ReadAheadConnection } from './read-ahead.ts';

type SequenceParts = Pick<TransactionParts, 'failures' | 'texts' | 'shard'> & {
  connection: PostgresConnection;
  /** Locks the keys of events at once; the first call begins the transaction. */
  begin: (first: EventKeys, ...others: EventKeys[]) => void;
};

/**
 * Events that were read ahead share their reads, each distinct one sent once, and their writes: an event waits for the database only
 * where an earlier event of the transaction has changed what it reads.
 */
export class SequenceTransaction extends EventTransaction {
  readonly #parts: SequenceParts;
  readonly #querier: ReadAheadConnection;
  readonly #windows: ReadAheadWindows;

  constructor(parts: SequenceParts) {
    const querier = new ReadAheadConnection(parts.connection);
    const windows = new ReadAheadWindows(lateralWindows);
    const { failures, texts, shard } = parts;
    const begin = withoutHeld(parts.begin);
    super({ querier, windows: windows.recording(querier), failures, texts, shard, begin });
    this.#parts = { ...parts, begin };
    this.#querier = querier;
    this.#windows = windows;
  }

  /** Called before the commit. */
  sendDeferred(): void {
    this.#querier.sendAll();
  }

  /** Whether `readAhead` read anything. */
  get readsWereAhead(): boolean {
    return this.#querier.isDeferred;
  }

  override async readAhead(events: readonly EventReads[]): Promise<void> {
    if (this.firstSaved !== null) throw new Error('events are read ahead before the first is saved');
    await this.#querier.defer(this.sent);
    const { connection, failures, texts, shard } = this.#parts;
    const batch = new BatchConnection(connection);
    const member = batch.member();
    const beforeReads = (prepare: () => void) => batch.beforeReads(prepare);
    const querierOf = (event: number) => ({
      ...member,
      all: async <R>(...read: Parameters<typeof member.all>) => {
        const [statement, ...values] = read;
        if (statement === READ_DEVICES) {
          const readDevices = (ids: readonly string[]) =>
            member.all<Row>(statement, values[0] as number, JSON.stringify(ids));
          const rows = await this.#querier.devices.ahead(JSON.parse(values[1] as string), beforeReads, readDevices);
          return rows as R[];
        }
        const rows = await member.all<R>(...read);
        this.#querier.know(event, statement, values, rows as Row[]);
        return rows;
      },
    });
    const windows = this.#windows.ahead(member);
    const keys: EventKeys[] = [];
    const begin = (eventKeys: EventKeys) => keys.push(eventKeys);
    batch.beforeReads(() => {
      const [first, ...others] = keys;
      if (first !== undefined) this.#parts.begin(first, ...others);
    });
    await Promise.all(
      events.map((read, event) =>
        read(new EventTransaction({ querier: querierOf(event), windows, failures, texts, shard, begin })),
      ),
    );
  }

  override async loadHistory(eventKeys: EventKeys): Promise<EventHistory> {
    this.#querier.nextEvent(eventKeys.environmentNumber);
    return super.loadHistory(eventKeys);
  }

  override async save(writes: EventWrites): Promise<void> {
    this.#windows.expectDevice(writes);
    await super.save(writes);
  }
}

/** Locks only the keys that are not locked yet. */
function withoutHeld(begin: SequenceParts['begin']): SequenceParts['begin'] {
  const held = new Set<string>();
  let isBegun = false;
  return (...events) => {
    const [first, ...others] = events.filter((eventKeys) => !lockNames(eventKeys).every((name) => held.has(name)));
    for (const eventKeys of events) for (const name of lockNames(eventKeys)) held.add(name);
    if (first !== undefined) begin(first, ...others);
    else if (!isBegun) begin(events[0]);
    isBegun = true;
  };
}
