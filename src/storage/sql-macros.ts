// The parts of SQL that differ between the engines. Statements write `${macro.name}`; engines supply the text.
import { type Sql, sql } from './sql.ts';

export const SQL_MACROS = [
  /** Column types, for CAST: a 64-bit and a small integer. */
  'int8',
  'flag',
  /** `${macro.json_rows}(a, b))` aggregates rows into one JSON text, a list of lists. */
  'json_rows',
  /** `id ${macro.in_texts}` binds one value: a JSON list of texts. */
  'in_texts',
  /** `FROM ${macro.each_json}` binds one value, a JSON list: a row for each element, in the column `value`. */
  'each_json',
  'each_text',
  /** Compares a text by its bytes, whatever the database's collation: a prefix is a range only then. */
  'byte_order',
  /** The head of an INSERT into a table that rejects replaced rows. */
  'append_to',
  /** Row locks until the commit: of the rows aliased `e`, of those not locked yet, of all. */
  'lock_e',
  'lock_free_rows',
  'lock_rows',
] as const;
export type SqlMacro = (typeof SQL_MACROS)[number];

/** An engine's expansions, complete by type. */
export type MacroExpansions = Readonly<Record<SqlMacro, string>>;

/** The macros as fragments: a name that is not declared does not compile. */
export const macro = Object.fromEntries(SQL_MACROS.map((name) => [name, { text: `{{${name}}}` }])) as Readonly<
  Record<SqlMacro, Sql>
>;

/** The text at this index of a row, a JSON list, that `each_json` returns. */
export const textAt = (index: number): Sql => sql`value ->> ${index}`;

/** The integer at this index of a row, a JSON list, that `each_json` returns. */
export const int8At = (index: number): Sql => sql`CAST(${textAt(index)} AS ${macro.int8})`;

/** Replaces every `{{name}}` of a text. @throws Error for a name without an expansion. */
export function expand(text: string, expansions: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const expansion = Object.hasOwn(expansions, name) ? expansions[name] : undefined;
    if (expansion === undefined) throw new Error(`unknown SQL macro {{${name}}}`);
    return expansion;
  });
}
