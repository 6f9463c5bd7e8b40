// Classifies the errors of `pg`: lost a race, lost the connection, temporarily unavailable, or a bug.
import { Failure } from '../../vocabulary/failure.ts';

/** The SQLSTATE of a server's error, else ''. */
function sqlState(error: unknown): string {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && severity !== undefined ? code : '';
}

/** Whether running the transaction again may succeed: it lost against a concurrent one. */
export function isSerializationFailure(error: unknown): boolean {
  const state = sqlState(error);
  // 23505: two transactions inserted the same row at once; the second run finds the row of the first.
  return state === '40001' || state === '40P01' || state === '23505';
}

/**
 * Whether a statement prepared on the connection no longer works there, because another session changed the type of a column. A new
 * connection prepares it again.
 */
export function isStaleStatement(error: unknown): boolean {
  // "cached plan must not change result type" has a general SQLSTATE, and a text in the server's language.
  return sqlState(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';
}

/** Whether the connection was lost, so that a COMMIT in flight may or may not have been executed. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Failure) return false;
  const state = sqlState(error);
  if (state !== '') return state.startsWith('08') || state.startsWith('57P');
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(code) ||
    /onnection|timeout|not queryable/.test(error.message)
  );
}

/**
 * SQLSTATE classes that mean "not now": resources, operator intervention, system error, connection, read-only; and problems that an
 * operator must fix: a refused login, a missing database, privilege or table (28, 3D000, 55000, 42501, 42P01), a sequence at its end (2200H),
 * and damaged data or indexes (XX001, XX002). With SQLite, a damaged file counts as unavailable, too.
 */
const UNAVAILABLE = /^(08|2200H|28|3D000|42501|42P01|53|55000|57|58|55P03|25006|25P0|XX001|XX002)/;

/** Whether the server refuses the login: the password, the role, the database, or an entry of pg_hba.conf. */
export function isLoginRefused(error: unknown): boolean {
  return /^(28|3D000|55000)/.test(sqlState(error));
}

/** Whether a table is not found: the database was emptied or replaced, or the role may no longer use the schema. */
export function isTableMissing(error: unknown): boolean {
  return sqlState(error) === '42P01';
}

/** `Failure('unavailable')` when a retry may help, else the error itself. */
export function toFailure(error: unknown): unknown {
  const isPassing = isConnectionLost(error) || isSerializationFailure(error) || isStaleStatement(error);
  if (!isPassing && !UNAVAILABLE.test(sqlState(error))) return error;
  return new Failure('unavailable', 'storage_unavailable', 'the database cannot accept this now', {
    retryAfter: 1,
    cause: error,
  });
}
