// CORS for ingestion: which origins may send events, and which responses they may read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';

const EXPOSED_HEADERS = 'x-request-id, retry-after, idempotent-replayed, assay-notice';

/**
 * Lets an allowed origin read the response, including errors. No credentials flag: a script sends the key, never the browser on
 * its own.
 * @throws Failure `forbidden` for an origin that is not in the environment's list.
 */
export function checkOrigin(environment: Environment, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.raw.headers;
  if (origin === undefined) return;
  reply.header('vary', 'Origin');
  if (!isAllowed(environment, origin)) {
    throw new Failure('forbidden', 'origin_not_allowed', 'This environment does not allow the origin of this page.');
  }
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS);
}

/** An empty list allows any origin. For a live environment, the dashboard and `assay doctor` warn about it. */
function isAllowed({ allowedOrigins }: Environment, origin: string): boolean {
  return allowedOrigins.length === 0 || allowedOrigins.includes(origin);
}

/**
 * A preflight has no key, so its environment is unknown: every origin may try, and `checkOrigin` decides on the request
 * itself.
 */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-request-id',
  'access-control-max-age': '7200',
};

/** Whether an OPTIONS request is a CORS preflight. */
export function isPreflight(request: FastifyRequest): boolean {
  const { headers } = request.raw;
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
