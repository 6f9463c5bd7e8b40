// Reads the lines of an outcome file: CSV or newline-delimited JSON, detected by the first character unless specified.
import { csvLines } from './csv-lines.ts';
import { inflated, type Line, readLines, startingWith } from './line-reader.ts';
import { MAX_OUTCOME_BYTES, METADATA_COLUMN, OUTCOME_COLUMNS } from './outcome-line.ts';

const COLUMNS = { fields: OUTCOME_COLUMNS, group: METADATA_COLUMN };

export async function* outcomeFileLines(
  input: AsyncIterable<Buffer>,
  format: 'csv' | 'ndjson' | null,
): AsyncGenerator<Line> {
  const bytes = inflated(input)[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let first: string | undefined;
  while (first === undefined) {
    const { value, done } = await bytes.next();
    if (done) break;
    head.push(value);
    first = /\S/.exec(value.toString('latin1'))?.[0];
  }
  const whole = startingWith(Buffer.concat(head), bytes);
  const json = format === null ? first === '{' : format === 'ndjson';
  yield* json ? readLines(whole, MAX_OUTCOME_BYTES) : csvLines(whole, COLUMNS, MAX_OUTCOME_BYTES);
}
