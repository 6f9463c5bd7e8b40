// Collects the statements of all events of a batch: each distinct one is sent once, with the values of all events.
import type { Batcher, Value } from '../engine.ts';
import { EVENT_WRITES } from '../events/event-writes.ts';
import type { Statement, Write } from '../sql.ts';
import { arrayRead, arrayWrite, learnTypes, typesOf } from './array-statements.ts';
import type { PostgresConnection } from './connection.ts';

interface Call {
  values: readonly Value[];
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

interface Calls {
  statement: Statement;
  calls: Call[];
}

interface Rows {
  statement: Write;
  rows: Value[][];
}

/**
 * Reads are sent when no event of the batch has anything left to do without their results; writes when all events are done.
 */
export class BatchConnection {
  readonly #connection: PostgresConnection;
  #reads = new Map<string, Calls>();
  readonly #writes = new Map<string, Rows>();

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  /** The connection as one event sees it. `admitted` rejects its reads when the event may not be part of the batch. */
  member(admitted: () => Promise<void>): Batcher {
    return {
      readsAhead: true,
      all: async <R>(statement: Statement, ...values: Value[]) => {
        const rows = await this.#read(statement, values);
        await admitted();
        return rows as R[];
      },
      run: () => Promise.reject(new Error('an event of a batch does not count the rows that it changes')),
      send: async (statement, ...values) => {
        const waiting = this.#writes.get(statement.text);
        if (waiting === undefined) this.#writes.set(statement.text, { statement, rows: [values] });
        else waiting.rows.push(values);
      },
    };
  }

  /** Sends all writes, in the order of a single event's; returns their results. */
  async sendWrites(): Promise<Promise<unknown>[]> {
    const writes = [...this.#writes.values()].sort((one, other) => orderOf(one) - orderOf(other));
    await learnTypes(
      this.#connection,
      writes.map(({ statement }) => statement),
    );
    return writes.map(({ statement, rows }) => {
      const types = typesOf(statement);
      const prepared = arrayWrite({ statement, types });
      const sent = this.#connection.execute(prepared, columnsOf(sortedByKey(statement, rows), types.length));
      sent.catch(() => {});
      return sent;
    });
  }

  #read(statement: Statement, values: Value[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      // After all microtasks: then every event of the batch waits for a read, or is done.
      if (this.#reads.size === 0) queueMicrotask(() => process.nextTick(() => this.#sendReads()));
      const call = { values, resolve, reject };
      const waiting = this.#reads.get(statement.text);
      if (waiting === undefined) this.#reads.set(statement.text, { statement, calls: [call] });
      else waiting.calls.push(call);
    });
  }

  async #sendReads(): Promise<void> {
    const reads = [...this.#reads.values()];
    this.#reads = new Map();
    try {
      await learnTypes(
        this.#connection,
        reads.map(({ statement }) => statement),
      );
    } catch (error) {
      for (const { calls } of reads) for (const { reject } of calls) reject(error);
      return;
    }
    for (const read of reads) this.#sendRead(read);
  }

  #sendRead({ statement, calls }: Calls): void {
    // Events of one moment ask the same about their environment.
    const distinct = new Map<string, Call[]>();
    for (const call of calls) {
      const key = JSON.stringify(call.values);
      const same = distinct.get(key);
      if (same === undefined) distinct.set(key, [call]);
      else same.push(call);
    }
    const askers = [...distinct.values()];
    const types = typesOf(statement);
    const rows = askers.map(([call]) => (call as Call).values);
    this.#connection.execute(arrayRead({ statement, types }), columnsOf(rows, types.length)).then(
      (result) => {
        for (const { position, found } of result.rows as { position: number; found: string | null }[]) {
          for (const call of askers[position - 1] ?? []) call.resolve(found === null ? [] : JSON.parse(found));
        }
      },
      (error) => {
        for (const call of calls) call.reject(error);
      },
    );
  }
}

const ORDER = new Map(EVENT_WRITES.map(({ text }, index) => [text, index]));

/** @throws Error for a statement that no event sends: its place among the others, and so of its locks, is unknown. */
function orderOf({ statement }: Rows): number {
  const order = ORDER.get(statement.text);
  if (order === undefined) throw new Error(`not a write of an event: ${statement.text}`);
  return order;
}

/**
 * Two transactions that write the same rows must lock them in the same order. The key of an INSERT is at the start of its
 * values, that of an UPDATE at their end.
 */
function sortedByKey({ text }: Write, rows: Value[][]): Value[][] {
  if (rows.length === 1) return rows;
  const isUpdate = text.startsWith('UPDATE ');
  return rows.sort((one, other) => {
    for (let step = 0; step < one.length; step += 1) {
      const index = isUpdate ? one.length - 1 - step : step;
      const [a, b] = [one[index] ?? '', other[index] ?? ''];
      if (a !== b) return a < b ? -1 : 1;
    }
    return 0;
  });
}

/** The values of each placeholder, one per row. */
function columnsOf(rows: readonly (readonly Value[])[], count: number): Value[][] {
  return Array.from({ length: count }, (_, column) => rows.map((values) => values[column] ?? null));
}
