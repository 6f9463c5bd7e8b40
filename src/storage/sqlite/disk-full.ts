// Whether an error says that the disk or a quota is full, from SQLite or from the system.
import { sqliteCode } from './connection.ts';

/** SQLITE_FULL: also at the page limit of a database. */
const FULL = 13;
const SYSTEM_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return sqliteCode(error) === FULL || SYSTEM_CODES.has(code);
}
