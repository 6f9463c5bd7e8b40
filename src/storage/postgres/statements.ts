// SQL written once with `?` made ready for PostgreSQL: numbered places, a name to prepare it by, several in one.
import type { Value } from '../engine.ts';

/** The words that SQL written for both engines may hold between double braces. */
const SQL_WORDS: Readonly<Record<string, string>> = {
  int8: 'BIGINT',
  flag: 'SMALLINT',
  json_rows: 'json_agg(json_build_array',
  in_texts: '= ANY (ARRAY(SELECT json_array_elements_text(?::json)))',
  each_json: 'json_array_elements(?::json) AS each (value)',
  each_text: 'json_array_elements_text(?::json) AS each (value)',
  append_to: 'INSERT INTO',
  lock_e: 'FOR UPDATE OF e',
  lock_free_rows: 'FOR UPDATE SKIP LOCKED',
  lock_rows: 'FOR UPDATE',
};

export interface Statement {
  sql: string;
  values: Value[];
}

export interface Prepared {
  name: string;
  text: string;
}

/** Statements prepared on a connection at most: each costs the server tens of kilobytes. */
const PREPARED_LIMIT = 300;
/** Merged texts remembered at most; later ones are written anew each time. */
const TEXTS_LIMIT = 2_000;
/** The same for all connections: a statement's name is its place in the order of first use. */
const prepared = new Map<string, Prepared>();
const numbers = new Map<string, number>();

/** One statement under the name it is prepared by. */
export function single(sql: string): Prepared {
  return named(sql, () => sql);
}

/**
 * Several reads as one statement with one row: column `r0` holds the rows of the first as JSON, and so on.
 * A statement of its own costs about as much in messages and portals as reading a few rows.
 */
export function mergedReads(reads: readonly Statement[]): Prepared {
  return named(`r${keyOf(reads)}`, () => {
    const columns = reads.map(({ sql }, index) => `(SELECT json_agg(t) FROM (${sql}) AS t) AS r${index}`);
    return `SELECT ${columns.join(',\n')}`;
  });
}

/** Several writes as one statement; they must touch different rows. */
export function mergedWrites(writes: readonly Statement[]): Prepared {
  return named(`w${keyOf(writes)}`, () => {
    const parts = writes.map(({ sql }, index) => `w${index} AS (${sql})`);
    return `WITH ${parts.join(',\n')} SELECT 1`;
  });
}

function keyOf(statements: readonly Statement[]): string {
  return statements.map(({ sql }) => numberOf(sql)).join(',');
}

function numberOf(sql: string): number {
  let number = numbers.get(sql);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(sql, number);
  }
  return number;
}

/** A word that the engine does not know would end up in the SQL as `undefined`. */
function wordOf(word: string): string {
  const sql = SQL_WORDS[word];
  if (sql === undefined) throw new Error(`unknown SQL word {{${word}}}`);
  return sql;
}

function named(key: string, write: () => string): Prepared {
  let statement = prepared.get(key);
  if (statement === undefined) {
    let place = 0;
    const text = write()
      .replace(/\{\{(\w+)\}\}/g, (_, word: string) => wordOf(word))
      .replace(/\?/g, () => `$${++place}`);
    // Without a name it is planned each time: what is rare enough to come so late does not need its plan kept.
    statement = { name: prepared.size < PREPARED_LIMIT ? `s${prepared.size + 1}` : '', text };
    if (prepared.size < TEXTS_LIMIT) prepared.set(key, statement);
  }
  return statement;
}

/** Whether the statement can stand inside another. */
export function isSelect(sql: string): boolean {
  return /^\s*SELECT\b/i.test(sql);
}

/** What a write changes: the words after INSERT INTO or UPDATE. */
function tableOf(sql: string): string {
  return /^\s*(?:INSERT INTO|\{\{append_to\}\}|UPDATE|DELETE FROM)\s+(\w+)/i.exec(sql)?.[1] ?? sql;
}

const tables = new Map<string, string>();

/**
 * Cuts writes, in order, into groups that may travel as one: all parts of a merged statement see the database as it was
 * before any of them, so two different statements about one table must follow each other.
 */
export function groupsOf<S extends Statement>(writes: readonly S[]): S[][] {
  const groups: S[][] = [];
  let taken = new Map<string, string>();
  for (const write of writes) {
    let table = tables.get(write.sql);
    if (table === undefined) {
      table = tableOf(write.sql);
      tables.set(write.sql, table);
    }
    const other = taken.get(table);
    if (groups.length === 0 || (other !== undefined && other !== write.sql)) {
      groups.push([]);
      taken = new Map();
    }
    groups.at(-1)?.push(write);
    taken.set(table, write.sql);
  }
  return groups;
}
