// Deletes the counts of failures that no event reads any more: neither one of now, nor one of an import.
import type { OldFailures } from '../../records/privacy.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import { BASELINE_HOURS } from '../../vocabulary/failure-kinds.ts';
import type { Querier } from '../engine.ts';
import { first } from '../reads.ts';
import { deleteFrom, select, update } from '../sql.ts';

/** How far before its time an event reads counts, with a day for lines of an import that are not in the order of time. */
const READ_BACK = BASELINE_HOURS * HOUR + DAY;

/**
 * Lines that an older program has saved, also after a rollback to it: when is unknown, so they count as saved now; and from when they are,
 * so retention looks at all events again.
 */
const STAMP = update(
  'import_positions',
)`SET saved_at = ?, uncleaned_from = 0 WHERE environment_id = ? AND saved_at IS NULL`;
const IMPORTED = select`min(coalesce(event_at, 0)) AS at FROM import_positions WHERE environment_id = ? AND saved_at > ?`;
const OLDEST = select`start FROM failure_counts WHERE environment_id = ? AND span = ? AND start < ? ORDER BY start LIMIT ?`;
/** Nor those of an import that has begun since `IMPORTED` was read: its counts are visible together with its position. */
const DELETE = deleteFrom('failure_counts')`WHERE environment_id = ? AND span = ? AND start <= ?
  AND NOT EXISTS (SELECT 1 FROM import_positions p WHERE p.environment_id = ? AND p.saved_at > ?
    AND coalesce(p.event_at, 0) - ${READ_BACK} < (failure_counts.start + 1) * failure_counts.span)`;

/**
 * Deletes about `limit` counts of each span, oldest first. Returns how many it deleted; none at the end. The counts and the position of
 * an import are written in one transaction.
 */
export async function deleteOldFailures(
  querier: Querier,
  environmentNumber: number,
  { now, before, importing }: OldFailures,
  limit: number,
): Promise<number> {
  await querier.run(STAMP, now, environmentNumber);
  const imported = await first(querier.all<{ at: number | null }>(IMPORTED, environmentNumber, importing));
  const end = Math.min(before, (imported?.at ?? Number.POSITIVE_INFINITY) - READ_BACK);
  let deleted = 0;
  for (const span of [MINUTE, HOUR]) {
    const range = [environmentNumber, span] as const;
    const rows = await querier.all<{ start: number }>(OLDEST, ...range, Math.floor(end / span), limit);
    const last = rows.at(-1);
    // Writers of several processes, and several kinds of failures, have rows of the same minute.
    if (last !== undefined) deleted += await querier.run(DELETE, ...range, last.start, environmentNumber, importing);
  }
  return deleted;
}
