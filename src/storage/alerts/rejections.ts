// Counts refused events by reason, for both engines.
import type { RejectionCount, RejectionStore } from '../../records/alerts.ts';
import { REJECTION_SPAN } from '../../vocabulary/alerts.ts';
import type { Engine } from '../engine.ts';
import { insertInto, select } from '../sql.ts';
import { int8At, macro, textAt } from '../sql-macros.ts';

/** Adds a JSON list of [environment, kind, bucket, word, count], each row once. */
const ADD = insertInto('rejection_counts')`(environment_id, kind, bucket, word, count)
  SELECT ?, ${textAt(0)}, ${int8At(1)}, ${textAt(2)}, ${int8At(3)} FROM ${macro.each_json} WHERE true
  ON CONFLICT (environment_id, kind, bucket, word) DO UPDATE SET count = rejection_counts.count + excluded.count`;
const SINCE = select`kind, bucket, word, count FROM rejection_counts WHERE environment_id = ? AND bucket >= ?
  ORDER BY count DESC, word`;

export function rejectionStore(engine: Engine): RejectionStore {
  return {
    add: (counts) =>
      engine.write(async (querier) => {
        // Sorted, so that two processes never deadlock.
        const numbers = [...new Set(counts.map(({ environmentNumber }) => environmentNumber))].sort((a, b) => a - b);
        for (const number of numbers) {
          const rows = counts
            .filter(({ environmentNumber }) => environmentNumber === number)
            .map(({ kind, at, word, count }) => [kind, Math.floor(at / REJECTION_SPAN), word, count])
            .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
          await querier.run(ADD, number, JSON.stringify(rows));
        }
      }),
    since: async (environmentNumber, since) => {
      const rows = await engine.read.all<{ kind: RejectionCount['kind']; bucket: number; word: string; count: number }>(
        SINCE,
        environmentNumber,
        Math.floor(since / REJECTION_SPAN),
      );
      return rows.map(({ kind, bucket, word, count }) => ({ kind, word, at: bucket * REJECTION_SPAN, count }));
    },
  };
}
