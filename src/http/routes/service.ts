// GET /healthz, /readyz, /metrics and /openapi.json: liveness, readiness, metrics and the API description.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Failure } from '../../vocabulary/failure.ts';
import { isLoopback } from '../auth/client-address.ts';
import { StatusSchema } from '../schemas/service.ts';
import { pacedBody } from '../server/paced-body.ts';
import { isNotModified } from '../server/public-files.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export function serviceRoutes(services: Services): Route[] {
  return [...operationRoutes(services), descriptionRoute(services)];
}

/** The routes for operators: the only ones of a process that only sends webhooks. */
export function operationRoutes(services: Services): Route[] {
  return [healthRoute(), readyRoute(services), metricsRoute(services)];
}

function healthRoute(): Route {
  return route({
    method: 'GET',
    path: '/healthz',
    operationId: 'health',
    tag: 'Service',
    summary: 'Check whether the process responds',
    description: 'For liveness probes: it reads nothing.',
    credentials: 'none',
    responses: { 200: { description: 'The process responds.', body: StatusSchema } },
    handler: () => ({ status: 200, body: { status: 'ok' as const } }),
  });
}

function readyRoute({ context, readiness }: Services): Route {
  return route({
    method: 'GET',
    path: '/readyz',
    operationId: 'ready',
    tag: 'Service',
    summary: 'Check whether the process is ready for requests',
    description:
      'For load balancers and readiness probes. Ready means that the process has started, is not ' +
      'stopping, can write to its storage, and works with the schema.',
    credentials: 'none',
    responses: { 200: { description: 'The process can serve requests.', body: StatusSchema } },
    handler: async () => {
      readiness.check();
      await context.store.ready();
      return { status: 200, body: { status: 'ok' as const } };
    },
  });
}

function metricsRoute(services: Services): Route {
  const { registry } = services.metrics;
  return route({
    method: 'GET',
    path: '/metrics',
    operationId: 'metrics',
    tag: 'Service',
    summary: 'Read the metrics in the Prometheus text format',
    description: 'Available to clients on the same machine; others must send ASSAY_METRICS_TOKEN as the bearer token.',
    credentials: 'none',
    responses: { 200: { description: 'The metrics.', body: Type.String(), type: 'text/plain' } },
    errorStatuses: [401],
    handler: async ({ http }) => {
      checkScraper(services, http);
      return { status: 200, body: await registry.metrics(), type: registry.contentType };
    },
  });
}

function descriptionRoute(services: Services): Route {
  return route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'describe',
    tag: 'Service',
    summary: 'Read this document, OpenAPI 3.1',
    description:
      'Generate clients and types from it, for example with openapi-typescript. A published copy is in `docs/openapi.json`.',
    credentials: 'none',
    responses: {
      200: {
        description: 'The document.',
        body: Type.Object({}, { additionalProperties: true }),
        type: 'application/json',
        streamed: [],
        headers: { ETag: 'Changes with the document, for If-None-Match.' },
      },
      304: { description: 'The client has the current document.' },
    },
    handler: ({ http }) => {
      const { bytes, etag } = services.openApi();
      const headers = { etag, 'cache-control': 'no-cache' };
      if (isNotModified(http, etag)) return { status: 304 as const, headers };
      const length = { 'content-length': String(bytes.length) };
      const body = pacedBody(bytes, http);
      return { status: 200 as const, body, type: 'application/json', headers: { ...headers, ...length } };
    },
  });
}

/** Headers that proxies add. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

/** Trusts only the connection's peer: with a header of a proxy, a local peer is a proxy for someone else. */
function checkScraper({ options }: Services, http: FastifyRequest): void {
  const { socket, headers } = http.raw;
  const isProxied = PROXY_HEADERS.some((name) => headers[name] !== undefined);
  if (socket.remoteAddress !== undefined && isLoopback(socket.remoteAddress) && !isProxied) return;
  const given = /^Bearer +(\S+)$/i.exec(http.raw.headers.authorization ?? '')?.[1];
  if (options.metricsToken !== null && given !== undefined && sameText(given, options.metricsToken)) return;
  throw new Failure(
    'unauthenticated',
    'metrics_token_needed',
    'Metrics require a client on this machine or the metrics token.',
  );
}

/** Digests have equal lengths, so the comparison takes the same time for any token. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
