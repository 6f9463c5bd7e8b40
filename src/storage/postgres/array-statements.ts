// The array form of an event's statements: one execution for all events of a batch, with an array for each placeholder.
import { COUNT_FAILURES, COUNT_FREQUENCIES } from '../events/event-statements.ts';
import type { Statement, Write } from '../sql.ts';
import type { PostgresConnection } from './connection.ts';
import { expanded, named, type Prepared, single } from './statements.ts';

const ROWS = 'batch';

/** A statement with the PostgreSQL types of its placeholders. */
interface Typed<S extends Statement> {
  statement: S;
  types: readonly string[];
}

/** `unnest` with one array per placeholder: the columns v1, v2 … and `position`, from 1. */
function rowsOf(types: readonly string[]): string {
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const names = types.map((_, index) => `v${index + 1}`);
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS ${ROWS} (${names.join(', ')}, position)`;
}

function withColumns(text: string): string {
  let count = 0;
  return text.replace(/\?/g, () => `${ROWS}.v${++count}`);
}

/** Returns the rows of each call as one JSON text in `found`, with its `position`. */
export function arrayRead({ statement, types }: Typed<Statement>): Prepared {
  return named(`array ${statement.text}`, () => {
    const found = `(SELECT json_agg(t) FROM (${withColumns(expanded(statement))}) AS t)`;
    return `SELECT ${ROWS}.position, ${found} AS found FROM ${rowsOf(types)}`;
  });
}

/**
 * Counters that several events of a batch may add to: one statement must not update a row twice. Sorted like the lists of a single
 * event, so that two transactions lock their common counters in the same order.
 */
const COUNTERS: ReadonlyMap<string, (rows: string) => string> = new Map([
  [
    COUNT_FREQUENCIES.text,
    (rows) => `INSERT INTO signal_frequencies (environment_id, key, slot, count)
      SELECT ${ROWS}.v1, each.value, ${ROWS}.v2, count(*) FROM ${rows}, json_array_elements_text(${ROWS}.v3) AS each (value)
      GROUP BY 1, 2, 3 ORDER BY 1, each.value COLLATE "C" ON CONFLICT (environment_id, key, slot)
      DO UPDATE SET count = signal_frequencies.count + excluded.count`,
  ],
  [
    COUNT_FAILURES.text,
    (rows) => `INSERT INTO failure_counts (environment_id, span, start, kind, slot, count)
      SELECT ${ROWS}.v1, ${ROWS}.v2, ${ROWS}.v3, ${ROWS}.v4, ${ROWS}.v5, sum(${ROWS}.v6) FROM ${rows}
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4 ON CONFLICT (environment_id, span, start, kind, slot) DO UPDATE SET count = failure_counts.count + excluded.count`,
  ],
]);

/** Writes the rows of all calls, which must be different rows. @throws Error for a statement of another shape. */
export function arrayWrite({ statement, types }: Typed<Write>): Prepared {
  return named(`array ${statement.text}`, () => writeText(statement, rowsOf(types)));
}

function writeText(statement: Write, rows: string): string {
  const counter = COUNTERS.get(statement.text);
  if (counter !== undefined) return counter(rows);
  const text = withColumns(expanded(statement));
  const [, head, values, rest] = /^([^(]*\([^()]*\))\s+VALUES \(([^()]*)\)(.*)$/s.exec(text) ?? [];
  if (values !== undefined) return `${head} SELECT ${values} FROM ${rows} ${rest}`;
  if (text.startsWith('UPDATE ')) return insertedOnce(text, ' WHERE ', ` FROM ${rows} WHERE `);
  return insertedOnce(text, ' FROM ', ` FROM ${rows}, `);
}

function insertedOnce(text: string, keyword: string, replacement: string): string {
  const parts = text.replace(/\s+/g, ' ').split(keyword);
  if (parts.length !== 2) throw new Error(`this statement has no array form: ${text}`);
  return parts.join(replacement);
}

const typesByText = new Map<string, readonly string[]>();
/** Makes the names of each attempt unique: a failed attempt leaves its names on the connection. */
let attempts = 0;

/** The types of a statement's placeholders, once `learnTypes` has read them. */
export function typesOf({ text }: Statement): readonly string[] {
  return typesByText.get(text) ?? [];
}

/** Reads from the server which types it infers for the placeholders of statements: once per process, in one round trip. */
export async function learnTypes(connection: PostgresConnection, statements: readonly Statement[]): Promise<void> {
  const unknown = statements.filter(({ text }) => !typesByText.has(text));
  if (unknown.length === 0) return;
  attempts += 1;
  const prefix = `assay${attempts}types`;
  const commands = unknown.map((statement, index) => `PREPARE ${prefix}${index} AS ${single(statement).text}`);
  const read = `SELECT name, parameter_types::text[] AS types FROM pg_prepared_statements WHERE name LIKE '${prefix}%'`;
  const done = unknown.map((_, index) => `DEALLOCATE ${prefix}${index}`);
  const rows = await connection.script<{ name: string; types: string[] }>([...commands, read, ...done].join(';\n'));
  for (const { name, types } of rows) {
    const statement = unknown[Number(name.slice(prefix.length))];
    if (statement !== undefined) typesByText.set(statement.text, types);
  }
}
