// Reports whether another session blocks the use of a table that events need, for `/readyz`, after a call got no response in time.
import { Failure } from '../../vocabulary/failure.ts';
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { EVENT_PRIVILEGES } from './privileges.ts';

/**
 * Locks on tables in the schema of events that exclude what an event does there, and the program of their session. A value for
 * `EVENT_PRIVILEGES` says what that is: `VACUUM FULL` of another table stops a list, but no event.
 */
const EXCLUDING = select`c.relname AS name, a.application_name AS program FROM pg_locks l
  JOIN pg_class c ON c.oid = l.relation JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'relation' AND l.granted AND c.relkind IN ('r', 'p')
    AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    AND EXISTS (SELECT 1 FROM ${macro.each_json} WHERE each.value ->> 0 = c.relname
      AND (l.mode = 'AccessExclusiveLock' OR each.value ->> 1 <> 'SELECT'))
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND c.relnamespace = (SELECT e.relnamespace FROM pg_class e WHERE e.oid = 'events'::regclass)
  ORDER BY c.relname LIMIT 1`;

/** What events, and the reads of requests, report to this check. */
export interface Stalls {
  /** Whether one of them has got no response in time since this was set to false. */
  stalled: boolean;
}

/**
 * Returns a function that throws `Failure('unavailable')` while a lock, such as that of VACUUM FULL, excludes events from a table. It
 * checks only after a call got no response, because events wait for short locks. `read` must use a connection that is free: those of
 * the calls all wait then.
 */
export function lockCheck(read: Reader, stalls: Stalls): () => Promise<void> {
  return async () => {
    if (!stalls.stalled) return;
    const lock = await first(read.all<{ name: string; program: string }>(EXCLUDING, EVENT_PRIVILEGES));
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
