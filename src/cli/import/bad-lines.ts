// Reports the invalid lines of an imported file: each immediately on standard error, the first hundred in the result.
import type { ValidationIssue } from '../../vocabulary/failure.ts';
import { printNote } from '../output.ts';

/** Invalid lines listed in the result; all of them are counted and printed. */
const MAX_LISTED = 100;

export interface BadLine {
  line: number;
  errors: readonly ValidationIssue[];
}

export class BadLines {
  readonly listed: BadLine[] = [];

  report(line: number, errors: readonly ValidationIssue[]): void {
    if (this.listed.length < MAX_LISTED) this.listed.push({ line, errors });
    const issues = errors.map(({ pointer, detail }) => `${pointer === '' ? '' : `${pointer}: `}${detail}`);
    printNote(`line ${line}: ${issues.join('; ')}`);
  }
}
