// POST /v1/environments/{env}/accounts/{externalAccountId}/erase: only with a dashboard session.
import { eraseAccount } from '../../flows/privacy/erase-account.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { ErasureSchema, erasureBody } from '../schemas/erasure.ts';
import { AccountPath } from '../schemas/paths.ts';
import { dataOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export function erasureRoutes(services: Services): Route[] {
  const { context } = services;
  const erase = route({
    method: 'POST',
    path: '/v1/environments/{env}/accounts/{externalAccountId}/erase',
    operationId: 'eraseAccount',
    tag: 'Access',
    summary: 'Erase the identifiers, addresses and client signals of an account',
    description:
      'Also deletes the notes on it, its events and devices that nobody else used. Scores, signals, outcomes and policy ' +
      'versions remain, without the account id. Cannot be undone.',
    credentials: ['session'],
    permission: 'erase_account',
    params: AccountPath,
    responses: { 200: { description: 'What was removed.', body: dataOf(ErasureSchema) } },
    handler: async (request) => {
      const { env, externalAccountId } = request.params;
      const environment = await findEnvironment(context, request.caller.environments, env);
      const report = await eraseAccount(context, auditActorOf(services, request), environment, externalAccountId);
      return { status: 200, body: { data: erasureBody(report) } };
    },
  });
  return [erase];
}
