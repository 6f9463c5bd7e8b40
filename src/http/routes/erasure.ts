// POST /v1/environments/{env}/accounts/{externalAccountId}/erase: dashboard sessions alone.
import Type from 'typebox';
import { eraseAccount } from '../../flows/privacy/erase-account.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { closed, time } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const AccountPath = closed({
  env: Type.String({ description: 'Environment id, prefix env_.' }),
  externalAccountId: Type.String({ description: "The customer's own account id, percent-encoded." }),
});
const ErasureSchema = closed({
  erased_events: Type.Integer({ description: 'Events that no longer name the account, an address or client signals.' }),
  erased_devices: Type.Integer({ description: 'Devices that only this account had used.' }),
  at: time(),
});

export function erasureRoutes(services: Services): Route[] {
  const { context } = services;
  const erase = route({
    method: 'POST',
    path: '/v1/environments/{env}/accounts/{externalAccountId}/erase',
    operationId: 'eraseAccount',
    tag: 'Access',
    summary: 'Erase the identifiers, addresses and client signals of an account',
    description: 'Scores, signals, outcomes and policy versions stay, without a name. It cannot be undone.',
    credentials: ['session'],
    permission: 'erase_account',
    params: AccountPath,
    responses: { 200: { description: 'What was removed.', body: closed({ data: ErasureSchema }) } },
    handler: async (ask) => {
      const { env, externalAccountId } = ask.params;
      const environment = await findEnvironment(context, ask.caller.environments, env);
      const report = await eraseAccount(context, auditActorOf(services, ask), environment, externalAccountId);
      const { erasedEvents, erasedDevices, at } = report;
      const data = { erased_events: erasedEvents, erased_devices: erasedDevices, at: isoTime(at) };
      return { status: 200, body: { data } };
    },
  });
  return [erase];
}
