// Records events on SQLite, caching what a process can cache of a database to which no other process adds events.
import type { EventKeys, IngestStore } from '../../records/ingest.ts';
import { EventTransaction } from '../events/event-transaction.ts';
import { FailureHistory } from '../events/failure-history.ts';
import { TextDedupCache } from '../events/text-dedup-cache.ts';
import { cacheKeyOf, WindowCache } from '../events/window-cache.ts';
import type { Statement } from '../sql.ts';
import type { SqliteConnection } from './connection.ts';
import type { GroupCommit } from './group-commit.ts';
import { SharedTransaction, SharedWindows, UnwrittenEvents, WrittenWindows } from './unwritten-events.ts';

export class SqliteIngestion {
  readonly #writer: SqliteConnection;
  readonly #failures: FailureHistory;
  readonly #texts = new TextDedupCache();
  readonly #signals = new TextDedupCache();
  readonly #windowCache = new WindowCache();
  readonly #unwritten: UnwrittenEvents;
  readonly #windows: WrittenWindows;

  constructor(writer: SqliteConnection, now: () => number) {
    this.#writer = writer;
    this.#failures = new FailureHistory(now, { exclusive: true });
    this.#unwritten = new UnwrittenEvents(writer);
    this.#windows = new WrittenWindows(writer, this.#unwritten);
  }

  /** Ingestion through `commits`. */
  through(commits: GroupCommit): IngestStore['ingest'] {
    return async (work, eventKeys) => {
      let transaction: EventTransaction | null = null;
      const sharing =
        eventKeys === undefined
          ? null
          : { keys: sharedKeys(eventKeys), hasSaved: () => (transaction?.lastSaved ?? null) !== null };
      const [value, sentTexts] = await commits.run(async () => {
        const windows = new SharedWindows(this.#windows, this.#windowCache, this.#unwritten);
        transaction = this.#transaction(windows, sharing?.keys ?? null);
        try {
          return [await work(transaction), transaction.sentTexts] as const;
        } catch (error) {
          windows.undo();
          throw error;
        }
      }, sharing);
      for (const [environmentNumber, digest] of sentTexts) this.#texts.add(environmentNumber, digest);
      return value;
    };
  }

  /** Called before events that are assessed concurrently. */
  beginGroup(): void {
    this.#unwritten.beginGroup();
  }

  /** Writes the assessed events. */
  flush(): void {
    this.#unwritten.flush();
  }

  /** Drops unwritten events and cached data: writes were rolled back. */
  rolledBack(): void {
    this.#unwritten.discard();
    this.clear();
  }

  /** Drops everything cached from the database. */
  clear(): void {
    this.#failures.clear();
    this.#signals.clear();
    this.clearWindows();
  }

  clearWindows(): void {
    this.#windowCache.clear();
    this.#windows.clear();
  }

  /** Called before a statement of other work than ingestion: erasures and retention change cached data. */
  invalidate({ touches }: Statement): void {
    if (touches === 'events') this.clearWindows();
    if (touches === 'client_signals') this.#signals.clear();
  }

  /** Without `keys` it writes at once: it may record many events, each of which reads the earlier ones. */
  #transaction(windows: SharedWindows, keys: readonly string[] | null): EventTransaction {
    const remembered = { windows, failures: this.#failures, texts: this.#texts, signals: this.#signals };
    const parts = { ...remembered, shard: 0, begin: () => {} };
    return keys === null
      ? new EventTransaction({ ...parts, querier: this.#writer })
      : new SharedTransaction(parts, this.#unwritten, keys);
  }
}

/**
 * The keys of what an event reads and another one changes: events that share one of these are assessed one after the other. Events that
 * are assessed concurrently do not see each other in the first server success of their environment, the frequencies of signals, and the
 * search for similar devices, as on PostgreSQL. Proofs of other accounts in a network count only after a day.
 */
function sharedKeys(eventKeys: EventKeys): string[] {
  const { environmentNumber, accountKey, persistentId, fingerprint } = eventKeys;
  const { counterAddress, sessionToken, idempotencyKey } = eventKeys;
  const keys: string[] = [];
  if (accountKey !== null) keys.push(cacheKeyOf('account', environmentNumber, accountKey));
  if (persistentId !== null) keys.push(`id:${environmentNumber}:${persistentId}`);
  if (fingerprint !== null) keys.push(cacheKeyOf('fingerprint', environmentNumber, fingerprint));
  if (sessionToken !== null) keys.push(cacheKeyOf('session', environmentNumber, sessionToken));
  if (idempotencyKey !== null) keys.push(`idempotency:${environmentNumber}:${idempotencyKey}`);
  if (counterAddress !== null) keys.push(cacheKeyOf('address', environmentNumber, counterAddress));
  return keys;
}
