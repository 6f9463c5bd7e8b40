// GET /v1/environments/{env}/policy/quality: precision, recall and false positives from labeled events.
import Type from 'typebox';
import { type Confusion, measureQuality, type Quality, ratesOf, VERDICTS } from '../../flows/policy/measure-quality.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { DECISIONS } from '../../vocabulary/words.ts';
import { parseTimeRange } from '../input/time-range.ts';
import { closed, nullable } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const count = () => Type.Integer({ minimum: 0 });
const share = () => nullable(Type.Number({ minimum: 0, maximum: 1 }));
const RateSchema = closed(
  { value: share(), low: share(), high: share(), count: count(), of: count() },
  { description: 'count / of with its 95 % Wilson interval; null where there is nothing to count.' },
);
const RatesSchema = closed({ precision: RateSchema, recall: RateSchema, false_positive_rate: RateSchema });
const VerdictCounts = closed(Object.fromEntries(VERDICTS.map((verdict) => [verdict, count()])));
const Measures = {
  confusion: closed(Object.fromEntries(DECISIONS.map((decision) => [decision, VerdictCounts]))),
  block: RatesSchema,
  challenge_or_block: RatesSchema,
};
const QualitySchema = closed({
  events: count(),
  labelled: count(),
  coverage: RateSchema,
  ...Measures,
  by_policy_version: Type.Array(closed({ policy_version: Type.Integer(), ...Measures })),
  by_rule: Type.Array(closed({ rule: closed({ id: Type.String(), name: Type.String() }), ...Measures })),
  by_signal: Type.Array(closed({ signal: Type.String(), ...Measures })),
});
const moment = (description: string) => Type.String({ maxLength: 40, description });

export function policyQualityRoutes({ context }: Services): Route[] {
  const quality = route({
    method: 'GET',
    path: '/v1/environments/{env}/policy/quality',
    operationId: 'measurePolicyQuality',
    tag: 'Policy',
    summary: 'How right the decisions were, as far as labels tell',
    description:
      'From events with a label alone: rates say nothing of the others, and labels are rarely given at random. Once with ' +
      'block as the alarm, once with challenge or block. The label unknown and forced decisions count in no rate.',
    credentials: ['session'],
    permission: 'read',
    params: closed({ env: Type.String({ description: 'Environment id, prefix env_.' }) }),
    query: closed({ from: moment('ISO 8601 with a zone, inclusive.'), to: moment('ISO 8601 with a zone, exclusive.') }),
    responses: { 200: { description: 'The measures.', body: closed({ data: QualitySchema }) } },
    handler: async ({ caller, params, query }) => {
      const range = parseTimeRange(query, '');
      const environment = await findEnvironment(context, caller.environments, params.env);
      return { status: 200, body: { data: qualityBody(await measureQuality(context, environment, range)) } };
    },
  });
  return [quality];
}

function qualityBody({ events, labeled, coverage, all, byVersion, byRule, bySignal }: Quality) {
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

function measures(confusion: Confusion) {
  return {
    confusion,
    block: ratesOf(confusion, ['block']),
    challenge_or_block: ratesOf(confusion, ['challenge', 'block']),
  };
}
