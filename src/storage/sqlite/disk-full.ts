// Whether an error says that the disk or a quota is full, from SQLite or from the system.
import { openingError, RESULT_CODES, sqliteCode } from './connection.ts';

const SYSTEM_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return sqliteCode(error) === RESULT_CODES.full || SYSTEM_CODES.has(code);
}

/** What to throw instead of an error of rewriting the database at `path`: SQLite's text does not say which disk it means. */
export function rewritingError(path: string, error: unknown): unknown {
  if (!isDiskFull(error)) return openingError(path, error);
  const room = 'free as much as the database takes, on its disk and in the temporary folder (TMPDIR)';
  return new Error(`a disk has no room to rewrite ${path}: ${room}`, { cause: error });
}
