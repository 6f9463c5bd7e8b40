// Hangs the declarations of the route table on the router, each behind its gate.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Caller } from '../../flows/auth/authenticate.ts';
import type { Context } from '../../flows/context.ts';
import { authHook } from '../auth/auth-hook.ts';
import { readQuery } from '../input/query.ts';
import { HttpProblem } from './problem.ts';
import { DEFAULT_BODY_LIMIT, type Route, type RouteResponse, routerPath } from './route-table.ts';

export function installRoutes(app: FastifyInstance, context: Context, routes: readonly Route[]): void {
  for (const route of routes) register(app, context, route);
}

function register(app: FastifyInstance, context: Context, route: Route): void {
  const { query, body } = route;
  app.route({
    method: route.method,
    url: routerPath(route.path),
    config: { route },
    bodyLimit: route.bodyLimit ?? DEFAULT_BODY_LIMIT,
    schema: {
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      response: serialisers(route),
    },
    onRequest: authHook(context, route),
    // Probes of a load balancer may add what they like to `/healthz`; an endpoint that takes a body takes no parameters.
    ...(route.credentials === 'none' && body === undefined ? {} : { preValidation: preValidation(query) }),
    handler: handler(route),
  });
}

function preValidation(query: TSchema | undefined) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      request.query = readQuery(query, request.query as Record<string, unknown>);
      checkParams(request.params as Record<string, string>);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/** No id and no account holds a NUL, and PostgreSQL would refuse even to look for one. */
function checkParams(params: Readonly<Record<string, string>>): void {
  for (const name in params) {
    if (params[name]?.includes('\u0000')) throw new HttpProblem(404, 'not_found', 'There is nothing of this name.');
  }
}

function handler(route: Route) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer: RouteResponse = await route.handler({
      caller: request.caller as Caller,
      params: request.params,
      query: request.query,
      body: request.body,
      http: request,
    });
    reply.code(answer.status);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    if (answer.type !== undefined) reply.header('content-type', answer.type);
    return reply.send(answer.body);
  };
}

/** Serialisers drop what a shape does not name, so nothing leaves that nobody declared. */
function serialisers(route: Route): Record<string, TSchema> {
  const shapes = Object.entries(route.responses).filter(
    ([, shape]) => shape.body !== undefined && shape.type === undefined,
  );
  return Object.fromEntries(shapes.map(([status, shape]) => [status, shape.body as TSchema]));
}
