// An outcome as callers submit it and as the API returns it.
import Type, { type Static } from 'typebox';
import { OUTCOME_LIMITS, type Submission } from '../../flows/outcomes/record-outcome.ts';
import type { OutcomeRow } from '../../records/outcomes.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { AUTHENTICATION_OUTCOMES, EVALUATIONS, LABELS } from '../../vocabulary/words.ts';
import { DecisionSchema } from './risk.ts';
import { type BodyOf, closed, nullable, oneOf, time } from './schema.ts';

export const EvaluationSchema = oneOf(EVALUATIONS, { description: 'The decision compared with the label.' });
export const LabelSchema = oneOf(LABELS, { description: 'Whether the event was fraud, and of which kind.' });
const AuthenticationSchema = oneOf(AUTHENTICATION_OUTCOMES, {
  description: "What the customer's own authentication flow did.",
});
const ReasonSchema = Type.String({ maxLength: OUTCOME_LIMITS.reason });
const MetadataSchema = Type.Record(
  Type.String(),
  Type.Unsafe<string | number | boolean>({
    type: ['string', 'number', 'boolean'],
    maxLength: OUTCOME_LIMITS.metadataValue,
  }),
  {
    maxProperties: OUTCOME_LIMITS.metadataKeys,
    description: `Values have at most ${OUTCOME_LIMITS.metadataValue} characters as text.`,
  },
);

/** Needs a label, an authentication_outcome, or both; null is the same as absent. */
export const OutcomeBody = closed({
  label: Type.Optional(nullable(LabelSchema)),
  authentication_outcome: Type.Optional(nullable(AuthenticationSchema)),
  reason: Type.Optional(nullable(ReasonSchema)),
  metadata: Type.Optional(nullable(MetadataSchema)),
});
export type OutcomeBody = Static<typeof OutcomeBody>;

export function submissionOf(body: OutcomeBody): Submission {
  return {
    label: body.label ?? null,
    authenticationOutcome: body.authentication_outcome ?? null,
    reason: body.reason ?? null,
    metadata: body.metadata ?? null,
  };
}

export const OutcomeSchema = closed(
  {
    id: Type.String({ description: 'Prefix out_.' }),
    event_id: Type.String(),
    label: nullable(LabelSchema),
    authentication_outcome: nullable(AuthenticationSchema),
    reason: nullable(ReasonSchema),
    metadata: nullable(MetadataSchema),
    submitted_by: closed({
      type: oneOf(['secret_key', 'user']),
      id: Type.String({ description: 'Prefix key_ or usr_.' }),
      name: Type.String({ description: 'Name of the key, or email of the member.', examples: ['Backend'] }),
    }),
    submitted_at: time('Later than that of every earlier row of the event.'),
    is_current: Type.Boolean({ description: 'Exactly one row of an event is current.', examples: [true] }),
    decision: DecisionSchema,
    evaluation: EvaluationSchema,
  },
  { $id: 'Outcome', description: 'What really happened, as reported at a given time.' },
);

export function outcomeBody(row: OutcomeRow): BodyOf<typeof OutcomeSchema> {
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
