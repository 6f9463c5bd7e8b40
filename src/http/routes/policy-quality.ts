// GET /v1/environments/{env}/policy/quality: precision, recall and false-positive rate from labeled events.
import { measureQuality } from '../../flows/policy/measure-quality.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { parseTimeRange } from '../input/time.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { QualitySchema, qualityBody } from '../schemas/quality.ts';
import { closed, dataOf, timeInput } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export function policyQualityRoutes({ context }: Services): Route[] {
  const quality = route({
    method: 'GET',
    path: '/v1/environments/{env}/policy/quality',
    operationId: 'measurePolicyQuality',
    tag: 'Policy',
    summary: 'Measure how often the decisions were right, based on labels',
    description:
      'Based only on events with a label: the rates do not describe the other events, and labels are rarely assigned at random. Measured once with block as the alarm, and once with challenge or block. No rate counts the label unknown or forced decisions.',
    credentials: ['session'],
    permission: 'read',
    params: EnvironmentPath,
    query: closed({
      from: timeInput('ISO 8601 with a time zone, inclusive.'),
      to: timeInput('ISO 8601 with a time zone, exclusive.'),
    }),
    responses: { 200: { description: 'The quality measures.', body: dataOf(QualitySchema) } },
    handler: async ({ caller, params, query }) => {
      const range = parseTimeRange(query, '');
      const environment = await findEnvironment(context, caller.environments, params.env);
      return { status: 200, body: { data: qualityBody(await measureQuality(context, environment, range)) } };
    },
  });
  return [quality];
}
