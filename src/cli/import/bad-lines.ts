// The bad lines of a file that is imported: each is told at once on standard error, the first hundred stand in the result.
import type { ValidationIssue } from '../../vocabulary/failure.ts';

/** Bad lines that the result names; all of them are counted and told. */
const NAMED = 100;

export interface BadLine {
  line: number;
  errors: readonly ValidationIssue[];
}

export class BadLines {
  readonly named: BadLine[] = [];

  tell(line: number, errors: readonly ValidationIssue[]): void {
    if (this.named.length < NAMED) this.named.push({ line, errors });
    const places = errors.map(({ pointer, detail }) => `${pointer === '' ? '' : `${pointer}: `}${detail}`);
    process.stderr.write(`line ${line}: ${places.join('; ')}\n`);
  }
}
