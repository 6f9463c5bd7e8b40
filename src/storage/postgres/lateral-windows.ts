// Reads a window with one index scan that runs once for each partition. The shared statement has a scan per partition: more nodes to
// plan and start, and the key and the times sent once for each.
import { PARTITION_CAP, PARTITIONS, WINDOW_NAMES, type WindowName } from '../../vocabulary/windows.ts';
import type { Reader, Value } from '../engine.ts';
import {
  ID_OWNER,
  keyOf,
  PAST_EVENT_COLUMNS,
  QueriedWindows,
  rangeOf,
  type WindowStatements,
} from '../events/windows.ts';
import { columns, EMPTY, joined, type Sql, type Statement, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';

const LIMITS = joined(
  PARTITIONS.map((partition, index) => sql`(${index}, ${PARTITION_CAP[partition]})`),
  ', ',
);

/** The same rows in the same order as the shared statement. */
function windowOf(name: WindowName, key: Sql): Statement {
  const isDivided = name !== 'session';
  const inPartition = isDivided ? sql`AND window_partition = p.number` : EMPTY;
  const part = sql`SELECT id, window_partition, ${columns(PAST_EVENT_COLUMNS)} FROM events ${rangeOf(name, key, inPartition)}
    ORDER BY at DESC, id DESC LIMIT ${isDivided ? sql`p.most` : sql`${PARTITION_CAP.attempt}`}`;
  const parts = isDivided
    ? sql`(VALUES ${LIMITS}) AS p (number, most) CROSS JOIN LATERAL (${part}) AS part`
    : sql`(${part}) AS part`;
  const order = isDivided ? sql`at DESC, window_partition, id DESC` : sql`at DESC, id DESC`;
  return select`${macro.json_rows}(${columns(PAST_EVENT_COLUMNS)})) AS packed
    FROM (SELECT part.* FROM ${parts} ORDER BY ${order}) AS newest`;
}

const LATERAL: WindowStatements = {
  read: Object.fromEntries(WINDOW_NAMES.map((name) => [name, windowOf(name, keyOf(name))])) as Record<
    WindowName,
    Statement
  >,
  ofIdOwner: windowOf('device', sql`device_id = ${ID_OWNER}`),
  values: (_name, environmentNumber, key, until, since): Value[] => [environmentNumber, ...key, until, since],
};

export function lateralWindows(reader: Reader): QueriedWindows {
  return new QueriedWindows(reader, LATERAL);
}
