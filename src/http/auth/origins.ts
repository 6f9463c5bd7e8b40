// Browsers at the door of ingestion (contract 3): which origins may call, and what they are told.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';

const EXPOSED = 'x-request-id, retry-after, idempotent-replayed';

/**
 * Lets an allowed origin read whatever is answered from here on, refusals included. No credentials flag: the key is
 * sent by script, never by the browser on its own.
 * @throws Failure `forbidden` for an origin that the environment does not list.
 */
export function checkOrigin(environment: Environment, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.raw.headers;
  if (origin === undefined) return;
  reply.header('vary', 'Origin');
  if (!isAllowed(environment, origin)) {
    throw new Failure('forbidden', 'origin_not_allowed', 'This environment does not list the origin of this page.');
  }
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED);
}

/** None listed means any in a test environment and none in a live one. */
function isAllowed(environment: Environment, origin: string): boolean {
  if (environment.allowedOrigins.length === 0) return environment.kind === 'test';
  return environment.allowedOrigins.includes(origin);
}

/**
 * A preflight carries no key, so it cannot be asked which environment it is for: every page may try, and the request
 * itself is judged by its key's environment.
 */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-request-id',
  'access-control-max-age': '7200',
};

/** Whether an OPTIONS request is a browser asking before a cross-origin call. */
export function isPreflight(request: FastifyRequest): boolean {
  const { headers } = request.raw;
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
