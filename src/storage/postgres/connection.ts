// A thin adapter over `pg`: merges statements, prepares them once per connection and pipelines them.
import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Batcher, Value } from '../engine.ts';
import type { Statement, Write } from '../sql.ts';
import {
  type Bound,
  type BoundWrite,
  batchesOf,
  mergedReads,
  mergedWrites,
  type Prepared,
  single,
} from './statements.ts';

type Pending = Settle & ((Bound & { kind: 'read' | 'other' }) | (BoundWrite & { kind: 'write' }));

type Parameter = Value | readonly Value[] | Buffer;

interface Settle {
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs statements on one connection, in order. Statements issued within one microtask run are merged and sent at its end:
 * an event then takes one read and one write instead of ten of each.
 */
export class PostgresConnection implements Batcher {
  readonly readsAhead = true;
  readonly #client: pg.ClientBase;
  readonly #socket: Socket;
  #pending: Pending[] = [];
  #corked = false;
  readonly #merges: boolean;

  /** Without `merges`, every statement is sent separately, still without waiting for the previous one. */
  constructor(client: pg.ClientBase, merges = true) {
    this.#client = client;
    this.#merges = merges;
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  all<R>(statement: Statement, ...values: Value[]): Promise<R[]> {
    // UPDATE … RETURNING cannot be part of a merged read.
    const kind = statement.touches === null ? 'read' : 'other';
    return this.#enqueue((settle) => ({ kind, statement, values, ...settle })) as Promise<R[]>;
  }

  async send(statement: Write, ...values: Value[]): Promise<void> {
    await this.#enqueue((settle) => ({ kind: 'write', statement, values, ...settle }));
  }

  async run(statement: Write, ...values: Value[]): Promise<number> {
    this.#flush();
    return (await this.#query(single(statement), values)).rowCount ?? 0;
  }

  /** Runs a command, or a script of several, without values. Resolves to the last command's name. */
  async exec(text: string): Promise<string> {
    this.#flush();
    this.#cork();
    return (await this.#client.query(text)).command;
  }

  /** Runs several commands without values in one round trip; resolves to the rows of all. */
  async script<R>(text: string): Promise<R[]> {
    this.#flush();
    this.#cork();
    const results: unknown = await this.#client.query(text);
    return (results as pg.QueryResult[]).flatMap(({ rows }) => rows as R[]);
  }

  /** Runs a prepared statement after all others; a value may be an array, or in the binary format of its type. */
  execute(prepared: Prepared, values: readonly Parameter[]): Promise<pg.QueryResult> {
    this.#flush();
    return this.#query(prepared, values);
  }

  #query({ name, text }: Prepared, values: readonly Parameter[]): Promise<pg.QueryResult> {
    this.#cork();
    return this.#client.query({ name, text, values: values as unknown[] });
  }

  /**
   * Buffers outgoing data until the running callbacks are done: BEGIN leaves with the reads, COMMIT with the writes.
   * Half of this side's CPU time per event was spent in send system calls.
   */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#corked = false;
      this.#socket.uncork();
    });
  }

  #enqueue(pending: (settle: Settle) => Pending): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) queueMicrotask(() => this.#flush());
      this.#pending.push(pending({ resolve, reject }));
    });
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (let from = 0; from < pending.length; ) {
      const kind = pending[from]?.kind;
      let to = from + 1;
      while (to < pending.length && pending[to]?.kind === kind) to += 1;
      const group = pending.slice(from, to);
      try {
        if (kind === 'other' || (kind === 'read' && !this.#merges)) for (const one of group) this.#sendReads([one]);
        else if (kind === 'read') this.#sendReads(group);
        else if (!this.#merges) for (const one of group) this.#sendWrites([one]);
        else for (const batch of batchesOf(group as (Pending & BoundWrite)[])) this.#sendWrites(batch);
      } catch (error) {
        // A statement that cannot be prepared, such as one with an unknown macro.
        rejectAll(group, error);
      }
      from = to;
    }
  }

  #sendReads(reads: Pending[]): void {
    const [only] = reads;
    const merged = reads.length > 1 || only === undefined ? mergedReads(reads) : null;
    this.#query(merged ?? single((only as Pending).statement), valuesOf(reads)).then(
      ({ rows }) => {
        if (merged === null) only?.resolve(rows);
        else for (const [index, read] of reads.entries()) read.resolve(parsed(rows[0][`r${index}`]));
      },
      (error) => rejectAll(reads, error),
    );
  }

  #sendWrites(writes: Pending[]): void {
    const [only] = writes;
    const prepared = writes.length > 1 || only === undefined ? mergedWrites(writes) : single(only.statement);
    this.#query(prepared, valuesOf(writes)).then(
      () => {
        for (const write of writes) write.resolve([]);
      },
      (error) => rejectAll(writes, error),
    );
  }
}

function valuesOf(statements: readonly Bound[]): Value[] {
  return statements.flatMap(({ values }) => values);
}

function parsed(rows: string | null): unknown[] {
  return rows === null ? [] : JSON.parse(rows);
}

function rejectAll(pending: readonly Settle[], error: unknown): void {
  for (const one of pending) one.reject(error);
}
