// Adapts shared SQL to PostgreSQL: numbers placeholders, expands macros, names statements and merges several into one.
import type { Value } from '../engine.ts';
import type { Sql, Statement, TableName, Write } from '../sql.ts';
import { expand, type MacroExpansions } from '../sql-macros.ts';

const MACROS: MacroExpansions = {
  int8: 'BIGINT',
  flag: 'SMALLINT',
  json_rows: 'json_agg(json_build_array',
  byte_order: 'COLLATE "C"',
  in_texts: '= ANY (ARRAY(SELECT json_array_elements_text(?::json)))',
  each_json: 'json_array_elements(?::json) AS each (value)',
  each_text: 'json_array_elements_text(?::json) AS each (value)',
  append_to: 'INSERT INTO',
  lock_e: 'FOR UPDATE OF e',
  lock_free_rows: 'FOR UPDATE SKIP LOCKED',
  lock_rows: 'FOR UPDATE',
};

/** A statement with its values. */
export interface Bound {
  statement: Statement;
  values: Value[];
}

export interface BoundWrite extends Bound {
  statement: Write;
}

export interface Prepared {
  name: string;
  text: string;
}

/** The maximum number of statements prepared on a connection: each costs the server tens of kilobytes. */
const PREPARED_LIMIT = 300;
/** The maximum number of cached texts; later ones are built again each time. */
const TEXTS_LIMIT = 2_000;
/** Shared by all connections: a statement's name is its position in the order of first use. */
const prepared = new Map<string, Prepared>();
const numbers = new Map<string, number>();

/** The text of a statement for this engine, with `?` placeholders. @throws Error when it contains an unknown macro. */
export function expanded({ text }: Sql): string {
  return expand(text, MACROS);
}

/** One statement with the name under which it is prepared. @throws Error when it contains an unknown macro. */
export function single({ text }: Sql): Prepared {
  return named(text, () => text);
}

/**
 * Several reads as one statement with one row: column `r0` contains the rows of the first as JSON, and so on.
 * A separate statement costs about as much in messages and portals as reading a few rows.
 */
export function mergedReads(reads: readonly Bound[]): Prepared {
  return named(`r${keyOf(reads)}`, () => {
    const columns = reads.map(
      ({ statement }, index) => `(SELECT json_agg(t) FROM (${statement.text}) AS t) AS r${index}`,
    );
    return `SELECT ${columns.join(',\n')}`;
  });
}

/** Several writes as one statement; they must touch different rows. */
export function mergedWrites(writes: readonly Bound[]): Prepared {
  return named(`w${keyOf(writes)}`, () => {
    const parts = writes.map(({ statement }, index) => `w${index} AS (${statement.text})`);
    return `WITH ${parts.join(',\n')} SELECT 1`;
  });
}

function keyOf(statements: readonly Bound[]): string {
  return statements.map(({ statement }) => numberOf(statement.text)).join(',');
}

function numberOf(text: string): number {
  let number = numbers.get(text);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(text, number);
  }
  return number;
}

/** The statement of a key, written when it is first needed; `?` placeholders are numbered. */
export function named(key: string, write: () => string): Prepared {
  let statement = prepared.get(key);
  if (statement === undefined) {
    let count = 0;
    const text = expand(write(), MACROS).replace(/\?/g, () => `$${++count}`);
    // An unnamed statement is planned each time: one that is rare enough to come this late needs no cached plan.
    statement = { name: prepared.size < PREPARED_LIMIT ? `s${prepared.size + 1}` : '', text };
    if (prepared.size < TEXTS_LIMIT) prepared.set(key, statement);
  }
  return statement;
}

/**
 * Splits writes, in order, into batches that can be merged: all parts of a merged statement see the database as it was
 * before any of them, so two different statements that touch one table must be sent separately.
 */
export function batchesOf<W extends BoundWrite>(writes: readonly W[]): W[][] {
  const batches: W[][] = [];
  let touched = new Map<TableName, string>();
  for (const write of writes) {
    const { touches, text } = write.statement;
    const other = touched.get(touches);
    if (batches.length === 0 || (other !== undefined && other !== text)) {
      batches.push([]);
      touched = new Map();
    }
    batches.at(-1)?.push(write);
    touched.set(touches, text);
  }
  return batches;
}
