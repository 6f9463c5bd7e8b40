// GET and POST /v1/environments/{env}/keys, DELETE /v1/keys/{id}: dashboard sessions alone.
import Type from 'typebox';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { createKey, listKeys, revokeKey } from '../../flows/tenants/manage-keys.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PAGE_PARAMETERS } from '../lists/paging.ts';
import { KeyDraft, KeySchema, KeyWithTextSchema, keyBody } from '../schemas/control.ts';
import { closed, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const EnvironmentPath = closed({ env: Type.String({ description: 'Environment id, prefix env_.' }) });
const KeyPath = closed({ id: Type.String({ description: 'Key id, prefix key_.' }) });
const SESSION_ONLY = { tag: 'Access', credentials: ['session'] } as const;

export function keyRoutes(services: Services): Route[] {
  return [listRoute(services), createRoute(services), revokeRoute(services)];
}

function listRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments/{env}/keys',
    operationId: 'listKeys',
    summary: 'List the keys of an environment, revoked ones included',
    permission: 'read',
    params: EnvironmentPath,
    query: closed(PAGE_PARAMETERS),
    responses: { 200: { description: 'Newest first.', body: listSchema(named(KeySchema), 'Keys.') } },
    handler: async ({ caller, params, query }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const identity = { list: 'keys', environment: environment.id, filter: {} };
      const keys = await listKeys(context, [environment]);
      const path = `/v1/environments/${environment.id}/keys`;
      return { status: 200, body: inMemoryPage(services, identity, path, query, keys, keyBody) };
    },
  });
}

function createRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/environments/{env}/keys',
    operationId: 'createKey',
    summary: 'Make a key; its text is shown in this answer alone',
    permission: 'manage_keys',
    params: EnvironmentPath,
    body: KeyDraft,
    responses: { 201: { description: 'The key with its text.', body: closed({ data: named(KeyWithTextSchema) }) } },
    handler: async (ask) => {
      const { kind, name = '' } = ask.body;
      const environment = await findEnvironment(context, ask.caller.environments, ask.params.env);
      const { key, text } = await createKey(context, auditActorOf(services, ask), environment, kind, name);
      return { status: 201, body: { data: { ...keyBody(key), key: text } } };
    },
  });
}

function revokeRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: '/v1/keys/{id}',
    operationId: 'revokeKey',
    summary: 'Revoke a key at once, on every process',
    permission: 'manage_keys',
    params: KeyPath,
    responses: { 204: { description: 'The key is refused from now on.' } },
    handler: async (ask) => {
      await revokeKey(context, auditActorOf(services, ask), ask.caller.environments, ask.params.id);
      return { status: 204 };
    },
  });
}
