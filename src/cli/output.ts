// Prints the result of a command as JSON or text, and maps errors to messages and exit codes.
import { ConfigError } from '../config/config.ts';
import { WrongDatabase } from '../storage/data-folder.ts';
import { Failure } from '../vocabulary/failure.ts';

/** Exit codes, which are part of the interface. `usage` also means that an argument or setting names something that does not exist. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Prints the result of a command: one line of JSON with `json`, else the text. */
export function printResult(result: unknown, json: boolean | undefined, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${printableLines(text())}\n`);
}

/** Prints additional messages of a command, such as an error, to standard error. */
export function printNote(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`);
}

const outputErrors = new Set<unknown>();

/**
 * Ends a command whose output nobody takes with exit code 1 once its work is done, and one that runs until it is interrupted at once: a
 * stream whose errors have no listener ends the process with a stack. Nothing is said if the reader has ended, as `head` does.
 */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isFirst = outputErrors.size === 0;
    outputErrors.add(error);
    if (!isFirst) return;
    process.exitCode = EXIT.failed;
    if (error.code !== 'EPIPE') printNote(`assay: standard output cannot be written: ${error.message}`);
    // Without a listener, this does nothing.
    process.emit('SIGTERM', 'SIGTERM');
  });
  process.stderr.on('error', () => {});
}

/** Whether an error is that of standard output, which `watchOutput` has reported. */
export function isOutputError(error: unknown): boolean {
  return outputErrors.has(error);
}

/** Makes text that callers chose, such as account ids and names, printable: a terminal would interpret its control characters. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?');
}

/** Likewise for lines that may quote such text: the name of a rule, or a key of an event in a file to import. */
function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** A table with padded columns. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows.map((row) => row.map(printable))];
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

/** The message of an error, with its issues, and the exit code. */
export function explain(error: unknown): { message: string; code: number } {
  if (error instanceof ConfigError) return { message: error.message, code: EXIT.usage };
  if (error instanceof UsageError || error instanceof WrongDatabase)
    return { message: error.message, code: EXIT.usage };
  // An id that was given as an argument.
  if (error instanceof Failure && error.kind === 'not_found') return { message: error.message, code: EXIT.usage };
  if (error instanceof Failure && error.issues.length > 0) {
    const issues = error.issues.map(({ pointer, detail }) => `${pointer === '' ? '' : `${pointer}: `}${detail}`);
    // A message often repeats an issue, with or without its position.
    const repeated = error.issues.some(({ detail }) => detail === error.message);
    const lines = repeated ? issues : [error.message, ...issues.filter((issue) => !error.message.includes(issue))];
    return { message: lines.join('; '), code: EXIT.failed };
  }
  return {
    message: error instanceof Error ? (deniedPath(error) ?? error.message + reasonOf(error)) : String(error),
    code: EXIT.failed,
  };
}

/** The system names its function ("lstat"), and commands ask about many files before they use one. */
function deniedPath({ code, path }: NodeJS.ErrnoException): string | null {
  const isDenied = (code === 'EACCES' || code === 'EPERM') && path !== undefined;
  return isDenied ? `${path} cannot be accessed by this account (${code})` : null;
}

/** What a PostgreSQL server gave as the reason, unless the message says it: a request must not tell strangers, a command may. */
function reasonOf({ message, cause }: Error): string {
  const { severity, message: reason } = (cause ?? {}) as { severity?: unknown; message?: unknown };
  return severity === undefined || typeof reason !== 'string' || message.includes(reason) ? '' : `: ${reason}`;
}

/** Thrown for invalid arguments of a command. */
export class UsageError extends Error {}
