// Where retention continues in an environment: it has cleaned the events before that, except those added behind it since.
import { idFloor } from '../../vocabulary/ids.ts';
import type { Querier } from '../engine.ts';
import { first } from '../reads.ts';
import { insertInto, select, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';

const POSITION = select`event_id FROM retention_positions WHERE environment_id = ?`;
/** Not if another process has moved the position since it was read, maybe back to imported events. */
const ADVANCE = insertInto('retention_positions')`(environment_id, event_id) VALUES (?, ?)
  ON CONFLICT (environment_id) DO UPDATE SET event_id = excluded.event_id WHERE retention_positions.event_id = ?`;
const RETURN = update('retention_positions')`SET event_id = ? WHERE environment_id = ? AND event_id > ?`;
const IMPORTED = select`source, uncleaned_from AS at FROM import_positions WHERE environment_id = ?
  AND uncleaned_from IS NOT NULL ORDER BY source ${macro.lock_rows}`;
const CLEAR = update(
  'import_positions',
)`SET uncleaned_from = NULL WHERE environment_id = ? AND source ${macro.in_texts}`;

/** The id of the last event that retention has cleaned, or an empty text. */
export async function retentionPosition(querier: Querier, environmentNumber: number): Promise<string> {
  const row = await first(querier.all<{ event_id: string }>(POSITION, environmentNumber));
  return row?.event_id ?? '';
}

export async function advanceRetention(
  querier: Querier,
  environmentNumber: number,
  from: string,
  to: string,
): Promise<void> {
  await querier.run(ADVANCE, environmentNumber, to, from);
}

/**
 * Moves the position back to the oldest event imported since the last call, and to the beginning if a clock that was ahead has moved it past
 * `now` (ms). An import writes its events and the time of the oldest in one transaction, so that lines that are not committed yet count for
 * the next call.
 */
export async function returnToMissed(querier: Querier, environmentNumber: number, now: number): Promise<void> {
  await querier.run(RETURN, '', environmentNumber, idFloor('event', now));
  const imported = await querier.all<{ source: string; at: number }>(IMPORTED, environmentNumber);
  if (imported.length === 0) return;
  const oldest = idFloor('event', Math.min(...imported.map(({ at }) => at)));
  await querier.run(RETURN, oldest, environmentNumber, oldest);
  await querier.run(CLEAR, environmentNumber, JSON.stringify(imported.map(({ source }) => source)));
}
