// Reads the newest events of a key that later ones were scored against, by the index of their window, for both engines.
import { PARTITIONS, WINDOW_BIT } from '../../vocabulary/windows.ts';
import type { LinkedKind } from '../../vocabulary/words.ts';
import { EMPTY, identifier, joined, type Sql, sql } from '../sql.ts';

const WINDOWS = {
  account: { column: 'account_key', bit: WINDOW_BIT.account },
  device: { column: 'device_id', bit: WINDOW_BIT.device },
  network: { column: 'counter_address', bit: WINDOW_BIT.address },
} as const satisfies Record<LinkedKind, object>;

/**
 * Rows with these columns, one range of the index for each partition. The values of each are the environment, the key, those of `condition`,
 * and the most rows.
 */
export function countedEvents(kind: LinkedKind, columns: Sql, condition: Sql = EMPTY): Sql {
  const { column, bit } = WINDOWS[kind];
  const parts = PARTITIONS.map(
    (
      _,
      partition,
    ) => sql`SELECT * FROM (SELECT ${columns} FROM events WHERE environment_id = ? AND ${identifier(column)} = ?
      AND (windows & ${bit}) <> 0 AND window_partition = ${partition} ${condition} ORDER BY at DESC LIMIT ?) AS part`,
  );
  return joined(parts, ' UNION ALL ');
}
