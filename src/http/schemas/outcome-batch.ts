// A batch of outcomes as callers submit it and as the API returns it.
import Type from 'typebox';
import { MAX_BATCH } from '../../flows/outcomes/outcome-batch.ts';
import { OUTCOME_LIMITS } from '../../flows/outcomes/record-outcome.ts';
import type { OutcomeBatch } from '../../records/outcome-batches.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { LABELS } from '../../vocabulary/words.ts';
import { type BodyOf, closed, count, isoTimeOrNull, MAX_ID_LENGTH, nullable, oneOf, time } from './schema.ts';

export const OutcomeBatchBody = closed({
  event_ids: Type.Array(Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH }), { minItems: 1, maxItems: MAX_BATCH }),
  label: oneOf(LABELS),
  reason: Type.Optional(nullable(Type.String({ maxLength: OUTCOME_LIMITS.reason }))),
});

export const OutcomeBatchSchema = closed(
  {
    id: Type.String({ description: 'Prefix otb_.' }),
    event_count: count(),
    written_count: count('Outcome rows that this request wrote; events that already had the label get none.'),
    submitted_at: time(),
    undone_at: nullable(time(), { examples: [null] }),
  },
  { $id: 'OutcomeBatch', description: 'Outcomes recorded by one request.' },
);

export function outcomeBatchBody(batch: OutcomeBatch, written: number): BodyOf<typeof OutcomeBatchSchema> {
  return {
    id: batch.id,
    event_count: batch.eventIds.length,
    written_count: written,
    submitted_at: isoTime(batch.submittedAt),
    undone_at: isoTimeOrNull(batch.undoneAt),
  };
}
