// One transaction for the events of a batch, each of which is assessed and refused individually.
import type pg from 'pg';
import type { EventKeys, EventReads, EventWrites, IngestTransaction } from '../../records/ingest.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { EventTransaction, type TransactionParts } from '../events/event-transaction.ts';
import type { FailureHistory } from '../events/failure-history.ts';
import type { TextDedupCache } from '../events/text-dedup-cache.ts';
import { BatchConnection } from './batch-connection.ts';
import { BatchWindows } from './batch-windows.ts';
import { commit, firstFailure, handled, rollback } from './commit.ts';
import { PostgresConnection } from './connection.ts';
import { lockKeysOf } from './key-locks.ts';
import { SequenceTransaction } from './sequence-transaction.ts';

/** An event that waits for a batch. */
export interface BatchedEvent {
  eventKeys: EventKeys;
  /** The reads that do not depend on the assessment. */
  reads: EventReads;
  work: (transaction: IngestTransaction) => Promise<unknown>;
}

/** `alone`: the event must have its own transaction. */
export type BatchOutcome =
  | { kind: 'done'; value: unknown; saved: EventWrites | null }
  | { kind: 'refused'; error: Failure }
  | { kind: 'alone' };

/** A batch's commit that may have been executed although its response was lost. */
export class BatchCommitUnknown extends Error {
  readonly outcomes: readonly BatchOutcome[];

  constructor(outcomes: readonly BatchOutcome[], cause: unknown) {
    super('the connection ended during a commit', { cause });
    this.outcomes = outcomes;
  }
}

const ALONE = new Error('this event needs a transaction of its own');

/** Never waits for a lock: waiting for another process would stall all events of the batch. */
const TRY_LOCKS = {
  name: 'try_locks',
  text: 'SELECT key::text AS key FROM unnest($1::bigint[]) AS keys (key) WHERE NOT pg_try_advisory_xact_lock(key)',
};

/** If two events of one statement updated the same row, only one update would be applied: the second event goes alone. */
class BatchedTransaction extends EventTransaction {
  readonly #devices: Set<string>;

  constructor(parts: TransactionParts, devices: Set<string>) {
    super(parts);
    this.#devices = devices;
  }

  override async save(writes: EventWrites): Promise<void> {
    if (this.#devices.has(writes.device.id)) throw ALONE;
    this.#devices.add(writes.device.id);
    await super.save(writes);
  }
}

interface BatchParts {
  failures: FailureHistory;
  texts: TextDedupCache;
  shard: number;
}

/**
 * Runs the events in one transaction and returns each one's outcome, in their order, once it is durable.
 * @throws BatchCommitUnknown, or whatever failed: then nothing was stored, and the events can be run one by one.
 */
export async function runBatch(
  client: pg.PoolClient,
  events: readonly BatchedEvent[],
  { failures, texts, shard }: BatchParts,
): Promise<BatchOutcome[]> {
  const connection = new PostgresConnection(client);
  const begun = handled(connection.exec('BEGIN'));
  const keys = events.map(({ eventKeys }) => lockKeysOf(eventKeys));
  let refused: ReadonlySet<bigint> = new Set();
  const held = handled(
    heldElsewhere(connection, keys.flat()).then((found) => {
      refused = found;
    }),
  );
  const batch = new BatchConnection(connection, held);
  const windows = new BatchWindows(batch);
  const devices = new Set<string>();
  const transactions = events.map((_, index) => {
    const isRefused = () => refused.size > 0 && (keys[index]?.some((key) => refused.has(key)) ?? false);
    const querier = batch.member(() => (isRefused() ? ALONE : null));
    const parts = { querier, windows: windows.member(querier), failures, texts, shard, begin: () => {} };
    return new BatchedTransaction(parts, devices);
  });
  const running = events.map((event, index) => outcomeOf(event, transactions[index] as BatchedTransaction));
  let sent: Promise<unknown>[];
  try {
    const failure = await firstFailure([begun, held, ...running]);
    if (failure !== null) throw failure;
    sent = await batch.sendWrites();
  } catch (error) {
    await rollback(connection, failures);
    throw error;
  }
  const outcomes = await Promise.all(running);
  await commit(connection, failures, sent, (lost) => new BatchCommitUnknown(outcomes, lost));
  storeTexts(texts, transactions);
  return outcomes;
}

/**
 * Runs events of one account in one transaction, one after the other: each reads those before it. Otherwise like `runBatch`.
 * @throws BatchCommitUnknown, or whatever failed.
 */
export async function runChain(
  client: pg.PoolClient,
  events: readonly BatchedEvent[],
  { failures, texts, shard }: BatchParts,
): Promise<BatchOutcome[]> {
  const connection = new PostgresConnection(client);
  const begun = handled(connection.exec('BEGIN'));
  const transaction = new SequenceTransaction({ connection, failures, texts, shard, begin: () => {} });
  const outcomes: BatchOutcome[] = [];
  try {
    const keys = events.map(({ eventKeys }) => lockKeysOf(eventKeys));
    const refused = await heldElsewhere(connection, keys.flat());
    const isAlone = events.map((_, index) => keys[index]?.some((key) => refused.has(key)) ?? false);
    await transaction.readAhead(events.filter((_, index) => !isAlone[index]).map(({ reads }) => reads));
    for (const [index, event] of events.entries()) {
      outcomes.push(isAlone[index] ? { kind: 'alone' } : await outcomeOf(event, transaction));
    }
    transaction.sendDeferred();
  } catch (error) {
    await Promise.allSettled(transaction.sent);
    await rollback(connection, failures);
    throw error;
  }
  const lostCommit = (lost: unknown) => new BatchCommitUnknown(outcomes, lost);
  await commit(connection, failures, [begun, ...transaction.sent], lostCommit);
  storeTexts(texts, [transaction]);
  return outcomes;
}

/** Caches the texts that committed transactions sent. */
export function storeTexts(texts: TextDedupCache, transactions: readonly EventTransaction[]): void {
  for (const { sentTexts } of transactions) {
    for (const [environmentNumber, digest] of sentTexts) texts.add(environmentNumber, digest);
  }
}

/** Takes the locks that are free; resolves to the others. Sorted, so that all transactions request them in the same order. */
async function heldElsewhere(connection: PostgresConnection, keys: readonly bigint[]): Promise<Set<bigint>> {
  if (keys.length === 0) return new Set();
  const sorted = [...new Set(keys)].sort((a, b) => (a < b ? -1 : 1)).map(String);
  const { rows } = await connection.execute(TRY_LOCKS, [sorted]);
  return new Set((rows as { key: string }[]).map(({ key }) => BigInt(key)));
}

/** Rejects when the whole batch must be given up. */
async function outcomeOf({ work }: BatchedEvent, transaction: EventTransaction): Promise<BatchOutcome> {
  transaction.lastSaved = null;
  try {
    const value = await work(transaction);
    return { kind: 'done', value, saved: transaction.lastSaved };
  } catch (error) {
    if (error === ALONE) return { kind: 'alone' };
    // Refused before it wrote anything, for example because of a reused idempotency key: no other event is affected.
    if (error instanceof Failure && transaction.lastSaved === null) return { kind: 'refused', error };
    throw error;
  }
}
