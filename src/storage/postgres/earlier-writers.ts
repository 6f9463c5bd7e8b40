// Waits, without a lock, until all transactions that are in progress and have written something have ended.
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../../vocabulary/clock.ts';
import type { Engine, Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { select } from '../sql.ts';

/** Transactions of Assay end within 15 s; one of another program on the same server may take longer. */
const TIMEOUT_MS = 20 * SECOND;
const PAUSE_MS = 20;

/** Reading a row of the environment makes a distributed database use the snapshot of the node that stores it. */
const NEXT_TRANSACTION = select`pg_snapshot_xmax(pg_current_snapshot())::text AS next FROM unused_signals
  WHERE environment_id = ? LIMIT 1`;
const HAVE_ENDED = select`CASE WHEN pg_snapshot_xmin(pg_current_snapshot()) >= CAST(? AS xid8) THEN 1 ELSE 0 END AS ended
  FROM unused_signals WHERE environment_id = ? LIMIT 1`;

export function earlierWritersEnd(read: Reader): NonNullable<Engine['earlierWritersEnd']> {
  return async (environmentNumber, stopping) => {
    const now = await first(read.all<{ next: string }>(NEXT_TRANSACTION, environmentNumber));
    // Another process has settled all of them.
    if (now === null) return true;
    const deadline = performance.now() + TIMEOUT_MS;
    while (performance.now() < deadline && !stopping?.aborted) {
      const row = await first(read.all<{ ended: number }>(HAVE_ENDED, now.next, environmentNumber));
      if (row === null || row.ended === 1) return true;
      await pause(PAUSE_MS);
    }
    return false;
  };
}
