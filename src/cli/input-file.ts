// Reads a file named by a command's argument, and explains what is wrong with the path.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { UsageError } from './output.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'cannot be read by this account',
  EPERM: 'cannot be read by this account',
};

/** The text of a file, without a byte order mark; `name` is how messages refer to it, and `-` is standard input. @throws UsageError. */
export function readInputFile(path: string, name: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw inputFileError(name, error as NodeJS.ErrnoException);
  }
}

/** Checks a file that is read piece by piece, before the command does anything else. @throws UsageError. */
export function requireInputFile(path: string): void {
  if (path === '-') return;
  try {
    accessSync(path, constants.R_OK);
    if (statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (error) {
    throw inputFileError(path, error as NodeJS.ErrnoException);
  }
}

function inputFileError(name: string, { code, message }: NodeJS.ErrnoException): UsageError {
  const reason = REASONS[code ?? ''];
  return new UsageError(reason === undefined ? `${name}: ${message}` : `${name} ${reason}`);
}
