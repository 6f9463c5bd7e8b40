// Reports whether another session blocks the use of a table that events need, or commits wait, for `/readyz`, after a call got no response
// in time.
import { Failure } from '../../vocabulary/failure.ts';
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { isNoAnswer } from './deadline.ts';
import { EVENT_PRIVILEGES } from './privileges.ts';

const IN_THIS_DATABASE = select`d.oid FROM pg_database d WHERE d.datname = current_database()`;

/**
 * Locks on tables in the schema of events that exclude what an event does there, and the program of their session. A value for
 * `EVENT_PRIVILEGES` says what that is: `VACUUM FULL` of another table stops a list, but no event. A lock on an index, as of REINDEX,
 * excludes every use of its table; one that its session still waits for excludes all who come later.
 */
const EXCLUDING = select`c.relname AS name, a.application_name AS program, l.granted FROM pg_locks l
  LEFT JOIN pg_index i ON i.indexrelid = l.relation
  JOIN pg_class c ON c.oid = COALESCE(i.indrelid, l.relation) JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'relation' AND c.relkind IN ('r', 'p')
    AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    AND EXISTS (SELECT 1 FROM ${macro.each_json} WHERE each.value ->> 0 = c.relname
      AND (l.mode = 'AccessExclusiveLock' OR each.value ->> 1 <> 'SELECT'))
    AND l.database = (${IN_THIS_DATABASE})
    AND c.relnamespace = (SELECT e.relnamespace FROM pg_class e WHERE e.oid = 'events'::regclass)
  ORDER BY l.granted DESC, c.relname LIMIT 1`;

/** Locks that exclude reading the records of migrations, or will do so for who comes later. */
const ON_RECORDS = select`1 AS found FROM pg_locks l LEFT JOIN pg_index i ON i.indexrelid = l.relation
  WHERE l.locktype = 'relation' AND l.mode = 'AccessExclusiveLock' AND l.database = (${IN_THIS_DATABASE})
    AND COALESCE(i.indrelid, l.relation) IN (to_regclass('schema_migrations'), to_regclass('schema_compatibility'))
  LIMIT 1`;

/** What events, and the reads of requests, report to this check. */
export interface Stalls {
  /** Whether one of them has got no response in time since this was set to false. */
  stalled: boolean;
}

/**
 * Returns a function that throws `Failure('unavailable')` while a lock, such as that of VACUUM FULL, excludes events from a table, or what
 * `checkCommits` throws. It checks only after a call got no response, because events wait for short locks. `read` must use a connection that
 * is free: those of the calls all wait then.
 */
export function stallCheck(read: Reader, stalls: Stalls, checkCommits: () => Promise<void>): () => Promise<void> {
  return async () => {
    if (!stalls.stalled) return;
    const lock = await first(
      read.all<{ name: string; program: string; granted: boolean }>(EXCLUDING, EVENT_PRIVILEGES),
    );
    if (lock === null) {
      await checkCommits();
      stalls.stalled = false;
      return;
    }
    const owner = lock.program === '' ? 'another session' : `a session of ${lock.program}`;
    const act = lock.granted ? 'has locked' : 'waits to lock';
    throw new Failure('unavailable', 'storage_unavailable', `${owner} ${act} the table ${lock.name}`, {
      retryAfter: 1,
    });
  };
}

/** Whether the records of migrations cannot be read now: no event needs them, and a check that waits for them would be late. */
export async function recordsAreLocked(read: Reader): Promise<boolean> {
  return (await first(read.all<{ found: number }>(ON_RECORDS))) !== null;
}

/** Notes when `call` gets no response in time. */
export async function notingStall<T>(stalls: Stalls, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isNoAnswer(error)) stalls.stalled = true;
    throw error;
  }
}

/** Notes reads that get no response in time. */
export function noting(reader: Reader, stalls: Stalls): Reader {
  return { all: (statement, ...values) => notingStall(stalls, () => reader.all(statement, ...values)) };
}
