// Reports whether another session blocks writes to a table, for `/readyz`, after an event got no response in time.
import { Failure } from '../../vocabulary/failure.ts';
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';

/** Locks that exclude writers, on tables in the schema of events, and the program of their session. */
const EXCLUDING = select`c.relname AS name, a.application_name AS program FROM pg_locks l
  JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'relation' AND l.granted AND c.relkind IN ('r', 'p')
    AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND c.relnamespace = (SELECT e.relnamespace FROM pg_class e WHERE e.oid = 'events'::regclass)
  ORDER BY c.relname LIMIT 1`;

/** What ingestion reports to this check. */
export interface Stalls {
  /** Whether an event has got no response in time since this was set to false. */
  stalled: boolean;
}

/**
 * Returns a function that throws `Failure('unavailable')` while a lock, such as that of VACUUM FULL, excludes the writers of a table. It
 * checks only after an event got no response, because events wait for short locks. `read` must not use the connections of events,
 * which all wait then.
 */
export function lockCheck(read: Reader, stalls: Stalls): () => Promise<void> {
  return async () => {
    if (!stalls.stalled) return;
    const lock = await first(read.all<{ name: string; program: string }>(EXCLUDING));
    if (lock === null) {
      stalls.stalled = false;
      return;
    }
    const owner = lock.program === '' ? 'another session' : `a session of ${lock.program}`;
    throw new Failure('unavailable', 'storage_unavailable', `${owner} has locked the table ${lock.name}`, {
      retryAfter: 1,
    });
  };
}
