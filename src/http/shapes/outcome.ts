// An outcome as every answer shows it (specification 2.1, contract 5).
import Type from 'typebox';
import type { OutcomeRow } from '../../records/outcomes.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { EVALUATIONS } from '../../vocabulary/words.ts';
import { OutcomeBody } from '../outcome-body.ts';
import { closed, oneOf, time } from '../shape.ts';
import { DecisionShape } from './risk.ts';

export const EvaluationShape = oneOf(EVALUATIONS, { description: 'The decision that was made against the label.' });
/** As it was submitted, but that every field is there. */
const { label, authentication_outcome, reason, metadata } = Type.Required(OutcomeBody).properties;

export const OutcomeShape = closed(
  {
    id: Type.String({ description: 'Prefix out_.' }),
    event_id: Type.String(),
    label,
    authentication_outcome,
    reason,
    metadata,
    submitted_by: closed({ type: oneOf(['secret_key', 'user']), id: Type.String(), name: Type.String() }),
    submitted_at: time(),
    is_current: Type.Boolean(),
    decision: DecisionShape,
    evaluation: EvaluationShape,
  },
  { $id: 'Outcome', description: 'What really happened, as somebody said at a time.' },
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
