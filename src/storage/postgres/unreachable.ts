// Describes where an unreachable database was looked for, and why it failed, without the password.
import pg from 'pg';
import { Failure } from '../../vocabulary/failure.ts';
import { WrongDatabase } from '../data-folder.ts';
import { isConnectionLost, toFailure } from './failures.ts';

/** SQLSTATE: the server has no database of this name. */
const NO_SUCH_DATABASE = '3D000';

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ENOENT: 'there is no such socket',
};

/** The error to throw instead of the connection error for `url`: a `Failure` when a retry may help. */
export function unreachable(url: string, error: unknown): Error {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  const known = syscall === 'open' ? undefined : CAUSES[code ?? ''];
  // A name with several addresses fails with a list of errors, whose own message is empty.
  const cause = known ?? (message || code || 'no reason given');
  const text = `the database of DATABASE_URL${place(url)} cannot be reached: ${cause}`;
  if (code === NO_SUCH_DATABASE) return new WrongDatabase(text, { cause: error });
  return toFailure(error) instanceof Failure
    ? new Failure('unavailable', 'storage_unavailable', text, { retryAfter: 1, cause: error })
    : new Error(text, { cause: error });
}

/** The error to throw instead of one that occurs while the tables are prepared, which names neither the server nor the setting. */
export function unusable(url: string, error: unknown): unknown {
  if (isConnectionLost(error)) return unreachable(url, error);
  const { message, severity } = error as { message?: string; severity?: unknown };
  if (severity === undefined) return toFailure(error);
  const text = `the database of DATABASE_URL${place(url)} cannot be used: ${message}`;
  return toFailure(error) instanceof Failure
    ? new Failure('unavailable', 'storage_unavailable', text, { retryAfter: 1, cause: error })
    : new Error(text, { cause: error });
}

/** Host and port as the driver reads them: from the address, its parameters, or the environment. */
export function place(url: string): string {
  try {
    const { host, port } = new pg.Client({ connectionString: url });
    return ` (${host.includes(':') ? `[${host}]` : host}:${port})`;
  } catch {
    return '';
  }
}
