// Reads the events of a fingerprint from two indexes that complement each other: no event is written to both.
import { PARTITIONS, WINDOW_BIT } from '../../vocabulary/windows.ts';
import type { Value } from '../engine.ts';
import { joined, type Sql, sql } from '../sql.ts';

const BIT = WINDOW_BIT.fingerprint;
/** Each condition is one range of one index: the window's has a range for each partition. */
const RANGES: readonly Sql[] = [
  ...PARTITIONS.map((_, partition) => sql`(f.windows & ${BIT}) <> 0 AND f.window_partition = ${partition}`),
  sql`(f.windows & ${BIT}) = 0 AND f.fingerprint IS NOT NULL`,
];

interface FingerprintRead {
  /** `SELECT id, at` without parentheses: at most the limit of each range. */
  rows: Sql;
  /** The values of `rows` from those of one range: environment, fingerprint, those of `condition`, limit. */
  values: (environmentNumber: number, fingerprint: string, condition: readonly Value[], limit: number) => Value[];
}

/** The first events of a fingerprint, in the order of their own time, that meet the condition on `f`. */
export function eventsOfFingerprint(condition: Sql, order: 'ASC' | 'DESC'): FingerprintRead {
  const direction = order === 'ASC' ? sql`ASC` : sql`DESC`;
  const parts = RANGES.map(
    (range) => sql`SELECT id, at FROM (SELECT f.id, f.at FROM events f WHERE f.environment_id = ? AND f.fingerprint = ?
      AND ${range} ${condition} ORDER BY f.at ${direction} LIMIT ?) AS part`,
  );
  return {
    rows: joined(parts, ' UNION ALL '),
    values: (environmentNumber, fingerprint, values, limit) =>
      RANGES.flatMap(() => [environmentNumber, fingerprint, ...values, limit]),
  };
}
