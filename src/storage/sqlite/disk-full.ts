// Decides whether an error of SQLite or the system means that the disk or a quota is full, or a file as large as is allowed.
import { FILE_TOO_LARGE, openingError, RESULT_CODES, reasonOf, sqliteCode } from './connection.ts';

const SYSTEM_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return sqliteCode(error) === RESULT_CODES.full || SYSTEM_CODES.has(code);
}

/** Then free space does not help. */
export function isFileTooLarge(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'EFBIG' || reasonOf(error) === FILE_TOO_LARGE;
}

/** The error to throw when rewriting the database at `path` fails: SQLite's text does not say which disk it means. */
export function rewritingError(path: string, error: unknown): unknown {
  if (!isDiskFull(error) || isFileTooLarge(error)) return openingError(path, error);
  const room = 'free as much as the database takes, on its disk and in the temporary folder (TMPDIR)';
  return new Error(`a disk has no room to rewrite ${path}: ${room}`, { cause: error });
}
