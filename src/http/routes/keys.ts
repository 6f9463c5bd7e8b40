// GET and POST /v1/environments/{env}/keys, DELETE /v1/keys/{id}: only with a dashboard session. GET /v1/auth/key: with a secret key.
import type { KeyCaller } from '../../flows/auth/authenticate.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { createKey, listKeys, revokeKey } from '../../flows/tenants/manage-keys.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PageQuery } from '../lists/paging.ts';
import { environmentBody, KeyDraft, KeySchema, KeyWithTextSchema, keyBody, OwnKeySchema } from '../schemas/control.ts';
import { EnvironmentPath, KeyPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Access', credentials: ['session'] } as const;

export function keyRoutes(services: Services): Route[] {
  return [listRoute(services), createRoute(services), revokeRoute(services), ownKeyRoute()];
}

function listRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: '/v1/environments/{env}/keys',
    operationId: 'listKeys',
    summary: 'List the keys of an environment, including revoked ones',
    description: 'With the last four characters of each key; the key itself is stored only as a hash.',
    permission: 'read',
    params: EnvironmentPath,
    query: PageQuery,
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
    summary: 'Create a key; only this response contains its text',
    description:
      'Store the key at once: it is never returned again. A public key may only send events; a secret key belongs on your server.',
    permission: 'manage_keys',
    params: EnvironmentPath,
    body: KeyDraft,
    responses: { 201: { description: 'The key with its text.', body: dataOf(named(KeyWithTextSchema)) } },
    handler: async (request) => {
      const { kind, name = '' } = request.body;
      const environment = await findEnvironment(context, request.caller.environments, request.params.env);
      const { key, text } = await createKey(context, auditActorOf(services, request), environment, kind, name);
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
    summary: 'Revoke a key immediately, in every process',
    description: 'Requests with the key get 401 from the next one on.',
    permission: 'manage_keys',
    params: KeyPath,
    responses: { 204: { description: 'The key is no longer accepted.' } },
    handler: async (request) => {
      await revokeKey(context, auditActorOf(services, request), request.caller.environments, request.params.id);
      return { status: 204 };
    },
  });
}

function ownKeyRoute(): Route {
  return route({
    method: 'GET',
    path: '/v1/auth/key',
    operationId: 'readOwnKey',
    tag: 'Access',
    summary: 'Read the key of the request and its environment',
    description: 'A backend that has only its key finds the id of its environment here, for the paths of the lists.',
    credentials: ['secret'],
    responses: { 200: { description: 'The key.', body: dataOf(named(OwnKeySchema)) } },
    handler: ({ caller }) => {
      const { key, environments } = caller as KeyCaller;
      return { status: 200, body: { data: { ...keyBody(key), environment: environmentBody(environments[0]) } } };
    },
  });
}
