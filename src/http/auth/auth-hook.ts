// The order of checks at the door: credential, its kind, what its role allows, then whether a body may come in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allows } from '../../access/permission.ts';
import type { Caller } from '../../flows/auth/authenticate.ts';
import type { Context } from '../../flows/context.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { HttpProblem } from '../server/problem.ts';
import type { Route } from '../server/route-table.ts';
import { authenticateRequest } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once the gate has let them through; null on open routes. */
    caller: Caller | null;
    /** The body as it came, for digests. */
    bodyBytes: Buffer | null;
    /** When the gate was passed, `performance.now()` ms. */
    authenticatedAt: number;
    /** ms from the request's headers until then. */
    authenticationTime: number;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** Checks of one route that come before its body is read. */
export function authHook(
  context: Context,
  route: Route,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { credentials, permission, beforeBody, body } = route;
  return async (request, reply) => {
    if (credentials !== 'none') {
      const caller = await authenticateRequest(context, request.raw.headers.authorization);
      if (!credentials.includes(caller.kind)) throw wrongKind(caller, route);
      if (caller.kind === 'session' && permission !== undefined && !allows(caller.member.role, permission)) {
        throw new Failure('forbidden', 'role_not_allowed', `The role ${caller.member.role} does not allow this.`);
      }
      request.caller = caller;
      beforeBody?.(caller, request, reply);
    }
    if (body !== undefined) checkAnnouncedBody(request);
    request.authenticatedAt = performance.now();
    request.authenticationTime = reply.elapsedTime;
  };
}

function wrongKind(caller: Caller, route: Route): Failure {
  const named = caller.kind === 'session' ? 'dashboard session' : `${caller.kind} key`;
  const wanted = (route.credentials as readonly string[])
    .map((kind) => (kind === 'session' ? 'a dashboard session' : `a ${kind} key`))
    .join(' or ');
  return new Failure(
    'unauthenticated',
    'credential_not_accepted',
    `A ${named} is not accepted here; this needs ${wanted}.`,
  );
}

/** A body that cannot be taken is refused before a byte of it is read. */
function checkAnnouncedBody(request: FastifyRequest): void {
  const { headers } = request.raw;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new HttpProblem(415, 'unsupported_encoding', 'The body must come without a Content-Encoding.');
  }
  const empty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (empty) throw new HttpProblem(400, 'invalid_json', 'The body is empty; a JSON object is expected.');
}
