// Lists as CSV (RFC 4180), streamed: one column for each field of the item's schema, safe to open in a spreadsheet.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { textStream } from './ndjson.ts';

export const CSV = 'text/csv';

/**
 * A spreadsheet runs a cell that begins with one of these characters, or its full-width form, as a formula, which could send the
 * sheet elsewhere (CWE-1236). White space before it does not help, because some spreadsheets drop it. Such a cell gets an
 * apostrophe, which spreadsheets hide.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not begin a cell
const FORMULA = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\u0000-\u001f])/;
/**
 * Where the decimal separator is a comma, spreadsheets split cells at semicolons, even inside quotes: `x;=cmd();` would become
 * three cells. OWASP also names tabs and line breaks (CSV Injection). Quotation marks in between do not help: doubled, as in
 * `x;""=cmd()`, they are an empty quoted text, to which spreadsheets append what follows.
 */
const INNER_FORMULA = /([;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const NEEDS_QUOTES = /[",\r\n]/;

type Properties = Readonly<Record<string, TSchema & { properties?: Properties }>>;

/** The columns of a schema in order, as paths: `device.id`. A list or an object of any fields is one column. */
export function columnsOf(schema: TSchema, path: readonly string[] = []): string[][] {
  const { properties } = schema as { properties?: Properties };
  const names = Object.entries(properties ?? {});
  if (names.length === 0) return [[...path]];
  return names.flatMap(([name, field]) => columnsOf(field, [...path, name]));
}

/** One line for these values, without the line break. */
export function csvLine(values: readonly unknown[]): string {
  return values.map(cell).join(',');
}

function cell(value: unknown): string {
  const text = cellText(value);
  // A number is not a formula: a weight of -20 must stay a number.
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const safe = isPlain ? text : text.replace(FORMULA, "'$&").replaceAll(INNER_FORMULA, "$1'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(listedText).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Fired signals are listed by their codes; other objects as JSON. */
function listedText(value: unknown): string {
  const { code } = (typeof value === 'object' && value !== null ? value : {}) as { code?: unknown };
  return typeof code === 'string' ? code : cellText(value);
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body);
}

/** A response with a header line and one line per row; errors and disconnects behave as in `ndjsonResponse`. */
export async function csvResponse<T>(
  { method }: FastifyRequest,
  pages: AsyncGenerator<readonly T[]>,
  item: TSchema,
  bodyOf: (row: T) => unknown,
) {
  const columns = columnsOf(item);
  const first = await pages.next();
  const lines = (rows: readonly T[]) =>
    rows.map((row) => {
      const body = bodyOf(row);
      return `${csvLine(columns.map((path) => valueAt(body, path)))}\r\n`;
    });
  async function* texts(): AsyncGenerator<string> {
    yield `${csvLine(columns.map((path) => path.join('.')))}\r\n`;
    if (first.done === true) return;
    yield lines(first.value).join('');
    for await (const rows of pages) yield lines(rows).join('');
  }
  return { status: 200 as const, type: `${CSV}; charset=utf-8`, body: textStream(method === 'HEAD' ? [] : texts()) };
}
