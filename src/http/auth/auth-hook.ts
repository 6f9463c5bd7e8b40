// The checks before a body is read: the credential, its kind, the role's permission, then whether the body is acceptable.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allows } from '../../access/permission.ts';
import type { Caller } from '../../flows/auth/authenticate.ts';
import type { Context } from '../../flows/context.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { EMPTY_BODY } from '../input/json-body.ts';
import { preferConnection } from '../server/connection-limits.ts';
import { HttpProblem } from '../server/problem.ts';
import type { Route } from '../server/route-table.ts';
import { authenticateRequest, presentsPublicKey } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null on public routes. */
    caller: Caller | null;
    /** The body as received, for digests. */
    bodyBytes: Buffer | null;
    /** When the checks of this hook ended, `performance.now()` ms. */
    authenticatedAt: number;
    /** ms from the request's headers until then. */
    authenticationTime: number;
  }
  interface FastifyContextConfig {
    route?: Route;
  }
}

/** The hook of one route. */
export function authHook(
  context: Context,
  route: Route,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { credentials, permission, beforeBody, body } = route;
  // A public key is valid only for events, so it is wrong even where no credential is needed, such as login or accepting an invitation.
  const rejectsPublicKeys = credentials === 'none' && route.path.startsWith('/v1/');
  return async (request, reply) => {
    if (credentials !== 'none') {
      const caller = await authenticateRequest(context, request.raw.headers.authorization);
      if (!credentials.includes(caller.kind)) throw wrongKind(caller, credentials);
      if (caller.kind === 'session' && permission !== undefined && !allows(caller.member.role, permission)) {
        throw new Failure('forbidden', 'role_not_allowed', `The role ${caller.member.role} does not allow this.`);
      }
      request.caller = caller;
      if (caller.kind !== 'public') preferConnection(request.raw.socket);
      beforeBody?.(caller, request, reply);
    }
    if (rejectsPublicKeys) rejectPublicKey(request.raw.headers.authorization);
    if (body !== undefined) checkBodyHeaders(request);
    request.authenticatedAt = performance.now();
    request.authenticationTime = reply.elapsedTime;
  };
}

function wrongKind({ kind }: Caller, accepted: readonly Caller['kind'][]): Failure {
  const text = (one: Caller['kind']) => (one === 'session' ? 'dashboard session' : `${one} key`);
  const expected = accepted.map((one) => `a ${text(one)}`).join(' or ');
  return notAccepted(`This endpoint does not accept a ${text(kind)}; it requires ${expected}.`);
}

function rejectPublicKey(authorization: string | undefined): void {
  if (!presentsPublicKey(authorization)) return;
  throw notAccepted('This endpoint does not accept a public key; it requires no credential.');
}

function notAccepted(detail: string): Failure {
  return new Failure('unauthenticated', 'credential_not_accepted', detail);
}

/** Rejects an unacceptable body before any byte of it is read. */
function checkBodyHeaders(request: FastifyRequest): void {
  const { headers } = request.raw;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new HttpProblem(415, 'unsupported_encoding', 'The body must not have a Content-Encoding.');
  }
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (isEmpty) throw new HttpProblem(400, 'invalid_json', EMPTY_BODY);
}
