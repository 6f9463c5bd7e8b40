// Reports whether commits wait for a synchronous standby that is gone, for `/readyz`: reads then work as always.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { SECOND } from '../../vocabulary/clock.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';
import { withinDeadline } from './deadline.ts';
import { toFailure } from './failures.ts';
import { freest } from './pooled-reader.ts';
import { limited } from './transaction-limit.ts';

/** A commit that is written to the log, but changes no table. */
const COMMIT = "SELECT pg_logical_emit_message(true, 'assay', '')";
const WAITING = select`1 AS found FROM pg_stat_activity a WHERE a.datname = current_database() AND a.usename = current_user
  AND a.wait_event = 'SyncRep' AND a.query_start < clock_timestamp() - interval '.5 s' LIMIT 1`;

/** A standby that is not gone confirms a commit sooner. */
const WAIT_MS = SECOND;
/** Then the commit is canceled: it would keep a session of the server until the standby is back. */
const LIMIT_MS = 2 * SECOND;

/**
 * Returns a function that throws `Failure('unavailable')` if a commit waits for a standby, or if no connection becomes free in time. `read`
 * must use a free connection.
 */
export function commitCheck(pools: readonly pg.Pool[], read: Reader, deadlineMs: number): () => Promise<void> {
  return async () => {
    const connecting = freest(pools).connect();
    const client = await withinDeadline(deadlineMs, () => connecting).catch((error) => {
      connecting.then((late) => late.release()).catch(() => {});
      throw toFailure(error);
    });
    const limit = limited(client, LIMIT_MS, LIMIT_MS);
    // Other checks name what makes it fail.
    const ended = client.query(COMMIT).then(
      () => false,
      () => true,
    );
    try {
      const isLate = await Promise.race([ended.then(() => false), sleep(WAIT_MS, true, { ref: false })]);
      if (!isLate || (await first(read.all<{ found: number }>(WAITING))) === null) return;
      const detail = 'commits wait for a synchronous standby that does not confirm them';
      throw new Failure('unavailable', 'storage_unavailable', detail, { retryAfter: 1 });
    } finally {
      const hasFailed = await ended;
      limit.clear();
      client.release(hasFailed || limit.isReached);
    }
  };
}
