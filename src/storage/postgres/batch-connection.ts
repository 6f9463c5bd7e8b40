// Collects the statements of all events of a batch: each distinct one is sent once, with the values of all events.
import type { Batcher, Value } from '../engine.ts';
import { EVENT_WRITES } from '../events/event-writes.ts';
import type { Statement, Write } from '../sql.ts';
import { arrayRead, arrayWrite, learnTypes, typesOf } from './array-statements.ts';
import { binaryArray } from './binary-array.ts';
import { handled } from './commit.ts';
import type { PostgresConnection } from './connection.ts';

interface Call {
  values: readonly Value[];
  rejection: Rejection;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

/** Why an event may not be part of the batch; null if it may. */
type Rejection = () => Error | null;

interface Calls {
  statement: Statement;
  calls: Call[];
}

/** The rows that one statement writes. */
export interface WrittenRows {
  statement: Write;
  rows: Value[][];
}

/** Sends reads when no event of the batch can continue without their results, and writes when all events are done. */
export class BatchConnection {
  readonly #connection: PostgresConnection;
  readonly #admission: Promise<unknown>;
  #reads = new Map<string, Calls>();
  #beforeReads: (() => void)[] = [];
  #scheduled = false;
  readonly #writes = new Map<string, WrittenRows>();

  /** @param admission settles when it is known which events may be part of the batch; no read resolves earlier. */
  constructor(connection: PostgresConnection, admission: Promise<unknown> = Promise.resolve()) {
    this.#connection = connection;
    this.#admission = admission;
  }

  /** The connection as one event sees it. Its reads reject with `rejection`, which is called after the admission. */
  member(rejection: Rejection = () => null): Batcher {
    return {
      readsAhead: true,
      all: <R>(statement: Statement, ...values: Value[]) => this.#read(statement, values, rejection) as Promise<R[]>,
      run: () => Promise.reject(new Error('an event of a batch does not count the rows that it changes')),
      send: async (statement, ...values) => {
        const waiting = this.#writes.get(statement.text);
        if (waiting === undefined) this.#writes.set(statement.text, { statement, rows: [values] });
        else waiting.rows.push(values);
      },
    };
  }

  /** Runs `prepare` when all events of the batch wait for reads, before these are sent; `prepare` may add some. */
  beforeReads(prepare: () => void): void {
    this.#beforeReads.push(prepare);
    this.#scheduleReads();
  }

  /** Sends all writes, in the order of a single event's; returns their results. */
  async sendWrites(): Promise<Promise<unknown>[]> {
    const writes = [...this.#writes.values()];
    await learnTypes(
      this.#connection,
      writes.map(({ statement }) => statement),
    );
    return sendArrays(this.#connection, writes);
  }

  #read(statement: Statement, values: Value[], rejection: Rejection): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      this.#scheduleReads();
      const call = { values, rejection, resolve, reject };
      const waiting = this.#reads.get(statement.text);
      if (waiting === undefined) this.#reads.set(statement.text, { statement, calls: [call] });
      else waiting.calls.push(call);
    });
  }

  /** Runs after all microtasks: by then every event of the batch waits for a read or is done. */
  #scheduleReads(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => process.nextTick(() => this.#sendReads()));
  }

  async #sendReads(): Promise<void> {
    const preparations = this.#beforeReads;
    this.#beforeReads = [];
    for (const prepare of preparations) prepare();
    this.#scheduled = false;
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
    // Events of the same moment send the same reads about their environment.
    const distinct = new Map<string, Call[]>();
    for (const call of calls) {
      const key = keyOf(call.values);
      const same = distinct.get(key);
      if (same === undefined) distinct.set(key, [call]);
      else same.push(call);
    }
    const askers = [...distinct.values()];
    const rows = askers.map(([call]) => (call as Call).values);
    Promise.all([readArray(this.#connection, statement, rows), this.#admission]).then(
      ([results]) => {
        for (const [index, found] of results.entries()) for (const call of askers[index] ?? []) settle(call, found);
      },
      (error) => {
        for (const call of calls) call.reject(error);
      },
    );
  }
}

function settle({ rejection, resolve, reject }: Call, rows: unknown[]): void {
  const refused = rejection();
  if (refused === null) resolve(rows);
  else reject(refused);
}

/** A text that only equal values give; `JSON.stringify` took 3 % of an event. */
export function keyOf(values: readonly Value[]): string {
  let key = '';
  for (const value of values) key += typeof value === 'string' ? `${value.length}:${value}` : `${value};`;
  return key;
}

/** Sends a read whose types are known once, with the values of each call; resolves to the rows of each. */
export async function readArray(
  connection: PostgresConnection,
  statement: Statement,
  calls: readonly (readonly Value[])[],
): Promise<unknown[][]> {
  const types = typesOf(statement);
  const { rows } = await connection.execute(arrayRead({ statement, types }), columnsOf(calls, types));
  const results: unknown[][] = calls.map(() => []);
  for (const { position, found } of rows as { position: number; found: string | null }[])
    if (found !== null) results[position - 1] = JSON.parse(found);
  return results;
}

/** Sends writes whose types are known, each with the values of all rows, in the order of a single event's; returns their results. */
export function sendArrays(connection: PostgresConnection, writes: readonly WrittenRows[]): Promise<unknown>[] {
  const ordered = [...writes].sort((one, other) => orderOf(one) - orderOf(other));
  return ordered.map(({ statement, rows }) => {
    const types = typesOf(statement);
    const values = columnsOf(sortedByKey(statement, rows), types);
    return handled(connection.execute(arrayWrite({ statement, types }), values));
  });
}

const ORDER = new Map(EVENT_WRITES.map(({ text }, index) => [text, index]));

/** @throws Error for a statement that no event sends: its position among the others, and so that of its locks, is unknown. */
function orderOf({ statement }: WrittenRows): number {
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
function columnsOf(rows: readonly (readonly Value[])[], types: readonly string[]): (Buffer | Value[])[] {
  return types.map((type, column) => binaryArray(type, rows, column));
}
