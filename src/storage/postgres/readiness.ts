// Whether the store can serve: its tables fit this program and are not locked, and the database takes writes and confirms them.
import type pg from 'pg';
import { requireCompatible } from '../migrate.ts';
import { commitCheck } from './commit-check.ts';
import { ConnectionShortage } from './connection-shortage.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { freelyPooled, pooled } from './pooled-reader.ts';
import { recordsAreLocked, type Stalls, stallCheck } from './table-locks.ts';
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
  const checkStalls = stallCheck(free, stalls, commitCheck(pools, free, deadlineMs));
  const checkTables = oneAtATime(async () => {
    // Only a migration that has committed can make this program incompatible; nobody can write its record under such a lock.
    if (!(await recordsAreLocked(free))) await requireCompatible(free, schemaVersion);
    await checkStalls();
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
