// Whether the store can serve: its tables fit this program and are not locked, and the database takes writes.
import type pg from 'pg';
import { requireCompatible } from '../migrate.ts';
import { ConnectionShortage } from './connection-shortage.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { freelyPooled, pooled } from './pooled-reader.ts';
import { lockCheck, recordsAreLocked, type Stalls } from './table-locks.ts';
import { namedFailure, writeCheck } from './write-check.ts';

interface ReadinessOptions {
  /** All pools of the process that connect to the server itself. */
  pools: readonly pg.Pool[];
  /** The pool that records events. */
  writer: pg.Pool;
  stalls: Stalls;
  schemaVersion: number;
  deadlineMs: number;
}

/** The check behind `/readyz`. It watches the pools from now on. */
export function readiness({ pools, writer, stalls, schemaVersion, deadlineMs }: ReadinessOptions): () => Promise<void> {
  const shortage = new ConnectionShortage();
  for (const pool of pools) shortage.watch(pool);
  // The connections for requests may all wait for a lock that excludes the requests: then no event arrives at its own.
  const free = freelyPooled(pools, deadlineMs);
  const checkLocks = lockCheck(free, stalls);
  const checkTables = oneAtATime(async () => {
    // Only a migration that has committed can make this program incompatible; nobody can write its record under such a lock.
    if (!(await recordsAreLocked(free))) await requireCompatible(free, schemaVersion);
    await checkLocks();
  });
  const checkWrites = writeCheck(pooled(writer, deadlineMs), shortage);
  return async () => {
    try {
      await checkTables();
      await checkWrites();
    } catch (error) {
      throw namedFailure(error);
    }
  };
}
