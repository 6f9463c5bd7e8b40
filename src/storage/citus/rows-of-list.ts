// Turns inserts that take a JSON list into inserts of its rows, for a distributed database.
import type { Value } from '../engine.ts';
import { COUNT_FREQUENCIES, INSERT_EVENT_SIGNALS, INSERT_KEYS } from '../events/event-statements.ts';
import { insertInto, type Sql, sql, type Write } from '../sql.ts';

/** How a statement with the values `[environment, other, list]` inserts the elements of its list. */
interface ListInsert {
  write: (rows: Sql) => Write;
  row: Sql;
  values: (environment: Value, other: Value, element: unknown) => Value[];
}

const LIST_INSERTS: ReadonlyMap<Write, ListInsert> = new Map<Write, ListInsert>([
  [
    INSERT_EVENT_SIGNALS,
    {
      write: (rows) => insertInto('event_signals')`(environment_id, code, event_id) VALUES ${rows}`,
      row: sql`(?, ?, ?)`,
      values: (environment, event, code) => [environment, code as string, event],
    },
  ],
  [
    INSERT_KEYS,
    {
      write: (rows) => insertInto('device_keys')`(environment_id, kind, digest, device_id) VALUES ${rows}
        ON CONFLICT DO NOTHING`,
      row: sql`(?, ?, ?, ?)`,
      values: (environment, device, element) => [environment, ...(element as [number, string]), device],
    },
  ],
  [
    COUNT_FREQUENCIES,
    {
      write: (rows) => insertInto('signal_frequencies')`(environment_id, key, slot, count) VALUES ${rows}
        ON CONFLICT (environment_id, key, slot) DO UPDATE SET count = signal_frequencies.count + 1`,
      row: sql`(?, ?, ?, 1)`,
      values: (environment, shard, key) => [environment, key as string, shard],
    },
  ],
]);

/** Statements by the number of rows; a list has at most a few dozen elements. */
const written = new Map<ListInsert, Map<number, Write>>();

/** Returns null for every other statement. Citus runs INSERT … SELECT from a list through an intermediate result: 0.7 to 1.2 ms. */
export function rowsOfList(statement: Write, values: readonly Value[]): { statement: Write; values: Value[] } | null {
  const insert = LIST_INSERTS.get(statement);
  if (insert === undefined) return null;
  const [environment = null, other = null, list] = values;
  const elements = JSON.parse(list as string) as unknown[];
  return {
    statement: ofRows(insert, elements.length),
    values: elements.flatMap((element) => insert.values(environment, other, element)),
  };
}

function ofRows(insert: ListInsert, count: number): Write {
  const byCount = written.get(insert) ?? new Map<number, Write>();
  const known = byCount.get(count);
  if (known !== undefined) return known;
  const statement = insert.write({ text: Array<string>(count).fill(insert.row.text).join(', ') });
  written.set(insert, byCount.set(count, statement));
  return statement;
}
