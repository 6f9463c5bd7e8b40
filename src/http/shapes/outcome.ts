// An outcome as every answer shows it (specification 2.1, contract 5).
import Type from 'typebox';
import type { OutcomeRow } from '../../records/outcomes.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { AUTHENTICATION_OUTCOMES, EVALUATIONS, LABELS } from '../../vocabulary/words.ts';
import { closed, nullable, oneOf, time } from '../shape.ts';
import { DecisionShape } from './risk.ts';

export const EvaluationShape = oneOf(EVALUATIONS, { description: 'The decision against the label.' });

export const OutcomeShape = closed(
  {
    id: Type.String({ description: 'Prefix out_.' }),
    event_id: Type.String(),
    label: nullable(oneOf(LABELS), { description: 'The fraud-truth verdict.' }),
    authentication_outcome: nullable(oneOf(AUTHENTICATION_OUTCOMES), {
      description: 'What your own authentication flow did.',
    }),
    reason: nullable(Type.String()),
    metadata: nullable(Type.Object({}, { additionalProperties: true })),
    submitted_by: closed({ type: oneOf(['secret_key', 'user']), id: Type.String(), name: Type.String() }),
    submitted_at: time(),
    is_current: Type.Boolean(),
    decision: DecisionShape,
    evaluation: EvaluationShape,
  },
  { $id: 'Outcome', description: 'What really happened, as somebody submitted it.' },
);

export function outcomeBody(row: OutcomeRow) {
  return {
    id: row.id,
    event_id: row.eventId,
    label: row.label,
    authentication_outcome: row.authenticationOutcome,
    reason: row.reason,
    metadata: row.metadata,
    submitted_by: row.submittedBy,
    submitted_at: isoTime(row.submittedAt),
    is_current: row.isCurrent,
    decision: row.decision,
    evaluation: row.evaluation,
  };
}
