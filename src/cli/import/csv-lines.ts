// Converts a CSV file (RFC 4180, UTF-8, with a header) to lines of JSON, in bounded memory.
import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { UsageError } from '../output.ts';
import type { Line } from './line-reader.ts';

export interface CsvColumns {
  /** Columns with these names become fields. */
  fields: readonly string[];
  /** A column whose name starts with this prefix becomes a member of an object: `metadata.case` of `metadata`. */
  group: string;
}

const LINE_END = /\r\n|\n|\r/g;
/** The field name of a cell without a column. No schema has such a field, so the line is reported as invalid. */
const surplus = (index: number) => `column ${index + 1}`;

/**
 * Yields one line of JSON for each record that is not blank, numbered by the line it starts on. Empty cells are omitted;
 * all other values are text. A record with too few or too many cells gets fields that no schema has.
 * @throws UsageError for an unknown or repeated column; Error where the file is not CSV or not UTF-8, because records
 *   cannot be separated after a misplaced quotation mark.
 */
export async function* csvLines(
  input: AsyncIterable<Buffer>,
  columns: CsvColumns,
  maxRecordSize: number,
): AsyncGenerator<Line> {
  const parser = parse({
    bom: true,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecordSize,
  });
  const source = Readable.from(utf8(input));
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  let header: string[] | null = null;
  // Lines are counted here because the parser counts CR LF within a quoted cell as two line ends.
  let next = 1;
  let blank = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const number = next + info.empty_lines - blank;
      blank = info.empty_lines;
      next = number + 1 + record.reduce((ends, cell) => ends + (cell.match(LINE_END)?.length ?? 0), 0);
      if (isBlank(record)) continue;
      if (header === null) header = checkedHeader(record, columns);
      else yield { number, bytes: Buffer.from(JSON.stringify(fieldsOf(header, record, columns.group))) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`invalid CSV near line ${error.lines}: ${error.message}`, { cause: error });
  } finally {
    source.destroy();
  }
}

/** A line of spaces and tabs, which `skip_empty_lines` does not skip, but `readLines` also treats as blank. */
function isBlank(record: readonly string[]): boolean {
  return record.length === 1 && /^[ \t]*$/.test(record[0] ?? '');
}

function checkedHeader(names: string[], { fields, group }: CsvColumns): string[] {
  const allowed = `allowed columns are ${fields.join(', ')} and any that start with ${group}`;
  for (const [index, name] of names.entries()) {
    if (!fields.includes(name) && !(name.startsWith(group) && name !== group)) {
      throw new UsageError(`line 1: column ${index + 1} has the unknown name "${name}"; ${allowed}`);
    }
    if (names.indexOf(name) !== index) {
      throw new UsageError(`line 1: column ${index + 1} repeats the name "${name}"`);
    }
  }
  return names;
}

function fieldsOf(header: readonly string[], cells: readonly string[], group: string): object {
  const fields: [string, unknown][] = [];
  const grouped: [string, string][] = [];
  for (const [index, cell] of cells.entries()) {
    const name = header[index];
    if (name === undefined) fields.push([surplus(index), cell]);
    else if (cell !== '') (name.startsWith(group) ? grouped : fields).push([name.replace(group, ''), cell]);
  }
  if (cells.length < header.length) fields.push([surplus(cells.length), null]);
  if (grouped.length > 0) fields.push([group.slice(0, -1), Object.fromEntries(grouped)]);
  return Object.fromEntries(fields);
}

/** Passes the bytes through, and throws for invalid UTF-8, which the parser would read as replacement characters. */
async function* utf8(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const check = (chunk: Buffer | undefined) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw new Error('the file is not valid UTF-8: save it as UTF-8', { cause: error });
    }
  };
  for await (const chunk of input) {
    check(chunk);
    yield chunk;
  }
  check(undefined);
}
