// Saved views of an environment: only with a dashboard session.
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { findEnvironment } from '../../flows/tenants/find-environment.ts';
import { createView, deleteView, listViews, updateView } from '../../flows/views/manage-views.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PageQuery } from '../lists/paging.ts';
import { EnvironmentPath, SavedViewPath } from '../schemas/paths.ts';
import { SavedViewBody, SavedViewChangeBody, SavedViewSchema, savedViewBody } from '../schemas/saved-view.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Investigation', credentials: ['session'] } as const;
const VIEWS = '/v1/environments/{env}/views';
const OneView = dataOf(named(SavedViewSchema));

export function savedViewRoutes(services: Services): Route[] {
  return [listRoute(services), createRoute(services), changeRoute(services), deleteRoute(services)];
}

function listRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: VIEWS,
    operationId: 'listSavedViews',
    summary: 'List your saved views and the shared ones',
    description: 'Private views of other members are not listed.',
    permission: 'read',
    params: EnvironmentPath,
    query: PageQuery,
    responses: { 200: { description: 'Newest first.', body: listSchema(named(SavedViewSchema), 'Saved views.') } },
    handler: async ({ caller, params, query }) => {
      const environment = await findEnvironment(context, caller.environments, params.env);
      const identity = { list: 'saved views', environment: environment.id, filter: {} };
      const views = await listViews(context, caller as SessionCaller, environment);
      const path = `/v1/environments/${environment.id}/views`;
      return { status: 200, body: inMemoryPage(services, identity, path, query, views, savedViewBody) };
    },
  });
}

function createRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: VIEWS,
    operationId: 'createSavedView',
    summary: 'Save the filters of a list under a name',
    description: 'Only you see it unless it is `shared`.',
    permission: 'save_views',
    params: EnvironmentPath,
    body: SavedViewBody,
    errorStatuses: [409],
    responses: { 201: { description: 'The view.', body: OneView } },
    handler: async (request) => {
      const { list, name, shared = false, query } = request.body;
      const environment = await findEnvironment(context, request.caller.environments, request.params.env);
      const draft = { list, name, shared, query };
      const actor = auditActorOf(services, request);
      const view = await createView(context, actor, request.caller as SessionCaller, environment, draft);
      return { status: 201, body: { data: savedViewBody(view) } };
    },
  });
}

function changeRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'PATCH',
    path: `${VIEWS}/{view}`,
    operationId: 'updateSavedView',
    summary: 'Change a saved view',
    description: 'The member who saved it may change it. Admins and owners may change shared views.',
    permission: 'save_views',
    params: SavedViewPath,
    body: SavedViewChangeBody,
    responses: { 200: { description: 'The view after the change.', body: OneView } },
    handler: async (request) => {
      const { params, body } = request;
      const caller = request.caller as SessionCaller;
      const environment = await findEnvironment(context, caller.environments, params.env);
      const actor = auditActorOf(services, request);
      const view = await updateView(context, actor, caller, environment, params.view, body);
      return { status: 200, body: { data: savedViewBody(view) } };
    },
  });
}

function deleteRoute(services: Services): Route {
  const { context } = services;
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: `${VIEWS}/{view}`,
    operationId: 'deleteSavedView',
    summary: 'Delete a saved view',
    description: 'The member who saved it may delete it. Admins and owners may delete shared views.',
    permission: 'save_views',
    params: SavedViewPath,
    responses: { 204: { description: 'The view is deleted.' } },
    handler: async (request) => {
      const { params } = request;
      const caller = request.caller as SessionCaller;
      const environment = await findEnvironment(context, caller.environments, params.env);
      await deleteView(context, auditActorOf(services, request), caller, environment, params.view);
      return { status: 204 };
    },
  });
}
