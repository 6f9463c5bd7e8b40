// GET /v1/environments/{env}/integration: how the environment is connected (only with a dashboard session).
import { INTEGRATION_DAYS, MAX_SAMPLED, readIntegration } from '../../flows/integration/read-integration.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { IntegrationSchema, integrationBody } from '../schemas/integration.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export function integrationRoutes({ context }: Services): Route[] {
  const integration = route({
    method: 'GET',
    path: '/v1/environments/{env}/integration',
    operationId: 'readIntegration',
    tag: 'Access',
    summary: `Read what was refused in the last ${INTEGRATION_DAYS} days and how events arrive`,
    description:
      'Refused origins and bodies by reason, event types outside the catalog, and unused keys. Signals, SDK versions and ' +
      `clocks come from the newest ${MAX_SAMPLED} events. Each process counts at most 20 different values of a kind in five ` +
      'minutes, and the rest as `other`.',
    credentials: ['session'],
    permission: 'read',
    params: EnvironmentPath,
    responses: { 200: { description: 'The state of the integration.', body: dataOf(named(IntegrationSchema)) } },
    handler: async ({ caller, params }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      return { status: 200, body: { data: integrationBody(await readIntegration(context, environment)) } };
    },
  });
  return [integration];
}
