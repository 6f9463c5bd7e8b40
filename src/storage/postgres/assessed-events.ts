// Lets an event see those that this process is recording at the same moment: its windows were read before they were committed.
import type { EventHistory, EventKeys, EventReads, EventRow, IngestTransaction } from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import type { WindowName } from '../../vocabulary/windows.ts';
import { cacheKeyOf } from '../events/window-cache.ts';
import { WINDOW_SPAN, windowsOf } from '../events/windows.ts';

/** The windows that events of different accounts and devices share: locks serialize only those of one account or device. */
const SHARED_WINDOWS = ['address', 'fingerprint', 'session'] as const satisfies readonly WindowName[];
type SharedWindow = (typeof SHARED_WINDOWS)[number];
const SHARED: ReadonlySet<WindowName> = new Set(SHARED_WINDOWS);

type Work<T> = (transaction: IngestTransaction) => Promise<T>;

interface AssessedEvent {
  past: PastEvent;
  cacheKeys: readonly string[];
  /** When it was certainly committed, as a number of `#ticks`; infinite before. Who begins later has read it. */
  committedAt: number;
}

/** One call of `ingest`. */
interface Recording {
  /** By the event's keys, which are the same object if it is assessed again. */
  events: Map<EventKeys, AssessedEvent | null>;
  /** A call that took too long has ended for its caller, even if its work goes on. */
  isEnded: boolean;
}

/**
 * The assessed events that others may not have read. Serializing the events of an address would slow down everybody behind it.
 * Previously, sixty signups from one address at the same moment were all allowed (two, one after the other), and so were sixty wrong
 * passwords on as many accounts (53 blocked).
 */
export class AssessedEvents {
  readonly #byWindow = new Map<string, Set<AssessedEvent>>();
  /** When the events that are being recorded began to read, the earliest first. */
  readonly #begun = new Map<EventKeys, number>();
  /** The earliest first. */
  #committed: AssessedEvent[] = [];
  #ticks = 0;

  /** Calls `ingest` with work that sees the events of other calls, and with reads that may be made long before it. */
  async during<T>(
    work: Work<T>,
    reads: EventReads | undefined,
    ingest: (work: Work<T>, reads: EventReads | undefined) => Promise<T>,
  ): Promise<T> {
    const recording: Recording = { events: new Map(), isEnded: false };
    let isCommitted = false;
    try {
      const seeing: Work<T> = (transaction) => work(this.#seeing(transaction, recording));
      const value = await ingest(seeing, reads && this.#begunBy(reads, recording));
      isCommitted = true;
      return value;
    } finally {
      this.#end(recording, isCommitted);
    }
  }

  #begunBy(reads: EventReads, recording: Recording): EventReads {
    return (transaction) =>
      reads({
        loadHistory: (eventKeys) => {
          this.#begin(eventKeys, recording);
          return transaction.loadHistory(eventKeys);
        },
        loadCandidates: (...read) => transaction.loadCandidates(...read),
        loadDeviceHistory: (...read) => transaction.loadDeviceHistory(...read),
      });
  }

  #seeing(transaction: IngestTransaction, recording: Recording): IngestTransaction {
    // Called again if the transaction failed: what it had assessed does not count.
    for (const assessed of recording.events.values()) this.#forget(assessed);
    let current: EventKeys | null = null;
    return {
      readAhead: (events) => transaction.readAhead(events.map((reads) => this.#begunBy(reads, recording))),
      loadHistory: (eventKeys) => {
        current = eventKeys;
        this.#begin(eventKeys, recording);
        return transaction.loadHistory(eventKeys);
      },
      loadCandidates: (...read) => transaction.loadCandidates(...read),
      loadDeviceHistory: (...read) => transaction.loadDeviceHistory(...read),
      withAssessed: (read) => {
        const history = transaction.withAssessed(read);
        const begunAt = current === null ? undefined : this.#begun.get(current);
        return current === null || begunAt === undefined ? history : this.#complete(history, current, begunAt);
      },
      save: (writes) => {
        if (current !== null && !recording.isEnded) recording.events.set(current, this.#add(writes.event));
        return transaction.save(writes);
      },
    };
  }

  /** The first read of an event counts, even if it is assessed again. */
  #begin(eventKeys: EventKeys, { events, isEnded }: Recording): void {
    if (isEnded) return;
    this.#forget(events.get(eventKeys) ?? null);
    events.set(eventKeys, null);
    if (!this.#begun.has(eventKeys)) this.#begun.set(eventKeys, ++this.#ticks);
  }

  #add(event: EventRow): AssessedEvent | null {
    const windows = windowsOf(event).filter(({ name }) => SHARED.has(name));
    const [first] = windows;
    if (first === undefined) return null;
    const cacheKeys = windows.map(({ name, key }) => cacheKeyOf(name, event.environmentNumber, key));
    const assessed = { past: first.past, cacheKeys, committedAt: Number.POSITIVE_INFINITY };
    for (const cacheKey of cacheKeys) {
      const known = this.#byWindow.get(cacheKey);
      if (known === undefined) this.#byWindow.set(cacheKey, new Set([assessed]));
      else known.add(assessed);
    }
    return assessed;
  }

  #forget(assessed: AssessedEvent | null): void {
    if (assessed === null) return;
    for (const cacheKey of assessed.cacheKeys) {
      const known = this.#byWindow.get(cacheKey);
      known?.delete(assessed);
      if (known?.size === 0) this.#byWindow.delete(cacheKey);
    }
  }

  #end(recording: Recording, isCommitted: boolean): void {
    recording.isEnded = true;
    const committedAt = ++this.#ticks;
    for (const [eventKeys, assessed] of recording.events) {
      this.#begun.delete(eventKeys);
      if (assessed === null) continue;
      assessed.committedAt = committedAt;
      if (isCommitted) this.#committed.push(assessed);
      else this.#forget(assessed);
    }
    this.#forgetRead();
  }

  /** Forgets the events that all others have read. */
  #forgetRead(): void {
    const [oldest = Number.POSITIVE_INFINITY] = this.#begun.values();
    let read = 0;
    for (const assessed of this.#committed) {
      if (assessed.committedAt > oldest) break;
      this.#forget(assessed);
      read += 1;
    }
    if (read > 0) this.#committed = this.#committed.slice(read);
  }

  #complete(history: EventHistory, eventKeys: EventKeys, begunAt: number): EventHistory {
    const complete = (name: SharedWindow, key: string | null): readonly PastEvent[] => {
      const { environmentNumber, at } = eventKeys;
      const known = key === null ? undefined : this.#byWindow.get(cacheKeyOf(name, environmentNumber, key));
      if (known === undefined) return history[name];
      const unread: PastEvent[] = [];
      for (const { past, committedAt } of known) {
        if (committedAt > begunAt && past.at <= at && past.at > at - WINDOW_SPAN[name]) unread.push(past);
      }
      return unread.length === 0 ? history[name] : merged(history[name], unread);
    };
    const address = complete('address', eventKeys.counterAddress);
    const fingerprint = complete('fingerprint', eventKeys.fingerprint);
    const session = complete('session', eventKeys.sessionToken);
    const isComplete =
      address === history.address && fingerprint === history.fingerprint && session === history.session;
    return isComplete ? history : { ...history, address, fingerprint, session };
  }
}

/** Rows, newest first, with the events that they lack; two of one account and device at the same millisecond count as one. */
function merged(rows: readonly PastEvent[], events: readonly PastEvent[]): readonly PastEvent[] {
  const newest = events.toReversed().sort((one, other) => other.at - one.at);
  const found: PastEvent[] = [];
  let next = 0;
  for (const event of newest) {
    for (let row = rows[next]; row !== undefined && row.at > event.at; row = rows[next]) {
      found.push(row);
      next += 1;
    }
    if (!isNext(rows, next, event)) found.push(event);
  }
  for (; next < rows.length; next += 1) found.push(rows[next] as PastEvent);
  return found;
}

/** Whether an event is among the rows of its time, which begin at `next`. */
function isNext(rows: readonly PastEvent[], next: number, { at, account, device, type }: PastEvent): boolean {
  for (let index = next; rows[index]?.at === at; index += 1) {
    const row = rows[index] as PastEvent;
    if (row.device === device && row.account === account && row.type === type) return true;
  }
  return false;
}
