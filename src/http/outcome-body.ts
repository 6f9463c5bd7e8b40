// What may be said of an event afterwards (specification 2.1, contract 5 and 10): its schema, and the rules that no schema can say.
import Type, { type Static } from 'typebox';
import { OUTCOME_LIMITS, type Submission } from '../flows/record-outcome.ts';
import { Failure, type InvalidPlace } from '../vocabulary/failure.ts';
import { AUTHENTICATION_OUTCOMES, LABELS } from '../vocabulary/words.ts';
import { escapePointer } from './json-body.ts';
import { closed, nullable, oneOf } from './shape.ts';

export const OutcomeBody = closed(
  {
    label: Type.Optional(nullable(oneOf(LABELS), { description: 'The fraud-truth verdict.' })),
    authentication_outcome: Type.Optional(
      nullable(oneOf(AUTHENTICATION_OUTCOMES), { description: 'What your own authentication flow did.' }),
    ),
    reason: Type.Optional(nullable(Type.String({ maxLength: OUTCOME_LIMITS.reason }))),
    metadata: Type.Optional(
      nullable(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
          maxProperties: OUTCOME_LIMITS.metadataKeys,
        }),
        { description: `Values have at most ${OUTCOME_LIMITS.metadataValue} characters as text and keep their type.` },
      ),
    ),
  },
  { description: 'An outcome: at least one of label and authentication_outcome; null is the same as absent.' },
);
export type OutcomeBody = Static<typeof OutcomeBody>;

/**
 * The submission of a body that fits `OutcomeBody`.
 * @throws Failure `invalid` with every wrong place.
 */
export function readOutcome(body: OutcomeBody): Submission {
  const { label = null, authentication_outcome: authenticationOutcome = null, reason = null, metadata = null } = body;
  const places: InvalidPlace[] = [];
  if (label === null && authenticationOutcome === null) {
    const detail = 'An outcome needs a label, an authentication_outcome, or both.';
    places.push({ pointer: '', code: 'verdict_missing', detail });
  }
  for (const [key, value] of Object.entries(metadata ?? {})) {
    if ([...String(value)].length <= OUTCOME_LIMITS.metadataValue) continue;
    const detail = `May have at most ${OUTCOME_LIMITS.metadataValue} characters.`;
    places.push({ pointer: `/metadata/${escapePointer(key)}`, code: 'too_long', detail });
  }
  if (places.length > 0) {
    throw new Failure('invalid', 'invalid_input', `The outcome is invalid: ${places[0]?.detail}`, { places });
  }
  return { label, authenticationOutcome, reason, metadata: metadata as Submission['metadata'] };
}
