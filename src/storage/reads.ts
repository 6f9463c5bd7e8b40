// Kinds of reads that several stores share: one row, an environment, a range of a prefix, a page by id, a shared read.
import type { IdPage } from '../records/id-page.ts';
import type { Reader, Row, Value } from './engine.ts';
import { identifier, placeholders, type Sql, type Statement, select, sql, type TableName } from './sql.ts';

/** The first row of a lookup that returns at most one. */
export async function first<R>(rows: Promise<R[]>): Promise<R | null> {
  return (await rows)[0] ?? null;
}

/** The environment's number that `statement` returns as `number`, or null without a row. */
export async function locate(read: Reader, statement: Statement, ...values: Value[]): Promise<number | null> {
  return (await first(read.all<{ number: number }>(statement, ...values)))?.number ?? null;
}

/**
 * Ids are unique across environments, but every index begins with the environment, so there is one lookup for each. Lists
 * environments through their first policies, as `PENDING_ENVIRONMENTS` does: on a distributed database each node searches its own.
 */
export function locateAnywhere(table: TableName): Statement {
  return select`p.environment_id AS number FROM policies p WHERE p.version = 1
    AND EXISTS (SELECT 1 FROM ${identifier(table)} t WHERE t.environment_id = p.environment_id AND t.id = ?)`;
}

export function locateAmong(table: TableName, environments: number): Statement {
  return select`t.environment_id AS number FROM ${identifier(table)} t
    WHERE t.environment_id IN (${placeholders(environments)}) AND t.id = ?`;
}

/** The exclusive end of the texts that begin with `prefix`, in byte order. */
export function endOfPrefix(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

/** One page of `SELECT ${body}`, which ends in a WHERE; `id` orders and bounds. Rows come in reading order. */
export function paged(
  read: Reader,
  body: Sql,
  id: Sql,
  values: readonly Value[],
  { from, limit }: IdPage,
): Promise<Row[]> {
  if (from === null) return read.all(select`${body} ORDER BY ${id} DESC LIMIT ?`, ...values, limit);
  const bound = from.direction === 'older' ? sql`${id} < ? ORDER BY ${id} DESC` : sql`${id} > ? ORDER BY ${id}`;
  return read.all(select`${body} AND ${bound} LIMIT ?`, ...values, from.id, limit);
}

/**
 * Shares one read among all callers that pass the same key within one tick: under load, dozens of requests of a tick carry
 * the same API key. The read starts after the tick, so each caller sees everything committed before its call; nothing is
 * cached.
 */
export function sharedRead<V>(read: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const pending = new Map<string, Promise<V>>();
  return (key) => {
    const shared = pending.get(key);
    if (shared !== undefined) return shared;
    const result = new Promise((resolve) => setImmediate(resolve)).then(() => {
      pending.delete(key);
      return read(key);
    });
    pending.set(key, result);
    return result;
  };
}
