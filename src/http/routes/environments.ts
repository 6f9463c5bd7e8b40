// GET and POST /v1/environments, PATCH /v1/environments/{env}: only with a dashboard session.
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { changeEnvironment, createEnvironment, MAX_ENVIRONMENTS } from '../../flows/tenants/manage-environments.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PageQuery } from '../lists/paging.ts';
import { EnvironmentChange, EnvironmentDraft, EnvironmentSchema, environmentBody } from '../schemas/control.ts';
import { EnvironmentPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Access', credentials: ['session'] } as const;
const OneEnvironment = dataOf(named(EnvironmentSchema));

export function environmentRoutes(services: Services): Route[] {
  return [listRoute(services), createRoute(services), changeRoute(services)];
}

function listRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments',
    operationId: 'listEnvironments',
    summary: 'List the environments of the organization',
    description: 'Test and live environments with their settings. Data never crosses environments.',
    permission: 'read',
    query: PageQuery,
    responses: { 200: { description: 'Newest first.', body: listSchema(named(EnvironmentSchema), 'Environments.') } },
    handler: ({ caller, query }) => {
      const { environments, member } = caller as SessionCaller;
      const identity = { list: 'environments', environment: member.organizationId, filter: {} };
      return {
        status: 200,
        body: inMemoryPage(services, identity, '/v1/environments', query, environments, environmentBody),
      };
    },
  });
}

function createRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments',
    operationId: 'createEnvironment',
    summary: 'Create an environment with the default policy and no keys',
    description: `An organization has at most ${MAX_ENVIRONMENTS} environments.`,
    permission: 'manage_environments',
    body: EnvironmentDraft,
    errorStatuses: [409],
    responses: { 201: { description: 'The environment.', body: OneEnvironment } },
    handler: async (request) => {
      const environment = await createEnvironment(services.context, auditActorOf(services, request), request.body);
      return { status: 201, body: { data: environmentBody(environment) } };
    },
  });
}

function changeRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'PATCH',
    path: '/v1/environments/{env}',
    operationId: 'updateEnvironment',
    summary: 'Change the settings of an environment',
    description: 'The new settings apply from the next request, in every process.',
    permission: 'manage_environments',
    params: EnvironmentPath,
    body: EnvironmentChange,
    responses: { 200: { description: 'The environment after the change.', body: OneEnvironment } },
    handler: async (request) => {
      const { name, allowed_origins, public_risk, retention_days } = request.body;
      const environment = await findEnvironment(context, request.caller.environments, request.params.env);
      const changed = await changeEnvironment(context, auditActorOf(services, request), environment, {
        ...(name === undefined ? {} : { name }),
        ...(allowed_origins === undefined ? {} : { allowedOrigins: allowed_origins }),
        ...(public_risk === undefined ? {} : { publicRisk: public_risk }),
        ...(retention_days === undefined ? {} : { retentionDays: retention_days }),
      });
      return { status: 200, body: { data: environmentBody(changed) } };
    },
  });
}
