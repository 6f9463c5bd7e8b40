// The schemas of risk that several responses share.
import Type from 'typebox';
import { DECISIONS, LEVELS } from '../../vocabulary/words.ts';
import { closed, nullable, oneOf } from './schema.ts';

export const DecisionSchema = oneOf(DECISIONS, { description: 'What to do about the event.' });
export const LevelSchema = oneOf(LEVELS, { description: 'Band of the score.' });
export const ScoreSchema = Type.Integer({ minimum: 0, maximum: 100, description: 'Risk, 0 to 100.' });
export const PolicyVersionSchema = Type.Integer({ minimum: 1 });

export const FiredSignalSchema = closed(
  {
    code: Type.String({ description: 'Stable code, such as NEW_DEVICE.', examples: ['NEW_DEVICE'] }),
    weight: Type.Integer({ description: 'What the signal adds to the score; a negative weight lowers it.' }),
    description: Type.String({
      description: 'One sentence with the numbers of this event; under a public key a general one without them.',
      examples: ['The device has never been seen before.'],
    }),
  },
  { $id: 'FiredSignal', description: 'A signal that fired.' },
);

/** A policy rule by id and name. */
export const RuleNameSchema = closed({ id: Type.String({ description: 'Prefix polr_.' }), name: Type.String() });

/** The rule in the response to an event. */
export const RecordedRuleSchema = nullable(
  closed({
    id: RuleNameSchema.properties.id,
    name: Type.Optional(Type.String({ description: 'Absent under a public key.' })),
  }),
  { description: 'The rule that decided; null when the thresholds alone decided.' },
);

export const MatchedRuleSchema = nullable(
  closed(RuleNameSchema.properties, { description: 'The rule that decided.' }),
  { description: 'The rule that decided; null when the thresholds alone decided.' },
);
