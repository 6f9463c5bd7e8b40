// Registers the declared routes on the router, each with its auth hook, validation and serializer.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Caller } from '../../flows/auth/authenticate.ts';
import type { Context } from '../../flows/context.ts';
import { readTurn } from '../../flows/read-turn.ts';
import { authHook } from '../auth/auth-hook.ts';
import { readQuery } from '../input/query.ts';
import { checkUrlEncoding } from './message-checks.ts';
import { HttpProblem } from './problem.ts';
import { type Attention, ReadsInProgress } from './reads-in-progress.ts';
import { DEFAULT_BODY_LIMIT, type Route, type RouteResponse, routerPath } from './route-table.ts';

export function installRoutes(app: FastifyInstance, context: Context, routes: readonly Route[]): void {
  const reads = new ReadsInProgress(context.store.withinDeadline);
  for (const route of routes) register(app, context, route, reads);
}

function register(app: FastifyInstance, context: Context, route: Route, reads: ReadsInProgress): void {
  const { query, body } = route;
  app.route({
    method: route.method,
    url: routerPath(route.path),
    config: { route },
    bodyLimit: route.bodyLimit ?? DEFAULT_BODY_LIMIT,
    schema: {
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      response: serializers(route),
    },
    onRequest: authHook(context, route),
    // Load balancers may add any query to their probes of `/healthz`; endpoints that take a body accept no query parameters.
    ...(route.credentials === 'none' && body === undefined ? {} : { preValidation: preValidation(query) }),
    handler: handler(route, reads),
  });
}

function preValidation(query: TSchema | undefined) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      checkUrlEncoding(request.raw.url ?? '');
      request.query = readQuery(query, request.query as Record<string, unknown>);
      checkParams(request.params as Record<string, string>);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/** No id contains a NUL, and PostgreSQL fails a query that contains one. */
function checkParams(params: Readonly<Record<string, string>>): void {
  for (const name in params) {
    if (params[name]?.includes('\u0000')) throw new HttpProblem(404, 'not_found', 'This resource does not exist.');
  }
}

function handler(route: Route, reads: ReadsInProgress) {
  const isRead = route.method === 'GET' && route.credentials !== 'none';
  const respond = async (request: FastifyRequest): Promise<RouteResponse> =>
    route.handler({
      caller: request.caller as Caller,
      params: request.params,
      query: request.query,
      body: request.body,
      http: request,
    });
  const read = (request: FastifyRequest) => {
    const scope = scopeOf(request.caller as Caller);
    return reads.run(scope, attentionOn(request.raw.socket), async () => {
      await readTurn(scope);
      return respond(request);
    });
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await (isRead ? read(request) : respond(request));
    // The client is gone.
    if (response === null) return reply.hijack();
    reply.code(response.status);
    if (response.headers !== undefined) reply.headers(response.headers);
    if (response.type !== undefined) reply.header('content-type', response.type);
    return reply.send(response.body);
  };
}

function attentionOn(socket: Socket): () => Attention {
  return () => (socket.destroyed ? 'no' : socket.readableEnded ? 'perhaps' : 'yes');
}

/** Whose reads alternate with those of others: a member's or a key's. */
function scopeOf(caller: Caller): string {
  return caller.kind === 'session' ? caller.member.id : caller.key.id;
}

/** Serializers drop fields that the schema does not name, so that no undeclared field is ever sent. */
function serializers(route: Route): Record<string, TSchema> {
  const serialized = Object.entries(route.responses).filter(
    ([, { body, type }]) => body !== undefined && type === undefined,
  );
  return Object.fromEntries(serialized.map(([status, { body }]) => [status, body as TSchema]));
}
