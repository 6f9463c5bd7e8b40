// What a command prints: its result on standard output, as JSON or for people, and everything else on standard error.
import { ConfigError } from '../config/config.ts';
import { Failure } from '../vocabulary/failure.ts';

/** How a command ends; the numbers are part of the interface. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Prints a command's one result. With `json` it is one line of JSON and nothing else. */
export function printResult(result: unknown, json: boolean | undefined, forPeople: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${forPeople()}\n`);
}

/** A table of short texts, columns padded. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One line for one error, the place first; the exit code that goes with it. */
export function explain(error: unknown): { message: string; code: number } {
  if (error instanceof ConfigError) return { message: error.message, code: EXIT.usage };
  if (error instanceof UsageError) return { message: error.message, code: EXIT.usage };
  if (error instanceof Failure && error.issues.length > 0) {
    const places = error.issues.map(({ pointer, detail }) => `${pointer === '' ? '' : `${pointer}: `}${detail}`);
    return {
      message: [error.message, ...places.filter((place) => !error.message.includes(place))].join('; '),
      code: EXIT.failed,
    };
  }
  return { message: error instanceof Error ? error.message : String(error), code: EXIT.failed };
}

/** A command that was asked for something it cannot mean. */
export class UsageError extends Error {}
