// A thin adapter over `pg`: statements are merged, prepared once per connection, and sent without waiting for answers.
import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Batcher, Value } from '../engine.ts';
import { groupsOf, isSelect, mergedReads, mergedWrites, type Prepared, type Statement, single } from './statements.ts';

interface Pending extends Statement {
  kind: 'read' | 'write' | 'other';
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Statements on one connection, in order. What is asked for in one turn of the microtask queue is merged and sent at its
 * end: an event then takes one read and one write instead of ten of each.
 */
export class PostgresConnection implements Batcher {
  readonly #client: pg.ClientBase;
  readonly #socket: Socket;
  #pending: Pending[] = [];
  #corked = false;

  constructor(client: pg.ClientBase) {
    this.#client = client;
    this.#socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  }

  all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    // UPDATE … RETURNING cannot be part of another statement.
    return this.#enqueue(isSelect(sql) ? 'read' : 'other', sql, values) as Promise<R[]>;
  }

  async send(sql: string, ...values: Value[]): Promise<void> {
    await this.#enqueue('write', sql, values);
  }

  async run(sql: string, ...values: Value[]): Promise<number> {
    this.#flush();
    return (await this.#query(single(sql), values)).rowCount ?? 0;
  }

  /** A command, or a script of several, without values. */
  async exec(sql: string): Promise<string> {
    this.#flush();
    this.#cork();
    return (await this.#client.query(sql)).command;
  }

  #query({ name, text }: Prepared, values: Value[]): Promise<pg.QueryResult> {
    this.#cork();
    return this.#client.query({ name, text, values });
  }

  /**
   * Holds back what is sent until the running callbacks are done: BEGIN leaves with the reads, COMMIT with the writes.
   * Half of this side's work for an event was in the system calls of sending.
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

  #enqueue(kind: Pending['kind'], sql: string, values: Value[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.#pending.length === 0) queueMicrotask(() => this.#flush());
      this.#pending.push({ kind, sql, values, resolve, reject });
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
      if (kind === 'other') for (const one of group) this.#sendReads([one]);
      else if (kind === 'read') this.#sendReads(group);
      else for (const writes of groupsOf(group)) this.#sendWrites(writes);
      from = to;
    }
  }

  #sendReads(reads: Pending[]): void {
    const [only] = reads;
    const merged = reads.length > 1 || only === undefined ? mergedReads(reads) : null;
    const answer = this.#query(merged ?? single((only as Pending).sql), valuesOf(reads));
    answer.then(
      ({ rows }) => {
        if (merged === null) only?.resolve(rows);
        else for (const [index, read] of reads.entries()) read.resolve(parsed(rows[0][`r${index}`]));
      },
      (error) => rejectAll(reads, error),
    );
  }

  #sendWrites(writes: Pending[]): void {
    const [only] = writes;
    const statement = writes.length > 1 || only === undefined ? mergedWrites(writes) : single(only.sql);
    this.#query(statement, valuesOf(writes)).then(
      () => {
        for (const write of writes) write.resolve([]);
      },
      (error) => rejectAll(writes, error),
    );
  }
}

function valuesOf(statements: readonly Statement[]): Value[] {
  return statements.flatMap(({ values }) => values);
}

function parsed(rows: string | null): unknown[] {
  return rows === null ? [] : JSON.parse(rows);
}

function rejectAll(pending: readonly Pending[], error: unknown): void {
  for (const one of pending) one.reject(error);
}
