// The quality of past decisions: confusion tables and rates from labeled events.
import Type from 'typebox';
import { type Confusion, type Quality, ratesOf, VERDICTS } from '../../flows/policy/measure-quality.ts';
import { STOPPED_DECISIONS } from '../../vocabulary/decisions.ts';
import { DECISIONS } from '../../vocabulary/words.ts';
import { FiredSignalSchema, RuleNameSchema } from './risk.ts';
import { type BodyOf, closed, count, fieldsOf, nullable } from './schema.ts';

const share = () => nullable(Type.Number({ minimum: 0, maximum: 1 }));
export const RateSchema = closed(
  { value: share(), low: share(), high: share(), count: count(), of: count() },
  {
    description: 'count / of with its 95 % Wilson interval; null when `of` is 0.',
    examples: [{ value: 1, low: 0.207, high: 1, count: 1, of: 1 }],
  },
);
const NO_RATE = { value: null, low: null, high: null, count: 0, of: 0 };
const RatesSchema = closed(
  { precision: RateSchema, recall: RateSchema, false_positive_rate: RateSchema },
  {
    examples: [
      {
        precision: NO_RATE,
        recall: NO_RATE,
        false_positive_rate: { value: 0, low: 0, high: 0.793, count: 0, of: 1 },
      },
    ],
  },
);
const NO_EVENTS = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
const ALLOWED_LEGITIMATE = Object.fromEntries(
  DECISIONS.map((decision) => [decision, decision === 'allow' ? { ...NO_EVENTS, legitimate: 1 } : NO_EVENTS]),
);
const MEASURES = {
  confusion: closed(fieldsOf(DECISIONS, closed(fieldsOf(VERDICTS, count()))), { examples: [ALLOWED_LEGITIMATE] }),
  block: RatesSchema,
  challenge_or_block: RatesSchema,
};
export const QualityMeasuresSchema = closed(MEASURES);

export const QualitySchema = closed({
  events: count(),
  labelled: count(),
  coverage: RateSchema,
  ...MEASURES,
  by_policy_version: Type.Array(closed({ policy_version: Type.Integer(), ...MEASURES })),
  by_rule: Type.Array(closed({ rule: RuleNameSchema, ...MEASURES })),
  by_signal: Type.Array(closed({ signal: FiredSignalSchema.properties.code, ...MEASURES })),
});

export function qualityBody(quality: Quality): BodyOf<typeof QualitySchema> {
  const { events, labeled, coverage, all, byVersion, byRule, bySignal } = quality;
  return {
    events,
    labelled: labeled,
    coverage,
    ...measures(all),
    by_policy_version: [...byVersion].map(([version, table]) => ({ policy_version: version, ...measures(table) })),
    by_rule: [...byRule].map(([id, { name, confusion }]) => ({ rule: { id, name }, ...measures(confusion) })),
    by_signal: [...bySignal].map(([signal, table]) => ({ signal, ...measures(table) })),
  };
}

function measures(confusion: Confusion): BodyOf<typeof QualityMeasuresSchema> {
  return {
    confusion,
    block: ratesOf(confusion, ['block']),
    challenge_or_block: ratesOf(confusion, STOPPED_DECISIONS),
  };
}
